import type { FastifyPluginAsync } from 'fastify'
import type { Person } from '../people/person.js'
import type { Parts } from '../server/parts.js'
import { CLASS_NAMES } from '../settings/classes.js'
import type { QueueRow } from './survey.js'

/** `GET /v1/queue`: the asker's own requests in detail, everybody else's as counts. */
export function queueRoutes(parts: Parts): FastifyPluginAsync {
  return async (server) => {
    server.get('/v1/queue', async ({ person }) => queueView(parts, person))
  }
}

/** The queue as one person may see it. */
export function queueView({ queue, settings }: Parts, person: Person) {
  const rows = queue.rows()
  const own = rows.filter((row) => row.person === person.name)
  const { slots, running, draining, waiting, waitingBytes } = queue.counts()
  return {
    object: 'queue',
    mine: own.map(ownRow),
    others: countRows(rows.filter((row) => row.person !== person.name)),
    totals: { slots, running, draining, waiting, waiting_bytes: waitingBytes },
    limits: {
      class: person.class,
      waiting: Math.min(settings.userQueued, person.limits.queued ?? Infinity),
      waiting_of_all: settings.queueRequests,
      wait_ms: settings.queueMs,
    },
  }
}

function ownRow({ id, class: name, model, state, waitedMs, ranMs, place }: QueueRow) {
  return {
    id,
    class: name,
    model,
    state,
    position: place?.position ?? null,
    of: place?.of ?? null,
    waited_ms: Math.round(waitedMs),
    ran_ms: Math.round(ranMs),
    eta_s: typeof place?.etaMs === 'number' ? Math.ceil(place.etaMs / 1000) : null,
    reason: place?.reason ?? null,
  }
}

function countRows(rows: readonly QueueRow[]) {
  const of = (state: QueueRow['state']) => rows.filter((row) => row.state === state)
  const waiting = of('waiting')
  return {
    people: new Set(rows.map((row) => row.person)).size,
    running: of('running').length,
    draining: of('draining').length,
    waiting: waiting.length,
    waiting_by_class: Object.fromEntries(
      CLASS_NAMES.map((name) => [name, waiting.filter((row) => row.class === name).length]),
    ),
  }
}
