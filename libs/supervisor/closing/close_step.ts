import { CUT_BY_LIMIT, nudgesFor, type Outcome } from '#core'
import {
  type Advice,
  adviseOnce,
  asksOnly,
  changedPaths,
  type Doubt,
  doubtOf,
  findLoop,
  type GuardInput,
  gradeOf,
  judge,
  type Loop,
  type Standing,
  warnOfLoop,
} from '#planner'
import { openComplaints } from '../checks/open_complaints.js'
import type { Deps } from '../deps/deps.js'
import { endTooEarly } from '../guards/end_too_early.js'
import { spokenSince } from '../guards/spoken.js'
import { toolHint } from '../guards/tool_hint.js'
import { endOfLoop } from '../loops/end_of_loop.js'
import { missingIn, nameOnce, sayMissing } from '../loops/missing_permission.js'
import { pastOf } from '../loops/past.js'
import { newEdits, triedEdits } from '../loops/tried_edits.js'
import { newestRows } from '../proof/rows.js'
import { autoCites, standingOf, testsBefore } from '../proof/standing.js'
import { type Frame, ordered, planNow } from '../step/frame.js'
import { usedTokens } from '../step/used_tokens.js'
import { closeProblem } from './close_problem.js'
import type { Closing } from './closing.js'
import { endOf, failureOf } from './end_of_task.js'
import { endOnFullDisk } from './end_on_full_disk.js'
import { holdToForm } from './hold_to_form.js'
import { isSaidAgain } from './said_again.js'

type CloseDeps = Pick<
  Deps,
  | 'ledger'
  | 'workspace'
  | 'registry'
  | 'checks'
  | 'parts'
  | 'taskTokens'
  | 'answer'
  | 'gate'
  | 'person'
>

/** Judges a step after its calls ran: the task ends, gets a correction, or continues. */
export function closeStep(frame: Frame, deps: CloseDeps): Closing {
  const closing = judgeStep(frame, deps)
  const full = closing.end === undefined ? null : endOnFullDisk(closing.end, frame, deps)
  return full === null ? holdToForm(closing, frame, deps) : { ...closing, end: full }
}

function judgeStep(frame: Frame, deps: CloseDeps): Closing {
  const { reply, closed, view } = frame
  if (closed !== null) {
    const { summary, cites } = closed
    const standing = standingOf(frame, deps)
    const doubt = withCut(closed.doubt, { reply, standing })
    const before = { passedBefore: testsBefore(view.task.id, deps), said: summary }
    const failure = doubt === null ? null : failureOf(standing, before)
    const end = endOf(summary, doubt, { standing, failure })
    const lacks = lackOf(doubt) ?? (end.status === 'unproven' ? missingIn(frame, deps) : null)
    const denied =
      lacks === null ? {} : { status: 'denied' as const, text: `${end.text}\n${lacks}` }
    return { corrections: [], nudged: false, end: { ...end, ...denied, cites }, doubt }
  }
  const outcomes = ordered(frame)
  const past = pastOf(frame, deps)
  const repeated = {
    loop: outcomes.length === 0 ? null : findLoop(deps.parts.guards, past),
    error: outcomes.findLast(({ ok }) => !ok)?.text ?? '',
  }
  const stalled = endOfLoop(frame, repeated, deps)
  if (stalled !== null) return { corrections: [], nudged: false, end: stalled }
  if (reply.problem !== null) return closeProblem(frame, reply.problem)
  const textOnly = reply.calls.every(({ origin }) => origin === 'program')
  const standing = standingOf(frame, deps)
  const ending = { cites: null, summary: reply.text, isTask: true }
  const judgement = textOnly ? judge(standing, ending) : NOT_JUDGED
  const question = isAnswered(standing, frame, deps)
  const edited = textOnly && changedPaths(standing).length > 0
  const { asked } = standing
  const known = { judgement, textOnly, question, edited, asked, ...past, ...repeated }
  const hasWork = hasRows(frame, deps)
  const isMeant = textOnly && isSaidAgain(frame, { hasWork, judgement })
  const advice = isMeant ? null : adviceOfGuards(frame, deps, known)
  // The tests come first. A failed linter is more precise than a guard.
  const isKnown = judgement.ok && !judgement.proven && judgement.law === 'failing_tests'
  const check = judgement.ok && !isKnown ? failedCheck(frame, outcomes) : null
  if (check !== null) return { corrections: [check], nudged: textOnly }
  if (advice !== null) return correct(advice, textOnly)
  if (!textOnly) return { corrections: [], nudged: false }
  const mayCorrect = !isMeant && frame.view.nudgesInARow < nudgesFor(frame.number)
  const early = mayCorrect ? endTooEarly(frame, { standing, end: ending }, deps) : null
  if (early !== null) return correct(early, true)
  const before = { passedBefore: testsBefore(view.task.id, deps), said: reply.text }
  const failure = failureOf(standing, before)
  const doubt = withCut(doubtOf(standing, ending), { reply, standing })
  const end = endOf(reply.text, doubt, { standing, failure })
  const missing = lackOf(doubt) ?? missingIn(frame, deps)
  // A question whose only read was refused has no answer.
  const lacks = !question || !hasRows(frame, deps)
  const blocked = lacks && !end.proven && missing !== null ? [missing] : []
  return {
    corrections: [],
    nudged: false,
    doubt,
    end: {
      ...end,
      text: [nameOnce(end.text, blocked), ...blocked, ...complaintLine(frame, deps)].join('\n'),
      cites: autoCites(frame, deps),
      status: blocked.length > 0 ? 'denied' : end.status,
    },
  }
}

/** An answer that the limit cut every time is not the model's choice of words: that comes first, and half an answer proves nothing. */
function withCut(
  doubt: Doubt | null,
  { reply, standing }: Pick<Frame, 'reply'> & { standing: Standing },
): Doubt | null {
  if (reply.finishReason !== 'length') return doubt
  const cut = `${CUT_BY_LIMIT} (maxOutput)`
  if (doubt === null)
    return { law: 'cut', grade: gradeOf(standing, { proven: false }), reason: cut, tests: [] }
  const { isQuiet: _, ...rest } = doubt
  return { ...rest, reason: `${cut}; ${doubt.reason}` }
}

/** The permission that an end needs although other files were changed after its refusal. */
function lackOf(doubt: Doubt | null): string | null {
  return doubt?.denied === undefined ? null : sayMissing(doubt.denied)
}

/** A step that goes on is not judged. */
const NOT_JUDGED = { ok: true, proven: true, grade: 'read' } as const

/** The task asks for words or for a run, and there is something to report. */
function isAnswered(
  { asked, wants, onlyTeaches }: Standing,
  frame: Frame,
  deps: CloseDeps,
): boolean {
  // The rules are stored already: a model that is sent on would change files for them.
  if (onlyTeaches) return true
  if (wants === 'change') return false
  if (wants === 'text' || asksOnly(asked)) return true
  return hasRows(frame, deps)
}

/** Something was read, run or changed. */
function hasRows(frame: Frame, deps: CloseDeps): boolean {
  return newestRows(frame, deps).some(
    ({ kind, subject }) => kind !== 'decision' && subject !== 'gate',
  )
}

type Known = { loop: Loop | null } & Pick<
  GuardInput,
  'judgement' | 'textOnly' | 'question' | 'edited' | 'asked' | 'calls' | 'reads' | 'error'
>

/** The correction for a loop, else that of the first guard that has one. */
function adviceOfGuards(frame: Frame, deps: CloseDeps, { loop, ...known }: Known): Advice | null {
  const input: GuardInput = {
    ...known,
    reply: frame.reply,
    plan: planNow(frame),
    rows: newestRows(frame, deps),
    firstRow: frame.view.nextEvidence,
    openTodos: openTodos(frame),
    nudgesInARow: frame.view.nudgesInARow,
    edits: newEdits(frame, deps).some(({ ok }) => !ok) ? triedEdits(frame, deps) : [],
    step: frame.number,
    askPlan: deps.checks.askPlan,
    exists: (path) => isThere(path, deps),
    better: (tool) => toolHint(tool, frame, deps),
    budget: tokenBudget(frame, deps),
  }
  const warned = loop === null ? null : warnOfLoop(loop, known.error)
  if (loop !== null && warned !== null)
    return { name: 'loop', text: withBetter(warned, loop, input) }
  return adviseOnce(deps.parts.guards, input, spokenSince(frame, deps))
}

/** A tool that works better than the one that fails is named here too. A command that fails is a result. */
function withBetter(warned: string, { failing, denied }: Loop, input: GuardInput): string {
  const last = input.calls.at(-1)
  if (!failing || denied || last === undefined || last.effect === 'command') return warned
  const better = input.better?.(last.tool) ?? null
  return better === null ? warned : `${warned} ${better}`
}

function isThere(path: string, { workspace }: CloseDeps): boolean {
  const place = workspace.resolve(path)
  return place.ok && place.exists
}

/** With the tokens of this step, which is not committed yet. */
function tokenBudget({ view, reply }: Frame, deps: CloseDeps): GuardInput['budget'] {
  if (deps.taskTokens === undefined) return null
  const { promptTokens = 0, completionTokens = 0, reusedPrefixTokens = 0 } = reply.usage ?? {}
  const now = promptTokens - (reusedPrefixTokens ?? 0) + completionTokens
  return { used: usedTokens(view, deps) + now, most: deps.taskTokens }
}

function correct({ name, text }: Advice, nudged: boolean): Closing {
  return { corrections: [text], nudged, guards: [name] }
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
