import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#core'
import type { Account } from '../exchange/account.js'
import type { PrefixRecord } from '../prefix/prefix_records.js'
import type { RequestClass } from '../settings/classes.js'
import type { Instruments } from './instruments.js'
import { boundLabel, NONE } from './labels.js'
import type { Recent } from './recent.js'
import type { Waits } from './waits.js'

/** One request that was admitted and has ended. */
export interface EndedExchange {
  request: FastifyRequest
  reply: FastifyReply
  model: string
  class: RequestClass
  account: Account
  /** null: not a chat, or the engine never began. */
  record: PrefixRecord | null
  /** From the whole body to the end. */
  ms: number
}

/** Counts requests at their end: a few additions, nothing while they run. */
export interface Tally {
  exchange(ended: EndedExchange): void
  /** A plain refusal, before the queue. */
  refused(what: Pick<EndedExchange, 'request' | 'reply'>): void
}

export interface TallyTerms {
  to: Instruments
  recent: Recent
  waits: Waits
  clock: Clock
  /** true: a model that the engine lists; any other has no label of its own. */
  isListed(model: string): boolean
}

export function createTally({ to, recent, waits, clock, isListed }: TallyTerms): Tally {
  const modelLabel = boundLabel(isListed)
  // Every person here is authenticated, so each name is known.
  const userLabel = boundLabel(() => true)

  function countEnd({ request, reply, account, ...ended }: EndedExchange): void {
    const { outcome } = account
    const route = routeOf(request)
    const model = modelLabel(ended.model.replace(/:latest$/, ''))
    to.requests.inc({ route, model, class: ended.class, outcome })
    recent.add(fateOf(outcome), 1)
    if (fateOf(outcome) !== 'failed') return
    // A stream that has begun keeps its 200; any other refusal has a status of its own.
    const status = reply.raw.statusCode
    if (status === 200) to.streamErrors.inc({ cause: outcome })
    else to.rejected.inc({ status, reason: outcome })
  }

  function countTimes({ account, ms }: EndedExchange): void {
    to.queueWait.observe(account.queueMs / 1_000)
    waits.add(clock.monotonic(), account.queueMs)
    if (account.firstTokenMs !== null)
      to.firstToken.observe({ cold: String(account.cold) }, account.firstTokenMs / 1_000)
    void account.freed?.then((freedMs) => to.freed.observe(freedMs / 1_000))
    if (account.outcome === 'ok')
      to.overhead.observe(Math.max(0, ms - account.queueMs - account.upstreamMs) / 1_000)
  }

  function countTokens({ request, account }: EndedExchange): void {
    const usage = account.ending?.usage
    if (usage == null) return
    const { promptTokens, completionTokens } = usage
    const user = userLabel(request.person.name)
    const firstMs = account.firstTokenMs ?? account.upstreamMs
    const writtenMs = account.upstreamMs - firstMs
    to.tokens.inc({ direction: 'prompt', user }, promptTokens)
    to.tokens.inc({ direction: 'completion', user }, completionTokens)
    // An answer is counted at its end; the tokens of minutes must not become a peak of one second.
    recent.spread('promptTokens', promptTokens, account.upstreamMs)
    recent.spread('completionTokens', completionTokens, writtenMs)
    if (completionTokens > 1) to.pause.observe(writtenMs / (completionTokens - 1) / 1_000)
  }

  function countPrefix({ left, promptTokens, reusedTokens, ...lost }: PrefixRecord): void {
    to.prefixRequests.inc({ left })
    recent.add(`left_${left}`, 1)
    if (reusedTokens !== null) {
      to.prefixTokens.inc({ fate: 'reused' }, reusedTokens)
      to.prefixTokens.inc({ fate: 'read' }, promptTokens - reusedTokens)
      recent.add('reusedTokens', reusedTokens)
      recent.add('readTokens', promptTokens - reusedTokens)
    }
    to.prefixLostTokens.inc(lost.lostTokens)
    to.prefixLostSeconds.inc(lost.lostSeconds ?? 0)
    recent.add('lostTokens', lost.lostTokens)
    recent.add('lostMs', (lost.lostSeconds ?? 0) * 1_000)
  }

  return {
    exchange(ended) {
      countEnd(ended)
      countTimes(ended)
      countTokens(ended)
      if (ended.record !== null) countPrefix(ended.record)
    },
    refused({ request, reply }) {
      const { outcome } = request
      recent.add('refused', 1)
      to.rejected.inc({ status: reply.raw.statusCode, reason: outcome })
      if (request.method === 'POST' && request.routeOptions.url !== undefined)
        to.requests.inc({ route: routeOf(request), model: NONE, class: NONE, outcome })
    },
  }
}

function fateOf(outcome: string): 'ok' | 'cancelled' | 'failed' {
  if (outcome === 'ok') return 'ok'
  return outcome === 'client_closed' ? 'cancelled' : 'failed'
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? NONE
}
