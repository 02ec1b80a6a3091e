import type { Event, ToolCall } from '#core'
import { type Approval, approvalFor, decide, gateRequest } from '#gate'
import type { ReceiptRow } from '#ledger'
import type { Tool, ToolResult } from '#tools'
import type { Workspace } from '#workspace'
import type { Deps } from '../deps/deps.js'

export interface Allowed {
  ok: true
  /** The workspace, opened for what was allowed outside of it. */
  workspace: Workspace
  /** An edit's result, when it had to be computed for the question. */
  result: ToolResult | null
  rule: string
  asked: boolean
}

export interface Refused {
  ok: false
  reason: string
  rule: string
  asked: boolean
  /** true: a person could have allowed it, and said no or could not be asked. */
  askable: boolean
}

/** Where in the record the call stands. */
export interface CallPlace {
  sessionId: string
  taskId: string
  step: number
  /** Number of the newest evidence before this step. */
  lastEvidence: number
}

/** What the gate goes by now: settings, and the answers of this session that still hold. */
export function gateSession(sessionId: string, deps: Deps) {
  const approved = approvalsOf(deps.ledger.receipts(sessionId))
  const safe = deps.safeCommands ?? []
  return { mode: deps.mode(), allow: deps.allow, approved, web: deps.web, safe }
}

type Compute = (workspace: Workspace) => Promise<ToolResult>

/**
 * Asks the gate, and through it the person. Nothing is read or run before a deny rule has spoken;
 * an edit is computed before the question, so that the question can show it.
 */
export async function* permit(
  tool: Tool,
  call: ToolCall,
  input: Record<string, unknown>,
  deps: Deps,
  compute: Compute,
  place: CallPlace,
  signal: AbortSignal,
): AsyncGenerator<Event, Allowed | Refused> {
  const session = gateSession(place.sessionId, deps)
  const { mode } = session
  const request = gateRequest({
    tool,
    input,
    workspace: deps.workspace,
    programs: deps.programs,
    session,
  })
  const verdict = decide(request)
  const outside = request.accesses
    .filter((access) => !access.inside)
    .map((access) => access.absolute)
  const workspace = outside.length > 0 ? deps.workspace.permit(outside) : deps.workspace
  const told = { type: 'permission' as const, call, reason: verdict.reason, rule: verdict.rule }

  if (verdict.decision === 'allow') {
    if (tool.danger) yield { ...told, decision: 'allow', asked: false }
    return { ok: true, workspace, result: null, rule: verdict.rule, asked: false }
  }
  if (verdict.decision === 'deny' || deps.ask === undefined) {
    yield { ...told, decision: 'deny', asked: false }
    const askable = verdict.decision === 'ask'
    const reason = askable ? `${verdict.reason} Nobody can be asked in this run.` : verdict.reason
    return { ok: false, reason, rule: verdict.rule, asked: false, askable }
  }

  // A download is an edit that is made of what the network sends: nothing is sent before the answer.
  const here = outside.length === 0 && request.hosts.length === 0
  const result = tool.effect === 'edit' && here ? await compute(workspace) : null
  // An edit that can't be made, or changes nothing, needs no question.
  if (result !== null && (!result.ok || (result.edits ?? []).length === 0))
    return { ok: true, workspace, result, rule: verdict.rule, asked: false }
  const remember = approvalFor(request)
  const question = {
    kind: 'permission' as const,
    call,
    describe: tool.describe(input),
    reason: verdict.reason,
    diff: result === null ? null : diffOf(result),
    remember: remember?.wording ?? null,
  }
  const answer = await deps.ask(question, signal)
  const always = answer.decision === 'always' && remember !== null
  deps.ledger.recordAnswer({
    ...place,
    tool: tool.name,
    what: question.describe,
    decision: answer.decision === 'always' && !always ? 'yes' : answer.decision,
    reason: answer.reason ?? '',
    rule: verdict.rule,
    mode,
    pattern: always ? remember.wording : null,
    approval: always ? remember.approval : null,
  })
  if (answer.decision === 'no') {
    yield { ...told, decision: 'deny', asked: true }
    const reason = answer.reason ? `The user said no: ${answer.reason}` : 'The user said no.'
    return { ok: false, reason, rule: verdict.rule, asked: true, askable: true }
  }
  yield { ...told, decision: 'allow', asked: true }
  return { ok: true, workspace, result, rule: verdict.rule, asked: true }
}

/** What the person's answers allow now: not what was revoked, and no host once others had their say. */
function approvalsOf(receipts: readonly ReceiptRow[]): Approval[] {
  return receipts
    .filter(({ approval, revokedMs }) => approval !== null && revokedMs === null)
    .map(({ approval, stale }) => ({ approval: approval as Approval, stale }))
    .filter(({ approval, stale }) => !(stale && approval.kind === 'hosts'))
    .map(({ approval }) => approval)
}

function diffOf(result: ToolResult): string {
  return (result.evidence ?? []).map((draft) => draft.payload.toString('utf8')).join('\n')
}
