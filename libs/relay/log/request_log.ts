import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Account } from '../exchange/account.js'
import type { PrefixRecord } from '../prefix/prefix_records.js'

/** An answered request; `model`, `account` and `prefix` are null where it never reached the queue. */
export interface AnsweredRequest {
  request: FastifyRequest
  reply: FastifyReply
  model: string | null
  account: Account | null
  prefix: PrefixRecord | null
}

/**
 * Writes the one line that a request leaves: who, what, how it ended, how long it took. No body, no token,
 * no header of the client; the person is a name. A quiet route that answers below 400 is logged at `debug`.
 */
export function logRequest(log: Logger, answered: AnsweredRequest): void {
  const { request, reply, model, account, prefix } = answered
  const quiet = request.routeOptions.config?.quiet === true && reply.raw.statusCode < 400
  // A field with undefined is omitted; spreads would cost more than the line.
  log[quiet ? 'debug' : 'info'](
    {
      id: request.id,
      person: request.person.name,
      method: request.method,
      // The path of an unknown route is a client's text: it is not logged.
      path: request.routeOptions.url ?? 'unknown',
      status: reply.raw.statusCode,
      outcome: account?.outcome ?? request.outcome,
      ms: Math.round(reply.elapsedTime),
      model: account === null ? undefined : model,
      queueMs: rounded(account?.queueMs),
      firstByteMs: rounded(account?.firstByteMs),
      upstreamMs: rounded(account?.upstreamMs),
      promptTokens: account === null ? undefined : (account.ending?.usage?.promptTokens ?? null),
      completionTokens:
        account === null ? undefined : (account.ending?.usage?.completionTokens ?? null),
      reusedTokens: prefix?.reusedTokens,
      // One of `tools[3]`, `messages[5]`, `first` and `none`: no text of a client.
      left: prefix?.place ?? prefix?.left,
      lostTokens: prefix?.lostTokens,
      lostMs:
        prefix?.lostSeconds == null ? prefix?.lostSeconds : rounded(prefix.lostSeconds * 1_000),
    },
    'request',
  )
}

function rounded(ms: number | null | undefined): number | null | undefined {
  return ms == null ? ms : Math.round(ms)
}
