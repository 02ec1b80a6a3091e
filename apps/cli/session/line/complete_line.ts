import type { Completer, Completions } from '#terminal'
import type { Talk } from '../talk.js'

/** Shown at once; typing more words narrows the list. */
const MOST_SHOWN = 50
/** Files are listed again after this time: the agent makes new ones. */
const FRESH_MS = 5_000
const MENTION = /(?<=^|[\s(])@("?)([^\s"]*)$/

/** Completes `/commands` and skills at the start of a line, and `@files` that .gitignore and the deny rules leave. */
export function completeLine({ wired, commands }: Talk): Completer {
  let listed: Promise<readonly string[]> | null = null
  let listedMs = 0
  const files = (): Promise<readonly string[]> => {
    const now = performance.now()
    if (listed !== null && now - listedMs < FRESH_MS) return listed
    listedMs = now
    listed = wired.deps.workspace
      .listAll(AbortSignal.timeout(FRESH_MS))
      .then(({ paths }) => withFolders(paths))
    // A list that was not made in time is tried again with the next key.
    listed.catch(() => {
      listed = null
    })
    return listed
  }

  return async (before, isFirstLine, signal) => {
    const mention = MENTION.exec(before)
    if (mention !== null) {
      const [prefix, , typed = ''] = mention
      const paths = await files().catch(() => [])
      if (signal.aborted) return null
      return { prefix, items: best(paths, typed).map(asMention) }
    }
    if (!isFirstLine || !/^\/[\w.:-]*$/.test(before)) return null
    return completeCommand(before)
  }

  function completeCommand(before: string): Completions {
    const known = [
      ...commands.map(({ name, help }) => ({ value: `/${name}`, detail: help })),
      ...(wired.deps.guides?.shelf.skills ?? [])
        .filter(({ name }) => !commands.some((command) => command.name === name))
        .map(({ name, description }) => ({ value: `/${name}`, detail: description })),
    ]
    const typed = before.toLowerCase()
    return { prefix: before, items: known.filter(({ value }) => value.startsWith(typed)) }
  }
}

function asMention(path: string) {
  return { value: /\s/.test(path) ? `@"${path}"` : `@${path}`, label: path }
}

function withFolders(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1))
      folders.add(path.slice(0, at + 1))
  return [...paths, ...folders]
}

/** Paths that have the typed letters in this order: those with them at the start of a name come first, short ones before long ones. */
function best(paths: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase()
  const ranked: { path: string; rank: number }[] = []
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted)
    if (rank !== null) ranked.push({ path, rank })
  }
  ranked.sort(
    (a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  )
  return ranked.slice(0, MOST_SHOWN).map(({ path }) => path)
}

function rankOf(path: string, wanted: string): number | null {
  if (path.startsWith(wanted)) return 0
  const name = path.slice(path.lastIndexOf('/', path.length - 2) + 1)
  if (name.startsWith(wanted)) return 1
  if (path.includes(wanted)) return 2
  let at = -1
  for (const char of wanted) {
    at = path.indexOf(char, at + 1)
    if (at === -1) return null
  }
  return 3
}
