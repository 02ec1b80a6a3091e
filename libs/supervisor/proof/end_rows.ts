import { z } from 'zod'
import { type EvidenceDraft, type Json, summarise } from '#core'
import type { Doubt } from '#planner'
import { countChange } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { hashNow, type ShownTest } from './accepted.js'
import { sessionChanges } from './net_changes.js'

const DIFF_LINES = 60

/** Why an end is not proven, as the ledger keeps it: also the difference and the hash of each test that the task changed. */
export const storedDoubt = z.object({
  grade: z.string(),
  reason: z.string(),
  tests: z.array(
    z.object({
      path: z.string(),
      why: z.string(),
      diff: z.string(),
      hash: z.string().nullable().default(null),
    }),
  ),
  /** The tests that may not run, and the option that allows them. */
  barred: z
    .object({ command: z.string(), flag: z.tuple([z.string(), z.string()]).nullable() })
    .optional(),
})

/** A changed test with its difference. */
export interface TestDiff {
  path: string
  why: string
  diff: string
}

export function toStored(
  { grade, reason, law, tests, barred }: Doubt,
  frame: Frame,
  deps: DiffDeps,
): Json {
  const shown = storedTests(tests, frame, deps).map((test) => ({ ...test }))
  const stored = { law, grade, reason, tests: shown }
  if (barred === undefined) return stored
  const flag = barred.flag === null ? null : [...barred.flag]
  return { ...stored, barred: { command: barred.command, flag } }
}

type DiffDeps = Pick<Deps, 'ledger' | 'workspace'>

/** Tests with the difference to what they were before the session, and the hash of what they are now. */
export function storedTests(
  tests: Doubt['tests'],
  frame: Frame,
  deps: DiffDeps,
): (TestDiff & ShownTest)[] {
  const changes = tests.length === 0 ? [] : sessionChanges(frame, deps)
  return tests.map(({ path, why }) => {
    const change = changes.find((one) => one.path === path)
    const diff = change === undefined ? '' : deps.workspace.diff(change, DIFF_LINES)
    return { path, why, diff, hash: hashNow(path, deps.workspace) }
  })
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
