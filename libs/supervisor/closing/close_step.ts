import { LIMITS, type Outcome, type Reply } from '#core'
import type { TaskEnd } from '#ledger'
import { asksOnly, type Judgement, proof, type Standing } from '#planner'
import { digestCalls } from '../call/run_call.js'
import { isCheck } from '../checks/auto_check.js'
import { openComplaints } from '../checks/lint_check.js'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered, planNow } from '../step/frame.js'
import { autoCites, standingOf, testsBefore } from '../step/standing.js'
import { triedEdits } from './tried_edits.js'

/** What is said to the model after a step, and whether the task is over. */
export interface Closing {
  corrections: string[]
  nudged: boolean
  end?: TaskEnd
}

/** Judges a step that was acted on: resolved, corrected, given up, or simply going on. */
export function closeStep(frame: Frame, deps: Deps): Closing {
  const { reply, closed } = frame
  if (closed !== null) {
    const { summary: text, cites, proven } = closed
    return { corrections: [], nudged: false, end: { status: 'resolved', text, cites, proven } }
  }
  if (reply.problem !== null) return closeProblem(frame, reply.problem)
  const outcomes = ordered(frame)
  const standing = standingOf(frame, deps)
  const judgement = proof(standing)
  const textOnly = reply.calls.every(isCheck)
  const question = asksOnly(frame.view.task.text)
  const said = firstCorrection(
    frame,
    deps,
    outcomes,
    judgement,
    textOnly,
    question,
    standing.lastEdit !== null,
  )
  const check = failedCheck(frame, outcomes)
  // Tests come first; else a linter's word says more than a guard's.
  const correction = judgement.ok ? (check ?? said) : said
  if (correction !== null) return { corrections: [correction], nudged: textOnly }
  if (!textOnly) return { corrections: [], nudged: false }
  const end = endInText(
    reply,
    judgement,
    standing.lastEdit !== null || question,
    failureOf(standing, testsBefore(frame.view.task.id, deps)),
  )
  const blocked = !question && end.status === 'resolved' && !end.proven && wasDenied(frame, deps)
  const cites = autoCites(frame, deps)
  return {
    corrections: [],
    nudged: false,
    end: {
      ...end,
      text: [end.text, ...complaintLine(frame, deps)].join('\n'),
      cites,
      status: blocked ? 'denied' : end.status,
    },
  }
}

function firstCorrection(
  frame: Frame,
  deps: Deps,
  outcomes: Outcome[],
  judgement: Judgement,
  textOnly: boolean,
  question: boolean,
  edited: boolean,
): string | null {
  const calls = [...frame.view.recentCalls, ...digestCalls(frame, outcomes)]
  const { nudgesInARow } = frame.view
  const input = {
    reply: frame.reply,
    textOnly,
    question,
    judgement,
    edited,
    openTodos: openTodos(frame),
    nudgesInARow,
    calls,
    edits: triedEdits(frame, outcomes, deps),
    step: frame.number,
  }
  for (const guard of deps.guards) {
    const correction = guard.watch(input)
    if (correction !== null) return correction
  }
  return null
}

/** A check of ours that failed; where it is not the tests, a linter. */
function failedCheck({ reply }: Frame, outcomes: Outcome[]): string | null {
  const failed = outcomes.filter(({ ok, denied }) => !ok && denied === undefined)
  const check = reply.calls.find(
    (call) => isCheck(call) && failed.some((o) => o.callId === call.id),
  )
  if (check === undefined) return null
  return `not done: ${check.arguments.command} fails. Mend what it names.`
}

/** Tests prove the task, a linter does not: what it said last stands beside the end. */
function complaintLine(frame: Frame, deps: Deps): string[] {
  const names = openComplaints(frame, deps)
  return names.length === 0 ? [] : [`(${names.join(', ')} still complained when it ran last)`]
}

function openTodos(frame: Frame): string[] {
  const open = planNow(frame).filter((node) => node.kind === 'todo' && node.status !== 'resolved')
  return open.map((node) => node.text)
}

/** A reply without a call, and no correction left to give: the task ends, honestly. */
function endInText(
  reply: Reply,
  judgement: Judgement,
  hasGround: boolean,
  failure: string | null,
): Omit<TaskEnd, 'cites'> {
  const text = reply.text.trim()
  if (judgement.ok && judgement.proven && hasGround)
    return { status: 'resolved', text, proven: true }
  if (!judgement.ok && failure !== null)
    return { status: 'failed', text: `not done, ${failure}: ${text}`, proven: false }
  return { status: 'resolved', text: `unproven: ${text}`, proven: false }
}

/** What is known to be wrong: then the end is a failure, whatever the reply says (row 155). */
function failureOf({ lastTest, broken }: Standing, before: boolean | null): string | null {
  const worse =
    ', and they passed before the first edit (`/undo turn` or `aircoder undo --turn` puts the files back)'
  if (lastTest?.passed === false) return `the tests fail${before === true ? worse : ''}`
  return broken.length > 0 ? `${broken.join(', ')} does not parse` : null
}

function closeProblem(frame: Frame, problem: NonNullable<Reply['problem']>): Closing {
  const inARow = frame.view.problemsInARow + 1
  // Whoever gets something done each time is not at a loss.
  if (inARow >= LIMITS.problemsInARow && frame.reply.calls.length === 0) {
    const text = `gave up after ${inARow} replies in a row that could not be used: ${problem.message}`
    return {
      corrections: [],
      nudged: false,
      end: { status: 'failed', text, cites: [], proven: false },
    }
  }
  const text = correctionFor(problem, frame.reply.calls)
  return { corrections: text === null ? [] : [text], nudged: false }
}

/** What the model is told of a reply that could not be used; nothing where the endpoint was to blame. */
function correctionFor(
  { code, message, excerpt }: NonNullable<Reply['problem']>,
  calls: Reply['calls'],
): string | null {
  const quoted = excerpt ? `\nIt reads: ${excerpt}` : ''
  if (code === 'parser_error') {
    const lead = calls.length === 0 ? 'Your last reply could not be read. ' : ''
    return `${lead}${message}${quoted}`
  }
  if (code === 'repetition') return `${message}${quoted}`
  if (code === 'thinking_budget')
    return `${message} Do not think any further: make the next call now, or give the answer.`
  return null
}

/** Was something refused since the last edit, by a rule, a person, or because nobody could be asked? */
function wasDenied(frame: Frame, deps: Deps): boolean {
  if (ordered(frame).some((outcome) => outcome.denied !== undefined)) return true
  const rows = deps.ledger.find({
    taskId: frame.view.task.id,
    kind: 'diagnostic',
    subject: 'gate',
    limit: 1,
  })
  const lastDenied = Number(rows[0]?.id.slice(1) ?? 0)
  return lastDenied > Number(frame.view.lastEdit?.id.slice(1) ?? 0)
}
