import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from './exchange.js'
import type { Parts } from './parts.js'

/**
 * Writes the one line that a request leaves: who, what, how it ended, how long it took. No body, no token,
 * no header of the client; the person is a name.
 */
export function logRequest(
  { log }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  model: string | null,
  account: Account | null,
): void {
  log.info(
    {
      id: request.id,
      person: request.person.name,
      method: request.method,
      // What was asked for where there is no route is a client's text: it stays out.
      path: request.routeOptions.url ?? 'unknown',
      status: reply.raw.statusCode,
      outcome: account?.outcome ?? request.outcome,
      ms: Math.round(reply.elapsedTime),
      ...(account === null ? {} : exchangeFields(model, account)),
    },
    'request',
  )
}

function exchangeFields(model: string | null, account: Account): object {
  return {
    model,
    queueMs: Math.round(account.queueMs),
    firstByteMs: account.firstByteMs === null ? null : Math.round(account.firstByteMs),
    upstreamMs: Math.round(account.upstreamMs),
    promptTokens: account.ending?.usage?.promptTokens ?? null,
    completionTokens: account.ending?.usage?.completionTokens ?? null,
  }
}
