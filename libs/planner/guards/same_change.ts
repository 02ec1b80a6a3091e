import type { Guard } from '../guard.js'
import type { FileChange } from '../judge/facts/types.js'

/** So many files with one change make it a change of all that are alike. */
const LEAST_FILES = 2
/** Files that one refusal names. */
const NAMED = 8
const LINE_CHARS = 100

/**
 * A correction of earlier work is done when all files of that work have it: a line that an earlier task of the session
 * wrote, and that this task replaced in several files, is still in others. Tests that passed before say nothing here.
 */
export const sameChange: Guard = {
  name: 'same_change',
  cap: 4,
  refuse({ standing: { changes, sessionChanges, asked }, end }) {
    const own = new Set(changes.map(({ path }) => path))
    for (const line of replacedLines(changes)) {
      const others = sessionChanges.filter(
        ({ path, before, after }) =>
          !own.has(path) &&
          linesOf(after).includes(line) &&
          !linesOf(before).includes(line) &&
          !asked.includes(path) &&
          !end.summary.includes(path),
      )
      if (others.length === 0) continue
      const named = others.slice(0, NAMED).map(({ path }) => path)
      const more = others.length > NAMED ? ` (+${others.length - NAMED} more)` : ''
      return `not done: this task replaced "${line.slice(0, LINE_CHARS)}", which an earlier task wrote, and ${named.join(', ')}${more} still has it. Change the first one now. If one keeps it, name it at the end and say why.`
    }
    return null
  },
}

/** The lines that went from several files of this task in the same way: the same line came. */
function replacedLines(changes: readonly FileChange[]): string[] {
  const counts = new Map<string, { line: string; files: number }>()
  for (const { before, after } of changes) {
    const [old, now] = [linesOf(before), linesOf(after)]
    const [had, has] = [new Set(old), new Set(now)]
    const gone = [...had].filter((line) => !has.has(line) && line.trim() !== '')
    const come = [...has].filter((line) => !had.has(line))
    for (const line of gone) {
      const key = `${line}\n${come.join('\n')}`
      const known = counts.get(key) ?? { line, files: 0 }
      counts.set(key, { line, files: known.files + 1 })
    }
  }
  return [...counts.values()].filter(({ files }) => files >= LEAST_FILES).map(({ line }) => line)
}

function linesOf(text: string | null): string[] {
  return text === null ? [] : text.split('\n')
}
