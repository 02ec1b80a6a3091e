import { CLASSES, type RequestClass } from '../../settings/classes.js'
import type { Entry, Line } from '../line/entry.js'
import type { QueueRequest } from '../line/request.js'
import { agedBy, leastUsed, nextClass, type Standing } from './pick_next.js'

export interface ForecastTerms {
  lines: readonly Line[]
  now: number
  standing: Standing
  estimate(request: QueueRequest): number
}

/**
 * The order in which waiting requests would begin if no other came and each cost its estimate. Caps and cached
 * prompts are ignored: they change a place by one or two.
 */
export function forecast({ lines, now, standing, estimate }: ForecastTerms): Entry[] {
  const order = lines
    .filter((line) => agedBy(line, now) >= 1)
    .sort((a, b) => agedBy(b, now) - agedBy(a, now))
    .flatMap((line) => line.entries.slice(0, 1))
  const ahead = new Set(order)
  const rest = new Map<RequestClass, Line[]>()
  for (const line of lines) {
    const entries = line.entries.filter((entry) => !ahead.has(entry))
    if (entries.length > 0)
      rest.set(line.class, [...(rest.get(line.class) ?? []), { ...line, entries }])
  }
  const later = createStanding(standing)
  for (const { request } of order) later.charge(request, estimate(request))
  while (rest.size > 0) {
    const entry = takeNext(rest, later)
    if (entry === undefined) break
    order.push(entry)
    later.charge(entry.request, estimate(entry.request))
  }
  return order
}

function takeNext(rest: Map<RequestClass, Line[]>, standing: Standing): Entry | undefined {
  const name = nextClass(new Set(rest.keys()), standing)
  const lines = name === undefined ? undefined : rest.get(name)
  if (name === undefined || lines === undefined) return undefined
  const line = leastUsed(lines, standing)
  const entry = line?.entries.shift()
  if (line?.entries.length === 0) lines.splice(lines.indexOf(line), 1)
  if (lines.length === 0) rest.delete(name)
  return entry
}

function createStanding(standing: Standing) {
  const people = new Map<string, number>()
  const classes = new Map<RequestClass, number>()
  const person = (name: string) => recall(people, name, standing.person)
  const ofClass = (name: RequestClass) => recall(classes, name, standing.class)
  return {
    person,
    class: ofClass,
    charge({ person: name, class: kind, weight }: QueueRequest, tokens: number): void {
      people.set(name, person(name) + tokens / weight)
      classes.set(kind, ofClass(kind) + tokens / CLASSES[kind].weight)
    },
  }
}

/** Caches each value: one forecast reads it many times. */
function recall<K>(known: Map<K, number>, key: K, read: (key: K) => number): number {
  const value = known.get(key)
  if (value !== undefined) return value
  const first = read(key)
  known.set(key, first)
  return first
}

/**
 * When waiting requests would begin, in milliseconds from now, in their order.
 * @param count      how many wait
 * @param ranMs      how long each request in a slot has run
 * @param serviceMs  how long one holds its slot, on average
 * @param slots      of the pool
 */
export function expectStarts(
  count: number,
  ranMs: readonly number[],
  serviceMs: number,
  slots: number,
): number[] {
  // A request that runs longer than the average is expected to need a little more, not to end at once.
  const ends = ranMs.map((ms) => Math.max(serviceMs - ms, serviceMs / 10))
  while (ends.length < slots) ends.push(0)
  ends.sort((a, b) => a - b)
  const starts: number[] = []
  for (let turn = 0; turn < count; turn += 1) {
    const start = ends.shift() ?? 0
    const end = start + serviceMs
    const at = ends.findIndex((other) => other > end)
    ends.splice(at === -1 ? ends.length : at, 0, end)
    starts.push(start)
  }
  return starts
}
