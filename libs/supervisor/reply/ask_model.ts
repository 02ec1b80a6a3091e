import type { Event, Reply, ToolSchema } from '#core'
import { type ModelEvent, READING } from '#model'
import type { Deps } from '../deps/deps.js'
import { recordModelRequest } from '../egress/record_request.js'
import { handOver } from '../help/hand_over.js'
import type { NextRequest } from '../request/next_request.js'
import { offeredTools } from '../request/request.js'
import { turnOf } from '../turn/turn.js'
import { windowOf } from '../window/window.js'
import { checkClaims } from './check_claims.js'
import { ownCalls, unmarkReply } from './clean_reply.js'
import { asOverflow } from './overflow.js'
import { failedRequests } from './problem.js'
import { readingTime } from './reading_time.js'

/** Asks for the next step: the cloud, where the task is handed over, else the model. */
export async function* askModel(
  next: NextRequest,
  deps: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event, Reply> {
  const { view, request } = next
  const { ledger, model, sampling, registry } = deps
  const tools = offeredTools(view, deps)
  const fromCloud = yield* handOver(view, tools, { deps, signal })
  // The cloud gets its own prompt, without marks.
  const sent = { estimatedTokens: next.estimatedTokens, windowTokens: windowOf(view, deps) }
  if (fromCloud !== null)
    return checkClaims(ownNames(ownCalls(fromCloud, view.task), registry), sent)
  const asking = model.ask(request, {
    step: view.task.step + 1,
    sessionId: view.session.id,
    onSend: recordModelRequest(view, ledger),
    turn: turnOf(view, deps),
    promptTokens: next.estimatedTokens + (request.max_tokens ?? 0),
    thinkingTokens: request.thinking === 'off' ? undefined : sampling.thinkingBudget,
    signal,
    failedBefore: failedRequests(view, ledger) > 0,
    // A call of a hidden tool is read too: it ends the exploring.
    tools: [...tools, ...otherTools(tools, deps)].map(({ function: { name, parameters } }) => {
      return { name, parameters, ...registry.reading(name) }
    }),
  })
  for (;;) {
    const part = await asking.next()
    if (part.done) {
      const reply = ownNames(unmarkReply(ownCalls(part.value, view.task)), registry)
      // A recording does not say which model it was.
      const route = { model: request.model, ...reply.route }
      return checkClaims(asOverflow({ ...reply, route }, sent.windowTokens), sent)
    }
    yield withFacts(part.value, next, deps)
  }
}

/**
 * A phase with the size of the prompt, and while the prompt is read with the time that this takes: what the endpoint
 * reports comes later, and replaces it.
 */
function withFacts(event: ModelEvent, next: NextRequest, deps: Deps): Event {
  if (event.type !== 'phase') return event
  const sized = { ...event, promptTokens: next.estimatedTokens }
  const isPlain = event.share === undefined && event.leftMs === undefined
  const leftMs = isPlain && event.text === READING ? readingTime(next, deps) : null
  return leftMs === null ? sized : { ...sized, leftMs }
}

/** What repeats is found by names and arguments, so a call has ours before it is stored. */
function ownNames(reply: Reply, { named }: Deps['registry']): Reply {
  return { ...reply, calls: reply.calls.map((call) => named(call)) }
}

/** Tools that this prompt does not offer and a reply may call all the same: `more_tools` and refusals name them. */
function otherTools(
  tools: readonly ToolSchema[],
  { registry }: Pick<Deps, 'registry'>,
): ToolSchema[] {
  const offered = tools.map(({ function: { name } }) => name)
  return registry.schemas(registry.more(offered).map(({ name }) => name))
}
