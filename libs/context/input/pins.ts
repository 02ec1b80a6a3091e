import type { Evidence } from '#core'
import type { PromptInput } from './section.js'

/** More of them would fill the text of a prompt. */
const MOST_PINS = 6

/**
 * Rows that were asked for again after a rebuild had dropped them: the same lines of a file, the same search. The
 * next prompts have them from the start. Newest first, each target once.
 */
export function pinnedRows({ evidence, rebuiltAfter = [] }: PromptInput): Evidence[] {
  if (rebuiltAfter.length === 0) return []
  const lastEdit = evidence.find(({ kind }) => kind === 'edit_applied')
  const pins: Evidence[] = []
  for (const [at, row] of evidence.entries()) {
    if (pins.length === MOST_PINS) break
    // A result of a search from before an edit may be wrong now; a file is read from the disk.
    if (row.kind === 'symbol_lookup' && lastEdit !== undefined && isNewer(lastEdit, row)) continue
    if (pins.some((pin) => isSame(pin, row))) continue
    const earlier = evidence.slice(at + 1).find((other) => isSame(row, other))
    const wasDropped = rebuiltAfter.some(
      (step) => earlier !== undefined && earlier.step <= step && step < row.step,
    )
    if (wasDropped) pins.push(row)
  }
  return pins
}

function isSame(a: Evidence, b: Evidence): boolean {
  if (a.kind !== b.kind || a.subject !== b.subject) return false
  if (a.kind === 'symbol_lookup') return true
  if (a.kind !== 'file_read' || a.facts.path !== b.facts.path) return false
  const [first, second] = [rangeOf(a), rangeOf(b)]
  return first.start <= second.end && second.start <= first.end
}

/** The lines of a read; all of them when it names none. */
export function rangeOf({ facts }: Evidence): { start: number; end: number } {
  const range = /^(\d+)-(\d+)$/.exec(String(facts.lines ?? ''))
  if (range === null) return { start: 1, end: Number.POSITIVE_INFINITY }
  return { start: Number(range[1]), end: Number(range[2]) }
}

function isNewer(a: Evidence, b: Evidence): boolean {
  return Number(a.id.slice(1)) > Number(b.id.slice(1))
}
