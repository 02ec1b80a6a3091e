/**
 * The classes of requests, from the highest down: the weight is the class's share of the engine while
 * several classes wait, and the bound is how long a person's first request may wait before it is aged.
 * Weights and bounds: design page proxy.md 6.2 and 6.5; the bound of `normal` lies between the two named there.
 */
export const CLASSES = {
  interactive: { weight: 8, agedMs: 60_000 },
  normal: { weight: 3, agedMs: 120_000 },
  batch: { weight: 1, agedMs: 300_000 },
} as const satisfies Record<string, { weight: number; agedMs: number }>

export type RequestClass = keyof typeof CLASSES

/** From the highest down. */
export const CLASS_NAMES = Object.keys(CLASSES) as [RequestClass, ...RequestClass[]]

/** What a person without a class of their own may use. */
export const DEFAULT_CLASS: RequestClass = 'interactive'
