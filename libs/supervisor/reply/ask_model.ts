import type { Event, Reply, ToolSchema } from '#core'
import type { Deps } from '../deps/deps.js'
import { recordModelRequest } from '../egress/record_request.js'
import { handOver } from '../help/hand_over.js'
import type { NextRequest } from '../prompt/next_request.js'
import { offeredTools } from '../prompt/request.js'
import { windowOf } from '../window/window.js'
import { checkClaims } from './check_claims.js'
import { ownCalls, unmarkReply } from './clean_reply.js'
import { asOverflow } from './overflow.js'

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
  if (fromCloud !== null) return checkClaims(ownCalls(fromCloud, view.task), sent)
  const asking = model.ask(request, {
    step: view.task.step + 1,
    sessionId: view.session.id,
    onSend: recordModelRequest(view, ledger),
    thinkingTokens: request.thinking === 'off' ? undefined : sampling.thinkingBudget,
    signal,
    // A call of a hidden tool is read too: it ends the exploring.
    tools: [...tools, ...hiddenTools(tools, deps)].map(({ function: { name, parameters } }) => {
      return { name, parameters, aliases: registry.find(name)?.aliases }
    }),
  })
  for (;;) {
    const part = await asking.next()
    if (part.done) {
      const reply = unmarkReply(ownCalls(part.value, view.task))
      return checkClaims(asOverflow(reply, sent.windowTokens), sent)
    }
    yield part.value
  }
}

/** Tools that the program offers and this prompt does not. */
function hiddenTools(
  tools: readonly ToolSchema[],
  { registry, checks }: Pick<Deps, 'registry' | 'checks'>,
): ToolSchema[] {
  if (checks.explore === undefined) return []
  const names = new Set(tools.map(({ function: { name } }) => name))
  return registry.schemas().filter(({ function: { name } }) => !names.has(name))
}
