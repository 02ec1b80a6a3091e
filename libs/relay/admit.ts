import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Downstream } from './downstream.js'
import type { Ending, Sink } from './engine.js'
import { exchange } from './exchange.js'
import type { Parts } from './parts.js'
import { logRequest } from './request_log.js'

/** A request that was checked and may now wait for its slot. */
export interface Admitted {
  model: string
  downstream: Downstream
  /** Request fields that the engine will not honour. */
  ignored: string[]
  firstByteMs: number
  /** true: the model is still to be loaded. */
  cold: boolean
  idleMs: number
  run(sink: Sink, signal: AbortSignal): Promise<Ending>
}

/**
 * Takes a place in the queue and carries the request to its end. Up to here every refusal is a plain
 * answer with its status; from here on the response is ours.
 * @throws Refusal when the queue is full
 */
export async function admit(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { model, ignored, ...terms }: Admitted,
): Promise<void> {
  const { queue, settings, engine, active, ending, log } = parts
  // A body that came in chunks has told no size: it counts as the largest.
  const bytes = Number(request.headers['content-length'] ?? settings.bodyBytes)
  const ticket = queue.enter({ person: request.person.name, bytes })
  reply.hijack()
  request.carried = true
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    'x-aircoder-engine': engine.name,
  }
  if (ignored.length > 0) headers['x-aircoder-ignored'] = headerList(ignored)

  const underWay = exchange({
    ...terms,
    response: reply.raw,
    ticket,
    settings,
    headers,
    settleMs: engine.settleMs,
    ending,
  })
  active.add(underWay)
  const account = await underWay
  active.delete(underWay)
  if (account.bug !== null) log.error({ id: request.id, err: account.bug }, 'bug')
  logRequest(parts, request, reply, model, account)
}

// Names come from the client's body: only what a header can carry goes out.
function headerList(names: string[]): string {
  return names
    .filter((name) => /^[\w.-]{1,64}$/.test(name))
    .slice(0, 50)
    .join(',')
}
