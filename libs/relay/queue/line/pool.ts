import { createModelLoad, type ModelLoad } from '../levels/model_load.js'
import type { QueueRequest } from './request.js'

/** One slot; it remembers the session whose prompt the engine may still have cached. */
export interface Slot {
  session: string | null
}

/** Interchangeable slots: those of the engine, or those of one model that has its own. */
export interface Pool {
  size: number
  /** Slots in use, by person. A slot that is kept after a cancel is in use. */
  held: Map<string, number>
  busy: number
  /** Free slots, the longest unused first. */
  free: Slot[]
  /** Models that were requested, and the one that had the last slot. */
  loads: Map<string, ModelLoad>
  last: ModelLoad | null
}

/** Finds the pool of a request. */
export interface Pools {
  of(request: QueueRequest): Pool
  /** Usable slots of all pools together; never less than are in use. */
  slots(): number
  hasRoom(): boolean
  /**
   * Forgets idle models that the engine no longer has, and what was learned about one that was created again.
   * @param keys  per model, a text that changes when it is created again
   */
  follow(keys: ReadonlyMap<string, string>): void
  /** Slots of a person in all pools. */
  held(person: string): number
}

export function createPools(sharedSlots: number): Pools {
  const shared = createPool(sharedSlots)
  const own = new Map<string, Pool>()
  let known: ReadonlyMap<string, string> = new Map()

  return {
    follow(keys) {
      const isStale = (model: string) =>
        !keys.has(model) || (known.get(model) ?? keys.get(model)) !== keys.get(model)
      for (const [model, pool] of own) if (pool.busy === 0 && isStale(model)) own.delete(model)
      for (const pool of [shared, ...own.values()])
        for (const [model, load] of pool.loads)
          if (load.busy === 0 && isStale(model)) {
            pool.loads.delete(model)
            if (pool.last === load) pool.last = null
          }
      known = new Map([...known, ...keys])
    },
    of({ model, modelSlots }) {
      // The number comes from the network: one below 1 is invalid and ignored.
      const size = Math.floor(modelSlots ?? 0)
      if (!(size >= 1)) return shared
      const pool = own.get(model) ?? createPool(size)
      // The engine may have restarted with another number.
      pool.size = size
      own.set(model, pool)
      return pool
    },
    slots() {
      if (own.size === 0) return shownSlots(shared)
      let sum = shared.busy > 0 ? shownSlots(shared) : 0
      for (const pool of own.values()) sum += shownSlots(pool)
      return sum
    },
    hasRoom: () => hasRoom(shared) || [...own.values()].some(hasRoom),
    held: (person) =>
      [shared, ...own.values()].reduce((sum, pool) => sum + heldBy(pool, person), 0),
  }
}

function createPool(size: number): Pool {
  return { size, held: new Map(), busy: 0, free: [], loads: new Map(), last: null }
}

/** true: there may be room for some model; a quick check. */
function hasRoom(pool: Pool): boolean {
  if (pool.busy >= pool.size) return false
  return pool.loads.size > 1 || pool.last === null || hasRoomFor(pool, pool.last)
}

/** true: the pool has a free slot, and the model is below its level. */
export function hasRoomFor(pool: Pool, load: ModelLoad): boolean {
  return pool.busy < pool.size && load.busy < load.calibration.level(pool.size)
}

/** Slots that the models with running requests may use together; without running requests those of the last model. */
export function levelOf(pool: Pool): number {
  let sum = 0
  if (pool.busy > 0)
    for (const { busy, calibration } of pool.loads.values())
      if (busy > 0) sum += calibration.level(pool.size)
  return Math.min(pool.size, sum || (pool.last?.calibration.level(pool.size) ?? pool.size))
}

/** true: the model's level is below the pool's size and the person has less than half of that level. */
export function hasShareOf(pool: Pool, load: ModelLoad, person: string): boolean {
  const level = load.calibration.level(pool.size)
  return level < pool.size && (load.held.get(person) ?? 0) < Math.ceil(level / 2)
}

/** A lower level takes no slot back. */
function shownSlots(pool: Pool): number {
  return Math.max(levelOf(pool), pool.busy)
}

/** The running requests of this model in this pool. */
export function loadOf(pool: Pool, model: string): ModelLoad {
  const known = pool.loads.get(model)
  if (known !== undefined) return known
  const load = createModelLoad()
  pool.loads.set(model, load)
  return load
}

/** Slots of a person in this pool. */
export function heldBy(pool: Pool, person: string): number {
  return pool.held.get(person) ?? 0
}

/** The key of a conversation: two people may use the same session name. */
function sessionOf({ person, session }: QueueRequest): string | null {
  return session === null ? null : `${person}\n${session}`
}

/** true: a free slot was used last by the request's session. */
export function remembers(pool: Pool, request: QueueRequest): boolean {
  const session = sessionOf(request)
  return session !== null && pool.free.some((slot) => slot.session === session)
}

interface SlotTerms {
  readonly pool: Pool
  readonly load: ModelLoad
  readonly request: QueueRequest
}

/** Takes a slot: the one that the session used last, else one without a session, else the longest unused. */
export function takeSlot({ pool, load, request }: SlotTerms, now: number): Slot {
  const session = sessionOf(request)
  const own = session === null ? -1 : pool.free.findIndex((slot) => slot.session === session)
  const anyUnused = pool.free.length + pool.busy < pool.size
  if (own !== -1) pool.free.splice(own, 1)
  else if (!anyUnused) pool.free.shift()
  load.change(request.person, 1, now)
  pool.last = load
  pool.busy += 1
  pool.held.set(request.person, heldBy(pool, request.person) + 1)
  return { session }
}

export function giveBack({ pool, load, request }: SlotTerms, slot: Slot, now: number): void {
  const { person } = request
  const held = heldBy(pool, person) - 1
  load.change(person, -1, now)
  pool.busy -= 1
  if (held > 0) pool.held.set(person, held)
  else pool.held.delete(person)
  pool.free.push(slot)
}
