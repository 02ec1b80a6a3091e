import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type NotePlaces, rulesIn, withoutClosing } from '#memory'

/** A rule as it is chosen. */
interface GivenRule {
  name: string
  /** As a prompt shows it. */
  text: string
  created: string
}

/**
 * Reads the rules that hold. Each result of a task asks for them, so they are read again only after a file of theirs
 * changed.
 * @param trustFile  which files count is written there
 */
export function ruleReader(places: NotePlaces, trustFile: string): () => readonly GivenRule[] {
  let known: { state: string; rules: readonly GivenRule[] } | undefined
  return () => {
    const { project, user } = places
    const state = [stateOf(trustFile), filesIn(project.folder), filesIn(user.folder)].join('\n')
    if (known?.state !== state) {
      const notes = [...rulesIn(project), ...rulesIn(user)]
      const rules = notes.map(({ name, body, created }) => ({
        name,
        text: withoutClosing(body),
        created,
      }))
      known = { state, rules }
    }
    return known.rules
  }
}

function filesIn(folder: string): string {
  try {
    return readdirSync(folder)
      .map((name) => stateOf(join(folder, name)))
      .join('\n')
  } catch {
    return ''
  }
}

/** What differs after each write: a writer replaces the file, an editor changes its times. */
function stateOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  if (stats === undefined) return ''
  return [path, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs, stats.mode].join(' ')
}
