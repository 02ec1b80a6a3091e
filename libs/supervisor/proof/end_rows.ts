import { type EvidenceDraft, type Json, summarise } from '#core'
import type { Doubt } from '#planner'
import { countChange } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { sessionChanges } from './net_changes.js'

const DIFF_LINES = 60

/** What the ledger keeps of a doubt: also the difference of the tests that the task changed. */
export function storedDoubt(
  { grade, reason, law, tests }: Doubt,
  frame: Frame,
  deps: Pick<Deps, 'ledger' | 'workspace'>,
): Json {
  const changes = tests.length === 0 ? [] : sessionChanges(frame, deps)
  const shown = tests.map(({ path, why }) => {
    const change = changes.find((one) => one.path === path)
    const diff = change === undefined ? '' : deps.workspace.diff(change, DIFF_LINES)
    return { path, why, diff }
  })
  return { law, grade, reason, tests: shown }
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
