import { CLASS_NAMES, type RequestClass } from '../settings/classes.js'
import type { PersonLimits } from '../settings/person_terms.js'
import type { QueueBounds } from './bounds.js'
import type { Queue } from './queue.js'
import type { QueueRow } from './survey.js'

/** The person who reads the queue. */
export interface QueueViewer {
  name: string
  class: RequestClass
  limits: Readonly<PersonLimits>
}

/** The part of the queue that one person may see. */
export function queueView(
  queue: Pick<Queue, 'rows' | 'counts'>,
  bounds: Pick<QueueBounds, 'userQueued' | 'queueRequests' | 'queueMs'>,
  person: QueueViewer,
) {
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
      waiting: Math.min(bounds.userQueued, person.limits.queued ?? Infinity),
      waiting_of_all: bounds.queueRequests,
      wait_ms: bounds.queueMs,
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
