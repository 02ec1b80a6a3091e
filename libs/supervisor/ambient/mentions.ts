import { type EvidenceDraft, estimateTokens, LIMITS } from '#core'
import { showFile } from '#tools'
import type { Workspace } from '#workspace'

/** `@src/a.ts`, `@src/` or `@"a name"`, not an address such as a@b.c. */
const MENTION =
  /(?<![\p{L}\p{N}_@./-])@(?:"([^"\n]{1,200})"|([\p{L}\p{N}_~./][^\s"'`<>|()[\]{},;:!?]*))/gu
const MOST_MENTIONS = 8
/** Entries of a named folder (row 96). */
const MOST_ENTRIES = 50
/** A smaller part of a file shows nothing. */
const LEAST_TOKENS = 120

/** What the files and folders add that a message names. */
export interface Attached {
  /** '' when it names none. */
  text: string
  /** The reads: they count as reads of the model. */
  evidence: EvidenceDraft[]
}

interface Part {
  text: string
  evidence?: EvidenceDraft
}

/**
 * Shows the files and folders that a message names with `@`, once, each sized like a read (row 96). Deny rules
 * hold, and only the project's own files are shown. A name that is not there stays text, with a hint.
 * @param without  names that are shown in another way
 * @param windowTokens  the window minus output reserve and safety margin
 */
export function attachMentions(
  message: string,
  workspace: Workspace,
  windowTokens: number,
  without: readonly string[] = [],
): Attached {
  let left = Math.floor(windowTokens * LIMITS.attachedShare)
  const parts: Part[] = []
  for (const path of mentionsIn(message).filter((one) => !without.includes(one))) {
    const tokens = Math.min(left, Math.floor(windowTokens * LIMITS.readShare))
    const part = showPlace(path, workspace, tokens)
    if (part === null) continue
    left -= estimateTokens(part.text)
    parts.push(part)
  }
  const evidence = parts.flatMap((part) => part.evidence ?? [])
  return { text: parts.map(({ text }) => text).join('\n\n'), evidence }
}

/** The named paths, each once, without the full stop of a sentence. */
export function mentionsIn(message: string): string[] {
  const found = [...message.matchAll(MENTION)].map(([, quoted, plain = '']) => {
    return quoted ?? plain.replace(/(?<![.])[.]+$/, '')
  })
  return [...new Set(found.filter((path) => path !== ''))].slice(0, MOST_MENTIONS)
}

function showPlace(path: string, workspace: Workspace, tokens: number): Part | null {
  const place = workspace.resolve(path)
  if (!place.ok || !place.exists) {
    // A name without a dot or slash is a person or a decorator.
    if (!/[./]/.test(path)) return null
    const file = workspace.readFile(path)
    if (!file.ok && file.code === 'io') return { text: `(@${file.message})` }
    return { text: `(@${path}: there is no such file. Find it with glob.)` }
  }
  if (!place.inside) return { text: `(@${path} is outside of the project and is not shown.)` }
  if (place.denied !== null || place.unsure !== null)
    return { text: `(@${path} is protected by a deny rule and is not shown.)` }
  return place.kind === 'folder'
    ? showFolder(place.relative, workspace)
    : showText(path, workspace, tokens)
}

function showFolder(path: string, workspace: Workspace): Part | null {
  const listed = workspace.list(path)
  if (!listed.ok) return null
  const names = listed.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name))
  const more = names.length > MOST_ENTRIES ? [`(+${names.length - MOST_ENTRIES})`] : []
  return { text: [`Folder ${path}:`, ...names.slice(0, MOST_ENTRIES), ...more].join(' ') }
}

function showText(path: string, workspace: Workspace, tokens: number): Part {
  const file = workspace.readFile(path)
  if (!file.ok) return { text: `(@${path}: ${file.message})` }
  if (tokens < LEAST_TOKENS)
    return { text: `(@${path} has ${file.totalLines} lines. Read it with read_file.)` }
  const { first, last, lines, notes } = showFile(file, {}, { resultTokens: tokens }, () => null)
  const head = `${file.path} lines ${first}-${last} of ${file.totalLines}`
  return {
    text: [`--- ${head}`, ...lines, ...notes].join('\n'),
    evidence: {
      kind: 'file_read',
      subject: file.path,
      summary: `${head} (named by the user)`,
      payload: Buffer.from(lines.join('\n')),
      facts: {
        path: file.path,
        hash: file.hash,
        lines: `${first}-${last}`,
        total: file.totalLines,
      },
    },
  }
}
