import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '#core'
import type { Person } from '../people/person.js'
import type { ProxySettings } from '../settings/settings.js'
import { dayOf } from '../usage/day.js'
import type { UsageBook } from '../usage/usage_book.js'

interface MeParts {
  usage: Pick<UsageBook, 'today'>
  clock: Clock
  settings: Readonly<Pick<ProxySettings, 'models' | 'userQueued'>>
}

/** `GET /v1/me`: the person of the token, with their limits and today's usage. */
export function meRoute({ usage, clock, settings }: MeParts): FastifyPluginAsync {
  return async (server) => {
    server.get('/v1/me', async ({ person }) => {
      const today = usage.today(person.name)
      return {
        object: 'me',
        name: person.name,
        class: person.class,
        token: person.tokenId,
        models: person.models ?? settings.models ?? ['*'],
        limits: limitsOf(person, settings.userQueued),
        usage: { day: dayOf(clock.now()), ...today },
        tokens_left_today: tokensLeft(person, today),
      }
    })
  }
}

/** null: not limited for this person alone. */
function limitsOf({ limits }: Person, userQueued: number): Record<string, number | null> {
  return {
    queued: Math.min(limits.queued ?? userQueued, userQueued),
    running: limits.running ?? null,
    requests_per_minute: limits.requestsPerMinute ?? null,
    tokens_per_day: limits.tokensPerDay ?? null,
    weight: limits.weight ?? 1,
  }
}

function tokensLeft(
  { limits: { tokensPerDay } }: Person,
  used: { prompt_tokens: number; completion_tokens: number },
): number | null {
  if (tokensPerDay === undefined) return null
  return Math.max(0, tokensPerDay - used.prompt_tokens - used.completion_tokens)
}
