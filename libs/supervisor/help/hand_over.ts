import { type ChatRequest, type Event, LIMITS, type Message, problemLine, type Reply } from '#core'
import { type EgressRow, hashOf, type View } from '#ledger'
import type { Cloud } from '#model'
import { needsPerson, whySpent } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Parcel, packParcel } from './parcel.js'
import { troublesOf } from './troubles.js'

type HelpScope = { deps: HelpDeps; signal: AbortSignal }
type HelpDeps = Pick<
  Deps,
  'help' | 'person' | 'ledger' | 'registry' | 'workspace' | 'gate' | 'parts'
>

/** A request to the cloud that is ready to be sent. */
interface Offer {
  parcel: Parcel
  cloud: Cloud
  reason: string
  bytes: number
  /** Requests that this session already sent. */
  used: number
}

/**
 * Hands one step to a cloud provider when retries and decomposition are spent, the person has seen what
 * would be sent, and said yes (rows 265-271). The record is durable before the first byte leaves.
 * @returns null: the local model continues
 */
export async function* handOver(
  view: View,
  tools: ChatRequest['tools'],
  { deps, signal }: HelpScope,
): AsyncGenerator<Event, Reply | null> {
  const { ledger } = deps
  const { cloud } = deps.help
  if (cloud === undefined) return null
  const { id: taskId, step } = view.task
  const sessionId = view.session.id
  const since = escalations(ledger.egress({ taskId }))[0]?.step ?? 0
  const troubles = troublesOf({ taskId, sessionId, since }, deps)
  if (needsPerson(troubles)) yield* reportDenials(view, deps)
  const divided = view.plan.some(({ kind }) => kind === 'hypothesis')
  const reason = whySpent(troubles, divided)
  if (reason === null) return null
  const used = escalations(ledger.egress({ sessionId })).filter(
    ({ status }) => status !== 'refused',
  ).length
  if (used >= LIMITS.escalationsASession) return null

  const parcel = packParcel(view, { tools, reason }, deps)
  const body = cloud.bodyOf(parcel.request)
  const { name: provider, host, model } = cloud
  const { sources, withheld } = parcel
  const place = { sessionId, taskId, step: step + 1 }
  const row = { ...place, provider, host, model, reason, sources, withheld }
  const bytes = Buffer.byteLength(body)
  if (!(yield* mayLeave({ parcel, cloud, reason, bytes, used }, { deps, signal }))) {
    ledger.beginEgress({ ...row, status: 'refused', bytes: 0, bodyHash: '' })
    return null
  }
  const number = ledger.beginEgress({ ...row, status: 'sent', bytes, bodyHash: hashOf(body) })
  yield { type: 'waiting', text: `sending ${bytes} bytes to ${host}` }
  const reply = await cloud.send(parcel.request, step + 1, signal)
  const { problem, usage } = reply
  ledger.endEgress(number, { status: problem === null ? 'answered' : 'failed', usage })
  const count = `${used + 1} of ${LIMITS.escalationsASession} of this session`
  if (problem === null) {
    yield { type: 'note', text: `step ${step + 1} is answered by ${provider} (${model}; ${count})` }
    return { ...reply, route: { model, host, why: reason } }
  }
  yield {
    type: 'note',
    text: `${provider} did not help: ${problemLine(problem)} The local model continues (${count}).`,
  }
  return null
}

/** Web tools write to the same record; their rows have no model. */
function escalations(rows: readonly EgressRow[]): EgressRow[] {
  return rows.filter(({ model }) => model !== '')
}

/** Shows the person the whole text that would be sent, and asks. Without a person the answer is no. */
async function* mayLeave(
  { parcel, cloud, reason, bytes, used }: Offer,
  { deps, signal }: HelpScope,
): AsyncGenerator<Event, boolean> {
  const { ask } = deps.person
  const { name: provider, host, model } = cloud
  if (ask === undefined) {
    yield {
      type: 'note',
      text: `${reason}; ${provider} could be asked, but nobody can allow it in this run: nothing left this machine`,
    }
    return false
  }
  const { request, sources, withheld } = parcel
  const left = LIMITS.escalationsASession - used
  const text = formatRequest(request)
  const question = { kind: 'egress' as const, provider, host, model, reason, bytes, text }
  const answer = await ask({ ...question, sources, withheld, left }, signal)
  if (answer.decision === 'yes') return true
  yield { type: 'note', text: `nothing left this machine: ${provider} is not asked` }
  return false
}

/** The whole text that would be sent; of the tool schemas, which are the program's own, the names. */
function formatRequest({ messages, tools }: ChatRequest): string {
  const names = tools.map((tool) => tool.function.name).join(', ')
  return [...messages.map(formatMessage), `── schemas of the tools: ${names}`].join('\n')
}

function formatMessage({ role, content, tool_calls: calls = [] }: Message): string {
  const made = calls.map((call) => `→ ${call.function.name} ${call.function.arguments}`)
  return [`── ${role}`, ...(content === '' ? [] : [content]), ...made].join('\n')
}

/** Once, at the step that follows the refusal. */
function* reportDenials(view: View, { ledger }: Pick<Deps, 'ledger'>): Generator<Event> {
  const [last] = ledger.recentSteps(view.session.id, 1)
  if (last?.taskId !== view.task.id || last.calls.every(({ denied }) => denied === null)) return
  yield {
    type: 'note',
    text: 'calls were refused more than once; only you can allow them, or say how to continue without them',
  }
}
