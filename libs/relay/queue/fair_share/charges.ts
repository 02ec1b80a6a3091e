import { CLASSES, type RequestClass } from '../../settings/classes.js'
import type { Entry } from '../line/entry.js'
import type { QueueRequest, QueueUsage } from '../line/request.js'
import { createAccounts } from './account.js'
import type { Standing } from './pick_next.js'

/** A written token costs the engine about as much as this many read ones (docs/design/proxy.md#queue). */
const WRITTEN = 3
/** Cost of a prompt token from the engine's cache. */
const CACHED = 0.1
/** Estimated tokens of an answer before the person's first one has ended. */
const FIRST_GUESS = 400
/** Share of the newest value in a moving average. */
const NEWEST = 0.2

/** Usage by person and by class; both are charged alike, divided by their weight. */
export interface Charges {
  /** A person is present from `come` until as many calls of `go`. */
  come(request: QueueRequest, now: number): void
  go(request: QueueRequest): void
  /** Virtual tokens that the request would be charged with if it began now. */
  estimate(request: QueueRequest): number
  /** Charges the estimate. */
  begin(entry: Entry, now: number): void
  /** Replaces the estimate by the counted cost. */
  settle(entry: Entry, usage: QueueUsage, now: number): void
  /** The same for an answer that failed: its prompt, and the tokens that may have been written in that time. */
  settleBroken(entry: Entry, now: number): void
  standing(now: number): Standing
}

export function createCharges(): Charges {
  const people = createAccounts<string>()
  const classes = createAccounts<RequestClass>()
  const present = new Map<RequestClass, Map<string, number>>()
  const answers = new Map<string, number>()
  /** Written tokens per millisecond of a slot, on average; null until the first answer was counted. */
  let pace: number | null = null

  function charge({ request }: Entry, tokens: number, now: number, since: number): void {
    people.charge(request.person, tokens / request.weight, now, since)
    classes.charge(request.class, tokens / CLASSES[request.class].weight, now, since)
  }

  function correct(entry: Entry, cost: number, now: number): void {
    charge(entry, cost - entry.charged, now, entry.startedAt)
    entry.charged = cost
  }

  function estimate({ person, promptTokens, maxTokens }: QueueRequest): number {
    const written = Math.min(
      maxTokens ?? Number.POSITIVE_INFINITY,
      answers.get(person) ?? FIRST_GUESS,
    )
    return promptTokens + WRITTEN * written
  }

  return {
    come({ class: name, person }, now) {
      const others = present.get(name)
      if (others === undefined) classes.lift(name, present.keys(), now)
      else if (!others.has(person)) people.lift(person, others.keys(), now)
      const all = others ?? new Map<string, number>()
      all.set(person, (all.get(person) ?? 0) + 1)
      present.set(name, all)
    },
    go({ class: name, person }) {
      const all = present.get(name)
      const left = (all?.get(person) ?? 0) - 1
      if (left > 0) all?.set(person, left)
      else all?.delete(person)
      if (all?.size === 0) present.delete(name)
    },
    estimate,
    begin(entry, now) {
      entry.charged = estimate(entry.request)
      charge(entry, entry.charged, now, now)
    },
    settle(entry, { promptTokens, completionTokens, cachedTokens = 0 }, now) {
      const cached = Math.min(cachedTokens, promptTokens)
      const cost = promptTokens - cached * (1 - CACHED) + WRITTEN * completionTokens
      correct(entry, cost, now)
      const { person } = entry.request
      answers.set(person, average(answers.get(person), completionTokens))
      const ms = now - entry.startedAt
      if (ms > 0) pace = average(pace ?? undefined, completionTokens / ms)
    },
    settleBroken(entry, now) {
      if (pace === null) return
      const { promptTokens, maxTokens } = entry.request
      const written = Math.min(
        maxTokens ?? Number.POSITIVE_INFINITY,
        pace * (now - entry.startedAt),
      )
      correct(entry, promptTokens + WRITTEN * written, now)
    },
    standing: (now) => ({
      person: (name) => people.used(name, now),
      class: (name) => classes.used(name, now),
    }),
  }
}

/** A moving average; the first value is taken unchanged. */
export function average(mean: number | undefined, value: number): number {
  return mean === undefined ? value : mean + (value - mean) * NEWEST
}
