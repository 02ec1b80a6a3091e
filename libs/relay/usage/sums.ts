/**
 * What is counted, by person, day, hour and model: columns of the usage file, fields of `usage --json` and of
 * `/v1/me`. Adding one here adds it everywhere; an existing file gets the column when it is opened next.
 */
export const COUNTS = [
  /** Requests that got a place in the queue, and those refused before it (limits, errors, full queue). */
  'requests',
  'refused',
  /** Requests that ended with an error of the engine or the proxy, and those whose client left. */
  'errors',
  'cancelled',
  /** Tokens as the engine counted them; reused ones are part of the prompt's. */
  'prompt_tokens',
  'completion_tokens',
  'reused_tokens',
  /** Prompt tokens of the requests whose engine reported reuse: of the others it is not known. */
  'reuse_known_tokens',
  /** Images sent with prompts. */
  'images',
  /** Milliseconds spent waiting for a slot, and spent in one: the person's GPU time. */
  'queue_ms',
  'engine_ms',
] as const
export type Count = (typeof COUNTS)[number]
export type Sums = Record<Count, number>

export function noSums(): Sums {
  return Object.fromEntries(COUNTS.map((name) => [name, 0])) as Sums
}

/** Adds to the first what the second has. */
export function addSums(to: Sums, more: Partial<Sums>): void {
  for (const name of COUNTS) to[name] += more[name] ?? 0
}
