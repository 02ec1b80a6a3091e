import type { Event } from '#core'
import { allowingFlag, approvalFor, decide, gateRequest } from '#gate'
import type { ToolResult } from '#tools'
import type { Workspace } from '#workspace'
import type { ReadyCall, StepScope } from '../step/frame.js'
import type { Refusal } from '../step/outcome.js'
import { sessionShell } from '../step/session_shell.js'
import { turnFiles } from '../step/turn_files.js'
import { isRefusedCheck } from './refused_check.js'
import { gateSession, placeOf } from './session.js'

export interface Allowed {
  ok: true
  /** The workspace, opened for the paths outside of it that were allowed. */
  workspace: Workspace
  /** Places outside of the folder that its command writes, absolute. */
  outside: readonly string[]
  /** The result of an edit that was computed for the question. */
  result: ToolResult | null
  rule: string
  asked: boolean
}

export interface Refused extends Refusal {
  ok: false
  asked: boolean
}

/** What the gate decides on a call in the mode of now, with the answers so far. */
export function decideNow(
  { tool, call, input }: Pick<ReadyCall, 'tool' | 'call' | 'input'>,
  { frame, deps }: Pick<StepScope, 'frame' | 'deps'>,
): 'allow' | 'ask' | 'deny' {
  const session = gateSession(frame.view.session.id, deps)
  const shell = sessionShell({ tool, call }, frame, deps)
  const place = { workspace: deps.workspace, programs: deps.parts.programs, shell }
  return decide(gateRequest({ tool, input, session, ...place })).decision
}

type Compute = (workspace: Workspace) => Promise<ToolResult>

/**
 * Asks the gate, and through it the person. Deny rules are checked before anything is read or run.
 * An edit is computed before the question, so that the question can show it.
 */
export async function* permit(
  { tool, call, input }: ReadyCall,
  { frame, deps, signal }: StepScope,
  compute: Compute,
): AsyncGenerator<Event, Allowed | Refused> {
  const { ask } = deps.person
  const session = gateSession(frame.view.session.id, deps)
  const shell = sessionShell({ tool, call }, frame, deps)
  const where = shell === undefined || shell.folder === '' ? '' : ` (in ${shell.folder})`
  const { mode } = session
  const place = { workspace: deps.workspace, programs: deps.parts.programs, shell }
  const request = gateRequest({ tool, input, session, ...place })
  const verdict = decide(request)
  const { rule } = verdict
  const outside = request.accesses
    .filter((access) => !access.inside)
    .map((access) => access.absolute)
  const permitted = outside.length > 0 ? deps.workspace.permit(outside) : deps.workspace
  const writes = request.command?.outsideWrites
  const workspace = isEmpty(writes) ? permitted : permitted.permitWrites(writes)
  const written = [...(writes?.open ?? []), ...(writes?.held ?? [])]
  const event = { type: 'permission' as const, call, reason: verdict.reason, rule }

  if (verdict.decision === 'allow') {
    if (tool.danger) yield { ...event, decision: 'allow', asked: false }
    return { ok: true, workspace, outside: written, result: null, rule, asked: false }
  }
  if (verdict.decision === 'ask' && ask === undefined && tool.effect === 'memory') {
    // Nobody can be asked: the change becomes a proposal.
    yield { ...event, decision: 'allow', asked: false }
    return { ok: true, workspace, outside: written, result: null, rule, asked: false }
  }
  if (verdict.decision === 'deny' || ask === undefined) {
    yield { ...event, decision: 'deny', asked: false }
    const askable = verdict.decision === 'ask'
    // The event is for the person, this is for the model.
    const found = [verdict.reason, verdict.advice ?? []].flat().join(' ')
    const end = askable ? ' Nobody can be asked in this run.' : ''
    const shown = `${verdict.reason}${end}`
    const flag = allowingFlag(request)
    return { ok: false, reason: `${found}${end}`, shown, rule, asked: false, askable, flag }
  }

  const what = `${tool.describe(input)}${where}`
  if (isRefusedCheck({ tool, input, what }, { frame, deps })) {
    const reason = 'The user said no to this check in this task.'
    const seen = 'you said no to this check in this task'
    yield { ...event, reason: seen, decision: 'deny', asked: false }
    const advice = 'Do not call it again. Say that the change is not tested.'
    return {
      ok: false,
      reason: `${reason} ${advice}`,
      shown: reason,
      rule,
      asked: false,
      askable: true,
    }
  }

  // A download is an edit whose content comes from the network: nothing is sent before the answer.
  const isLocal = outside.length === 0 && request.hosts.length === 0
  const isShown = tool.effect === 'edit' || tool.effect === 'memory'
  const result = isShown && isLocal ? await compute(workspace) : null
  // An edit that cannot be made, or that changes nothing, needs no question.
  if (result !== null && (!result.ok || changesNothing(result)))
    return { ok: true, workspace, outside: written, result, rule, asked: false }
  const remember = approvalFor(request)
  const question = {
    kind: 'permission' as const,
    call,
    describe: what,
    reason: verdict.reason,
    diff: result === null ? null : diffOf(result),
    remember: remember?.wording ?? null,
    decideNow: () => decideNow({ tool, call, input }, { frame, deps }),
    ...(result === null && where === '' ? { isShown: true as const } : {}),
    ...(tool.effect === 'edit' ? { files: turnFiles(frame, deps) } : {}),
  }
  const answer = await ask(question, signal)
  if (answer.unanswered) {
    if (signal.aborted) frame.isLeft = true
    const reason = 'The user interrupted before answering.'
    const seen = 'you interrupted before answering'
    yield { ...event, reason: seen, decision: 'deny', asked: true }
    return { ok: false, reason, rule, asked: true, askable: true }
  }
  const always = answer.decision === 'always' && remember !== null
  deps.ledger.recordAnswer({
    ...placeOf(frame),
    tool: tool.name,
    what,
    decision: answer.decision === 'always' && !always ? 'yes' : answer.decision,
    reason: answer.reason ?? '',
    rule,
    mode,
    pattern: always ? remember.wording : null,
    approval: always ? remember.approval : null,
  })
  if (answer.decision === 'no') {
    const why = answer.reason ? `: ${answer.reason}` : ''
    const reason = `The user said no${why || '.'}`
    yield { ...event, reason: `you said no${why}`, decision: 'deny', asked: true }
    return { ok: false, reason, rule, asked: true, askable: true }
  }
  yield { ...event, decision: 'allow', asked: true }
  return { ok: true, workspace, outside: written, result, rule, asked: true }
}

type OutsideWrites = { open: readonly string[]; held: readonly string[] }

function isEmpty(writes: OutsideWrites | undefined): writes is undefined {
  return writes === undefined || (writes.open.length === 0 && writes.held.length === 0)
}

/** The difference that an edit would make, from its evidence; for a note its text. */
export function diffOf(result: ToolResult): string {
  if (result.memory !== undefined) return result.memory.shown
  return (result.evidence ?? []).map((draft) => draft.payload.toString('utf8')).join('\n')
}

function changesNothing({ edits = [], memory }: ToolResult): boolean {
  return edits.length === 0 && memory === undefined
}
