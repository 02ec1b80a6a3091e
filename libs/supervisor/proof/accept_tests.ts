import type { Reply } from '#core'
import type { TaskRow } from '#ledger'
import { type Doubt, doubtOf, gradeNote } from '#planner'
import type { Deps } from '../deps/deps.js'
import { ACCEPT } from '../gate/session.js'
import { type Frame, openFrame } from '../step/frame.js'
import { acceptedTests, approvalOf, hashNow, type ShownTest } from './accepted.js'
import { storedDoubt, storedTests, type TestDiff } from './end_rows.js'
import { parseChanges } from './parse_changes.js'
import { type StandingDeps, standingOf } from './standing.js'

export type AcceptDeps = Omit<StandingDeps, 'gate'> & {
  undo: Pick<Deps['undo'], 'snapshots'>
  gate: Pick<Deps['gate'], 'mode'>
}

/** The changed tests of an ended task that the user has not accepted, as they are now. */
export interface AcceptPlan {
  task: TaskRow
  tests: readonly (TestDiff & ShownTest)[]
}

/** What an acceptance came to. `reason`: why the task is not proven all the same. */
export type Accepted = { proven: true } | { proven: false; reason: string }

/** What the user is shown before the question. */
export function planAcceptance(task: TaskRow, deps: AcceptDeps): AcceptPlan {
  const frame = frameOf(task, deps)
  const doubt = doubtNow(task, frame, deps)
  const found = doubt === null ? [] : storedTests(doubt.tests, frame, deps)
  const known = new Set(found.map(({ path }) => path))
  const accepted = acceptedTests(task.sessionId, deps)
  // Files that a background command changed are known only from the end of the task.
  const kept = keptTests(task).filter(
    ({ path, hash }) =>
      !known.has(path) && !accepted.has(path) && hash === hashNow(path, deps.workspace),
  )
  return { task, tests: [...found, ...kept] }
}

/**
 * Stores that the user accepts these tests with this content, and judges the end of the task again. Without tests it only
 * judges again. Repeating it is harmless.
 */
export async function acceptTests(
  { task, tests }: AcceptPlan,
  deps: AcceptDeps,
  signal: AbortSignal,
): Promise<Accepted> {
  const { ledger } = deps
  ledger.claimSession(task.sessionId)
  if (tests.length > 0)
    ledger.recordAnswer({
      sessionId: task.sessionId,
      taskId: task.id,
      step: task.steps,
      tool: ACCEPT,
      what: `accept the changed tests ${tests.map(({ path }) => path).join(', ')}`,
      decision: 'yes',
      reason: '',
      rule: 'changed tests',
      mode: deps.gate.mode(),
      pattern: null,
      approval: approvalOf(tests),
      lastEvidence: ledger.view(task.id).nextEvidence - 1,
    })
  const frame = frameOf(task, deps)
  frame.look = await treeNow(deps, signal)
  await parseChanges({ frame, deps, signal })
  const doubt = doubtNow(task, frame, deps)
  if (doubt !== null) return { proven: false, reason: doubt.reason }
  const open = planAcceptance(task, deps).tests
  if (open.length > 0)
    return { proven: false, reason: `${open.map(({ path }) => path).join(', ')} changed again` }
  ledger.restate(task.id, { text: saidIn(task), proven: true })
  return { proven: true }
}

function doubtNow(task: TaskRow, frame: Frame, deps: AcceptDeps): Doubt | null {
  const cites = task.cites.length > 0 ? task.cites : null
  // No run is meant, so no test is out of its reach.
  const { gate: _, ...known } = deps
  return doubtOf(standingOf(frame, known), { cites, summary: saidIn(task), isTask: true })
}

/** A frame for rows that are in the ledger already: nothing is decided in it. */
function frameOf({ id }: TaskRow, { ledger }: AcceptDeps): Frame {
  return openFrame(ledger.view(id), { reply: NO_REPLY, estimatedTokens: 0 })
}

const NO_REPLY: Reply = {
  text: '',
  reasoning: '',
  calls: [],
  problem: null,
  finishReason: 'stop',
  usage: null,
}

async function treeNow({ undo }: AcceptDeps, signal: AbortSignal): Promise<Frame['look']> {
  const { snapshots } = undo
  const now = (await snapshots?.take(signal)) ?? null
  const look = now === null ? null : await snapshots?.look(now, signal)
  return look ? { tree: look.digest, byBackground: [] } : null
}

/** The words of the model in the end of a task, without those that the program added. */
function saidIn({ endText, doubt }: TaskRow): string {
  const kept = storedDoubt.safeParse(doubt)
  if (!kept.success) return endText
  const { grade, reason } = kept.data
  return endText.replace(/^unproven: /, '').replace(`\n(${gradeNote({ grade, reason })})`, '')
}

function keptTests({ doubt }: TaskRow): (TestDiff & ShownTest)[] {
  const kept = storedDoubt.safeParse(doubt)
  return kept.success ? kept.data.tests : []
}
