import { type ChatRequest, type Event, LIMITS, type Message, type Reply } from '#core'
import { type EgressRow, hashOf, type View } from '#ledger'
import type { Cloud } from '#model'
import { needsPerson, whySpent } from '#planner'
import type { Deps } from '../deps/deps.js'
import { type Parcel, packParcel } from './parcel.js'
import { troublesOf } from './troubles.js'

/**
 * Gives one step to a provider in the cloud when retries and decomposition are spent, the person has seen
 * what would leave, and said yes (rows 265-271). The record is durable before the first byte.
 * @returns null: the local model goes on
 */
export async function* handOver(
  view: View,
  deps: Deps,
  tools: ChatRequest['tools'],
  signal: AbortSignal,
): AsyncGenerator<Event, Reply | null> {
  const { cloud, ledger } = deps
  if (cloud === undefined) return null
  const { id: taskId, step } = view.task
  const sessionId = view.session.id
  const since = escalations(ledger.egress({ taskId }))[0]?.step ?? 0
  const troubles = troublesOf(taskId, sessionId, since, deps)
  if (needsPerson(troubles)) yield* tellDenials(view, deps)
  const divided = view.plan.some(({ kind }) => kind === 'hypothesis')
  const reason = whySpent(troubles, divided)
  if (reason === null) return null
  const used = escalations(ledger.egress({ sessionId })).filter(
    ({ status }) => status !== 'refused',
  ).length
  if (used >= LIMITS.escalationsASession) return null

  const parcel = packParcel(view, deps, tools, reason)
  const body = cloud.bodyOf(parcel.request)
  const { name: provider, host, model } = cloud
  const { sources, withheld } = parcel
  const row = {
    sessionId,
    taskId,
    step: step + 1,
    provider,
    host,
    model,
    reason,
    sources,
    withheld,
  }
  const bytes = Buffer.byteLength(body)
  if (!(yield* allowed(parcel, bytes, used, reason, cloud, deps, signal))) {
    ledger.beginEgress({ ...row, status: 'refused', bytes: 0, bodyHash: '' })
    return null
  }
  const number = ledger.beginEgress({ ...row, status: 'sent', bytes, bodyHash: hashOf(body) })
  yield { type: 'waiting', text: `${bytes} bytes go to ${host}` }
  const reply = await cloud.send(parcel.request, step + 1, signal)
  const { problem, usage } = reply
  ledger.endEgress(number, { status: problem === null ? 'answered' : 'failed', usage })
  const count = `${used + 1} of ${LIMITS.escalationsASession} of this session`
  if (problem === null) {
    yield { type: 'note', text: `step ${step + 1} is answered by ${provider} (${model}; ${count})` }
    return reply
  }
  yield {
    type: 'note',
    text: `${provider} did not help: ${problem.message} The local model goes on (${count}).`,
  }
  return null
}

/** Requests of web tools are in the same record and have no model. */
function escalations(rows: readonly EgressRow[]): EgressRow[] {
  return rows.filter(({ model }) => model !== '')
}

/** Shows the person what would leave, word for word, and asks. Nobody to ask means no. */
async function* allowed(
  { request, sources, withheld }: Parcel,
  bytes: number,
  used: number,
  reason: string,
  { name: provider, host, model }: Cloud,
  { ask }: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event, boolean> {
  if (ask === undefined) {
    yield {
      type: 'note',
      text: `${reason}; ${provider} would be asked, but nobody can allow it in this run: nothing left this machine`,
    }
    return false
  }
  const left = LIMITS.escalationsASession - used
  const text = showRequest(request)
  const question = { kind: 'egress' as const, provider, host, model, reason, bytes, text }
  const answer = await ask({ ...question, sources, withheld, left }, signal)
  if (answer.decision === 'yes') return true
  yield { type: 'note', text: `nothing left this machine: ${provider} is not asked` }
  return false
}

/** Every word that would leave; of the tools' schemas, which are the program's own, the names. */
function showRequest({ messages, tools }: ChatRequest): string {
  const names = tools.map((tool) => tool.function.name).join(', ')
  return [...messages.map(showMessage), `── schemas of the tools: ${names}`].join('\n')
}

function showMessage({ role, content, tool_calls: calls = [] }: Message): string {
  const made = calls.map((call) => `→ ${call.function.name} ${call.function.arguments}`)
  return [`── ${role}`, ...(content === '' ? [] : [content]), ...made].join('\n')
}

/** Once, at the step that follows the refusal. */
function* tellDenials(view: View, { ledger }: Deps): Generator<Event> {
  const [last] = ledger.recentSteps(view.session.id, 1)
  if (last?.taskId !== view.task.id || last.calls.every(({ denied }) => denied === null)) return
  yield {
    type: 'note',
    text: 'calls were refused more than once; only you can allow them, or say how it goes without',
  }
}
