import type { Step } from './steps_of.js'

/** What names a file or a number: it may differ from task to task. */
const VARIES = /^["']?(?:[\w@.-]+\/[\w@./*-]*|[\w@*-]+\.[A-Za-z]{1,5}|\d+|\*)["']?$/
const BASE = /[^/]*$/
const ENDING = /\.[^./]+$/

/** The longest list of steps that two tasks did in the same order; what differs in a step is `*`. */
export function commonSteps(one: readonly Step[], other: readonly Step[]): Step[] {
  // Longest common subsequence, from the ends.
  const best: Step[][][] = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => []),
  )
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1) {
      const skip = longer(best[a + 1]?.[b] ?? [], best[a]?.[b + 1] ?? [])
      const both = joinSteps(one[a], other[b])
      const taken = both === null ? [] : [both, ...(best[a + 1]?.[b + 1] ?? [])]
      const row = best[a]
      if (row !== undefined) row[b] = longer(taken, skip)
    }
  return best[0]?.[0] ?? []
}

function longer(one: Step[], other: Step[]): Step[] {
  return other.length > one.length ? other : one
}

/** The step that two steps are cases of; null: they are not alike. */
function joinSteps(one: Step | undefined, other: Step | undefined): Step | null {
  if (one === undefined || other === undefined || one.kind !== other.kind) return null
  if (one.what === other.what) return one
  const what =
    one.kind === 'edit' ? joinPaths(one.what, other.what) : joinWords(one.what, other.what)
  return what === null ? null : { kind: one.kind, what }
}

/** Two files of one folder with one ending: `db/004.sql` and `db/005.sql` are `db/*.sql`. */
function joinPaths(one: string, other: string): string | null {
  const [folder, ending] = [one.replace(BASE, ''), ENDING.exec(one)?.[0] ?? '']
  if (ending === '' || folder !== other.replace(BASE, '')) return null
  return ending === ENDING.exec(other)?.[0] ? `${folder}*${ending}` : null
}

/** Two commands that differ only in files and numbers. The program is the same. */
function joinWords(one: string, other: string): string | null {
  const [mine, theirs] = [one.split(/\s+/), other.split(/\s+/)]
  if (mine.length !== theirs.length || mine[0] !== theirs[0]) return null
  const joined = mine.map((word, at) => {
    const own = theirs[at] ?? ''
    if (word === own) return word
    return VARIES.test(word) && VARIES.test(own) ? (joinPaths(word, own) ?? '*') : null
  })
  return joined.includes(null) ? null : joined.join(' ')
}
