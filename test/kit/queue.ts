import type { Clock } from '#core'
import type { QueueBounds } from '../../libs/relay/queue/bounds.js'
import type { QueueRequest } from '../../libs/relay/queue/line/request.js'
import {
  createQueue,
  type Queue,
  type QueueTerms,
  type Ticket,
} from '../../libs/relay/queue/queue.js'

const BOUNDS: QueueBounds = {
  queueRequests: 256,
  queueBytes: 256 * 1_048_576,
  userQueued: 16,
  queueMs: 100 * 3_600_000,
}

type Wishes = Partial<QueueBounds & Pick<QueueTerms, 'residencyMs' | 'calibrates' | 'onLevel'>>

/** A queue with room enough; residencyMs: the engine swaps models. */
export function queueOf(
  clock: Clock,
  slots: number,
  { residencyMs = null, calibrates, onLevel, ...bounds }: Wishes = {},
): Queue {
  const learning = { ...(calibrates && { calibrates }), ...(onLevel && { onLevel }) }
  return createQueue({ bounds: { ...BOUNDS, ...bounds }, slots, residencyMs, ...learning }, clock)
}

let count = 0

/** An ordinary request of this person. */
export function ask(person: string, rest: Partial<QueueRequest> = {}): QueueRequest {
  count += 1
  return {
    id: `req_${count}`,
    person,
    weight: 1,
    class: 'interactive',
    limits: {},
    model: 'm',
    modelSlots: null,
    cold: false,
    promptTokens: 1_000,
    maxTokens: 300,
    session: null,
    bytes: 1,
    ...rest,
  }
}

/** Whether the ticket's turn has come, as far as settled promises tell. */
export async function hasTurn(ticket: Ticket): Promise<boolean> {
  const waiting = Symbol('waiting')
  return (await Promise.race([ticket.turn, Promise.resolve(waiting)])) !== waiting
}
