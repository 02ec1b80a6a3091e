import { countNoun, type EvidenceDraft, type Outcome } from '#core'
import { failureBrief } from './failure_brief.js'
import { tellingLine } from './telling_line.js'

/** A longer summary is cut: it is shown after the line of its call. */
const MOST_CHARS = 60
/** A run without a verdict says why. */
const MOST_UNCLEAR = 80

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

/** What a call ended with, in a few words for a person: from its evidence, or from the text for the model. */
export function briefOf({ ok, text, evidence, changes, denied, mark }: Outcome): string {
  if (denied !== undefined) return 'denied'
  if (mark === 'withheld') return 'not run again'
  if (ok && changes.length > 0) {
    const sum = (key: 'added' | 'removed') => changes.reduce((total, one) => total + one[key], 0)
    return `+${sum('added')} -${sum('removed')}`
  }
  const [row] = evidence
  if (row !== undefined) return evidenceBrief(row)
  if (!ok) return failureBrief(text)
  if (text === '') return ''
  return countNoun(text.split('\n').length, 'line')
}

/** So much of the end of an output is read for its line. */
const END_BYTES = 65_536

function evidenceBrief({ kind, summary, facts, payload }: EvidenceDraft): string {
  if (kind === 'test_result') return testBrief({ summary, facts })
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

/**
 * The verdict on a test run. Its command is in the line of the call, so it is left out where the verdict would be cut. A run
 * that shows no verdict is named by its end, and why.
 */
function testBrief({ summary, facts }: Pick<EvidenceDraft, 'summary' | 'facts'>): string {
  const [line = ''] = summary.trim().split('\n')
  const word = /^\w+/.exec(line)?.[0] ?? ''
  const head = `${word}: ${facts.command} (`
  const behind = line.startsWith(head) ? line.slice(head.length).replace(/\)(?= \[|$)/, '') : ''
  if (typeof facts.passed === 'boolean') {
    const isWhole = line.length <= MOST_CHARS || behind === ''
    return firstLine(isWhole ? line : `${word}: ${behind}`)
  }
  const { exitCode } = facts
  const why = behind.replace(/(?:^|, )exit \d+(?=,|$)/, '')
  const reason = why.replace(/^, /, '')
  if (typeof exitCode !== 'number')
    return firstLine(`${reason || 'interrupted'}, tests unclear`, MOST_UNCLEAR)
  const end = exitCode === 0 ? 'exit code 0' : `exit ${exitCode}`
  return firstLine(`${end}, tests unclear${reason && ` (${reason})`}`, MOST_UNCLEAR)
}

function firstLine(text: string, most = MOST_CHARS): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`
}
