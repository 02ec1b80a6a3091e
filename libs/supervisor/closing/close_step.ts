import type { Outcome } from '#core'
import { asksOnly, type GuardInput, proof } from '#planner'
import { openComplaints } from '../checks/open_complaints.js'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { type Frame, ordered, planNow } from '../step/frame.js'
import { autoCites, standingOf, testsBefore } from '../step/standing.js'
import { closeProblem } from './close_problem.js'
import type { Closing } from './closing.js'
import { digestCalls } from './digest_calls.js'
import { endInText, failureOf } from './end_in_text.js'
import { triedEdits } from './tried_edits.js'

type CloseDeps = Pick<Deps, 'ledger' | 'workspace' | 'registry' | 'checks' | 'parts'>

/** Judges a step after its calls ran: the task ends, gets a correction, or continues. */
export function closeStep(frame: Frame, deps: CloseDeps): Closing {
  const { reply, closed, view } = frame
  if (closed !== null) {
    const { summary: text, cites, proven } = closed
    return { corrections: [], nudged: false, end: { status: 'resolved', text, cites, proven } }
  }
  if (reply.problem !== null) return closeProblem(frame, reply.problem)
  const outcomes = ordered(frame)
  const standing = standingOf(frame, deps)
  const judgement = proof(standing)
  const textOnly = reply.calls.every(({ origin }) => origin === 'program')
  const question = asksOnly(view.task.text)
  const edited = standing.lastEdit !== null
  const advice = adviceOfGuards(frame, deps, { outcomes, judgement, textOnly, question, edited })
  // The tests come first. A failed linter is more precise than a guard.
  const correction = judgement.ok ? (failedCheck(frame, outcomes) ?? advice) : advice
  if (correction !== null) return { corrections: [correction], nudged: textOnly }
  if (!textOnly) return { corrections: [], nudged: false }
  const failure = failureOf(standing, testsBefore(view.task.id, deps))
  const end = endInText(reply, { judgement, hasGround: edited || question }, failure)
  const blocked = !question && end.status === 'resolved' && !end.proven && wasDenied(frame, deps)
  return {
    corrections: [],
    nudged: false,
    end: {
      ...end,
      text: [end.text, ...complaintLine(frame, deps)].join('\n'),
      cites: autoCites(frame, deps),
      status: blocked ? 'denied' : end.status,
    },
  }
}

/** The correction of the first guard that has one. */
function adviceOfGuards(
  frame: Frame,
  deps: CloseDeps,
  {
    outcomes,
    ...known
  }: { outcomes: Outcome[] } & Pick<GuardInput, 'judgement' | 'textOnly' | 'question' | 'edited'>,
): string | null {
  const input: GuardInput = {
    ...known,
    reply: frame.reply,
    openTodos: openTodos(frame),
    nudgesInARow: frame.view.nudgesInARow,
    calls: [...frame.view.recentCalls, ...digestCalls(frame, outcomes)],
    edits: triedEdits(frame, outcomes, deps),
    step: frame.number,
  }
  for (const guard of deps.parts.guards) {
    const correction = guard.watch(input)
    if (correction !== null) return correction
  }
  return null
}

/** A check of the program that failed. Where the tests passed, it is a linter. */
function failedCheck({ reply }: Frame, outcomes: Outcome[]): string | null {
  const failed = outcomes.filter(({ ok, denied }) => !ok && denied === undefined)
  const check = reply.calls.find(
    ({ id, origin }) => origin === 'program' && failed.some(({ callId }) => callId === id),
  )
  if (check === undefined) return null
  return `not done: ${check.arguments.command} fails. Fix what it reports.`
}

/** A linter proves nothing, so its last complaints only add a line to the end. */
function complaintLine(frame: Frame, deps: CloseDeps): string[] {
  const names = openComplaints(frame, deps)
  return names.length === 0 ? [] : [`(the last run of ${names.join(', ')} still has complaints)`]
}

function openTodos(frame: Frame): string[] {
  const open = planNow(frame).filter((node) => node.kind === 'todo' && node.status !== 'resolved')
  return open.map((node) => node.text)
}

/** Whether a call was refused since the last edit: by a rule, by a person, or because nobody can be asked. */
function wasDenied(frame: Frame, { ledger }: Pick<Deps, 'ledger'>): boolean {
  if (ordered(frame).some((outcome) => outcome.denied !== undefined)) return true
  const taskId = frame.view.task.id
  const [row] = ledger.find({ taskId, kind: 'diagnostic', subject: 'gate', limit: 1 })
  return evidenceNumber(row?.id ?? 'e0') > evidenceNumber(frame.view.lastEdit?.id ?? 'e0')
}
