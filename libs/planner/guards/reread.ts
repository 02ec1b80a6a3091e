import type { Guard } from '../guard.js'
import { capBySteps, type PastCall, type PastRead } from '../loop.js'

/**
 * A file that is read again and again although nothing changed: every line was already shown. Reading on is
 * no repetition, and neither is a read after an edit.
 */
export const reread: Guard = {
  name: 'reread',
  loop({ calls, reads }) {
    const last = reads.at(-1)
    if (last === undefined || last.step !== calls.at(-1)?.step) return null
    const ofFile = reads.filter(({ path, hash }) => path === last.path && hash === last.hash)
    const failedEdits = calls.filter(({ effect, ok }) => effect === 'edit' && !ok)
    const count = countAgain(ofFile, failedEdits)
    return {
      count,
      before: countAgain(ofFile.slice(0, -1), failedEdits),
      says: `You read ${last.path} ${Math.floor(count)} times and it did not change.`,
      calls: [],
      file: { path: last.path, hash: last.hash },
      failing: false,
      denied: false,
    }
  },
}

/** The first read, and those that showed nothing new. A read after a failed edit was asked for. */
function countAgain(reads: readonly PastRead[], failedEdits: readonly PastCall[]): number {
  const seen = new Set<number>()
  const again: number[] = []
  let before = 0
  for (const { first, last, step } of reads) {
    const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
    const isAsked = failedEdits.some((edit) => edit.step >= before && edit.step <= step)
    if (before > 0 && !isAsked && lines.every((line) => seen.has(line))) again.push(step)
    for (const line of lines) seen.add(line)
    before = step
  }
  const [start] = reads
  return start === undefined ? 0 : capBySteps(1 + again.length, [start.step, ...again])
}
