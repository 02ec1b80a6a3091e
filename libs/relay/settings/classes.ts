/**
 * The classes of requests, from the highest down. `weight` is the class's share of the engine while several
 * classes wait; `agedMs` is how long a person's first request may wait before it goes first by age.
 * Values: docs/design/proxy.md#queue.
 */
export const CLASSES = {
  interactive: { weight: 8, agedMs: 60_000 },
  normal: { weight: 3, agedMs: 120_000 },
  batch: { weight: 1, agedMs: 300_000 },
} as const satisfies Record<string, { weight: number; agedMs: number }>

export type RequestClass = keyof typeof CLASSES

/** Names of the classes, from the highest down. */
export const CLASS_NAMES = Object.keys(CLASSES) as [RequestClass, ...RequestClass[]]

/** The class of a person without one. */
export const DEFAULT_CLASS: RequestClass = 'interactive'
