import { type EvidenceDraft, type Json, summarise } from '#core'
import type { Doubt } from '#planner'
import { countChange } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { sessionChanges } from './net_changes.js'

/** Subject of the row that says why an end is not proven. */
export const PROOF = 'proof'
const DIFF_LINES = 60

/** The row of an unproven end: its grade, its reason, and the difference of the tests that the task changed. */
export function proofRow(
  { grade, reason, law, tests }: Doubt,
  frame: Frame,
  deps: Pick<Deps, 'ledger' | 'workspace'>,
): EvidenceDraft {
  const changes = tests.length === 0 ? [] : sessionChanges(frame, deps)
  const shown = tests.map(({ path, why }) => {
    const change = changes.find((one) => one.path === path)
    const diff = change === undefined ? '' : deps.workspace.diff(change, DIFF_LINES)
    return { path, why, diff }
  })
  const facts: Record<string, Json> = { code: 'unproven', law, grade, reason }
  if (shown.length > 0) facts.tests = shown
  return {
    kind: 'diagnostic',
    subject: PROOF,
    summary: summarise(`unproven (${grade}): ${reason}`),
    payload: Buffer.from([reason, ...shown.map(({ diff }) => diff)].join('\n')),
    facts,
  }
}

/** The rows of changes that background commands made: no call of the task has them. */
export function backgroundRows({ look }: Pick<Frame, 'look'>): EvidenceDraft[] {
  return (look?.byBackground ?? []).map(({ path, before, after }) => {
    const { added, removed } = countChange(before, after)
    return {
      kind: 'edit_applied',
      subject: path,
      summary: summarise(`${path} was changed by a background command: +${added} -${removed}`),
      payload: after ?? Buffer.alloc(0),
      facts: { path, added, removed, by: 'background' },
    }
  })
}
