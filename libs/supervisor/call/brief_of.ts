import { countNoun, type EvidenceDraft, type Outcome } from '#core'
import { tellingLine } from './telling_line.js'

/** A longer summary is cut: it is shown after the line of its call. */
const MOST_CHARS = 60

/** Facts that count what was found. */
const COUNTED = [
  ['matches', 'match'],
  ['entries', 'entry'],
] as const

/** Why a guard held an edit back, for a person: the text of the result is for the model. */
const HELD: Readonly<Record<string, string>> = {
  unread: 'the model had not read the file',
  stale: 'another program changed the file',
  cut: 'the new content seems cut off',
  fragment: 'most of the file would be lost',
  elided: 'lines are left out behind a placeholder',
  repeated: 'the end of the file is the same already',
  large: 'the file is too large to replace',
  long: 'the new text is too long',
  marks: 'the text has lines of a tool result',
  spiral: 'edits of this file failed before',
}

/** What a call ended with, in a few words for a person, from its evidence; '' where its text says it. */
export function briefOf({ ok, text, evidence, changes, denied, mark }: Outcome): string {
  if (denied !== undefined) return 'denied'
  if (mark === 'withheld') return 'not run again'
  if (ok && changes.length > 0) {
    const sum = (key: 'added' | 'removed') => changes.reduce((total, one) => total + one[key], 0)
    return `+${sum('added')} -${sum('removed')}`
  }
  const [row] = evidence
  if (row !== undefined) return evidenceBrief(row)
  if (!ok || text === '') return ''
  return countNoun(text.split('\n').length, 'line')
}

/** So much of the end of an output is read for its line. */
const END_BYTES = 65_536

function evidenceBrief({ kind, summary, facts, payload }: EvidenceDraft): string {
  if (kind === 'test_result') return firstLine(summary)
  if (kind === 'shell_output') {
    const { exitCode } = facts
    if (typeof exitCode !== 'number' || (facts.background !== undefined && exitCode === 0))
      return firstLine(summary)
    const said = tellingLine(payload.subarray(-END_BYTES).toString(), exitCode !== 0)
    const end = exitCode === 0 ? 'exit code 0' : `exit ${exitCode}`
    return firstLine(said === '' ? end : `${end}: ${said}`)
  }
  const held = facts.code === 'edit_held' ? HELD[String(facts.flaw)] : undefined
  if (held !== undefined) return `not written: ${held}`
  for (const [fact, noun] of COUNTED) {
    const count = facts[fact]
    if (typeof count === 'number') return countNoun(count, noun)
  }
  const { lines } = facts
  const [from, to] = typeof lines === 'string' ? lines.split('-').map(Number) : []
  if (from !== undefined && to !== undefined && to >= from) return countNoun(to - from + 1, 'line')
  return firstLine(summary)
}

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length <= MOST_CHARS ? line : `${line.slice(0, MOST_CHARS - 1)}…`
}
