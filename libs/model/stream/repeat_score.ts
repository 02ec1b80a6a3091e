/**
 * Tells how much of a stream only repeats what came before it, character by character. It copies the
 * idea of LZ77 (Ziv and Lempel 1977): what follows is predicted from where the last characters stood
 * before. A character counts for a loop when its text stands there for the fourth time, and whatever
 * was not predicted counts against it: the cumulative sum test for a change (Page 1954). So a text
 * that is copied once, or whose repeated parts go with new ones, never gets anywhere.
 */
export interface RepeatScore {
  /**
   * Takes the next UTF-16 unit. Amortised O(1).
   * @returns true once what was repeated outweighs what was new by `limit` characters
   */
  push(code: number): boolean
  /** Where, in units taken, the run of repetitions began that is going on. */
  since(): number
  /** How far back the text is that is being repeated; 0 while nothing is. */
  period(): number
  /** How often the text at the end has come, the first time included. */
  times(): number
  /** The last `count` units. */
  tail(count: number): string
}

/** Units that are remembered: a loop with a longer period is not seen. A power of two. */
const WINDOW = 16_384
const WINDOW_MASK = WINDOW - 1
const PLACES = 32_768
/** So many equal units find the place that a text came from. */
const CONTEXT = 8
const BASE = 0x01000193
/** What the oldest unit of a context weighs in its hash. */
const OLDEST = powerOf(BASE, CONTEXT)
/** A text that comes for the fourth time: a copy of a file, or of a copy, is none. */
const LOOP_DEPTH = 3
/** What counts against a loop, in characters; see bench/repetition for what they do. */
const COST = {
  /** Another unit than the one predicted. */
  miss: 24,
  /** A digit in the place of a digit: numbers are what tables are made of. */
  number: 48,
  /** A new place from which the text goes on. */
  jump: 6,
  /** A unit that nothing predicted; of the first few of a run, and of those behind them. */
  fresh: 8,
  news: 32,
  /** A unit that was predicted, but has not come often enough. */
  seldom: 1,
}
/** Units that may turn out to be the beginning of a repetition. Longer runs say something new. */
const MOST_PENDING = 24

export function createRepeatScore(limit: number): RepeatScore {
  const units = new Uint16Array(WINDOW)
  /** How often the text that ends at a unit stood before. */
  const depths = new Uint8Array(WINDOW)
  const places = new Int32Array(PLACES).fill(-1)
  let taken = 0
  let hash = 0
  /** Where the next unit is expected to be copied from; -1 when nowhere. */
  let from = -1
  /** Units that must match before another miss is forgiven. */
  let unsure = 0
  let pending = 0
  let score = 0
  let since = 0
  /** How many units in a row are the same, and what of the score they have made. */
  let equal = 0
  let inRun = 0

  function credit(at: number, source: number): void {
    const depth = Math.min(255, (depths[source & WINDOW_MASK] ?? 0) + 1)
    depths[at & WINDOW_MASK] = depth
    if (depth < LOOP_DEPTH) {
      charge(COST.seldom)
      return
    }
    if (score === 0) since = at
    score += 1
    if (equal >= CONTEXT) inRun += 1
  }

  /** Lines of dashes and blanks add up to half: drawings are made of them. */
  function measureRun(isEqual: boolean): void {
    equal = isEqual ? equal + 1 : 0
    if (isEqual) return
    charge(inRun / 2)
    inRun = 0
  }

  function charge(cost: number): void {
    score = Math.max(0, score - cost)
  }

  function follow(at: number, code: number): void {
    const expected = units[from & WINDOW_MASK] ?? 0
    if (expected === code) {
      credit(at, from)
      if (unsure > 0) unsure -= 1
    } else {
      charge(isDigit(expected) && isDigit(code) ? COST.number : COST.miss)
      if (unsure > 0) from = -2
      unsure = CONTEXT
    }
    from += 1
  }

  /** Looks where the last units stood before; what of them stood there too was no news. */
  function find(at: number, place: number): void {
    if (place < 0 || at - place >= WINDOW - MOST_PENDING) return
    let known = 0
    while (
      known < pending &&
      units[(at - known) & WINDOW_MASK] === units[(place - known) & WINDOW_MASK]
    )
      known += 1
    if (known < CONTEXT) return
    charge(COST.jump + COST.fresh * (pending - known))
    for (let back = known - 1; back >= 0; back -= 1) credit(at - back, place - back)
    from = place + 1
    unsure = 0
    pending = 0
  }

  return {
    push(code) {
      const at = taken
      taken += 1
      const oldest = at >= CONTEXT ? (units[(at - CONTEXT) & WINDOW_MASK] ?? 0) : 0
      measureRun(at > 0 && units[(at - 1) & WINDOW_MASK] === code)
      units[at & WINDOW_MASK] = code
      depths[at & WINDOW_MASK] = 0
      hash = (Math.imul(hash, BASE) + code - Math.imul(oldest, OLDEST)) | 0
      if (from >= 0 && at - from < WINDOW) follow(at, code)
      else {
        from = -1
        pending += 1
        if (pending > MOST_PENDING) {
          pending = MOST_PENDING
          charge(COST.news)
        }
      }
      const slot = Math.imul(hash, 0x9e3779b1) >>> 17
      if (from < 0 && pending >= CONTEXT) find(at, places[slot] ?? -1)
      places[slot] = at
      return score >= limit
    },
    since: () => since,
    period: () => (from < 0 ? 0 : taken - from),
    times: () => 1 + (depths[(taken - 1) & WINDOW_MASK] ?? 0),
    tail(count) {
      const first = Math.max(0, taken - Math.min(count, WINDOW))
      const codes = Array.from(
        { length: taken - first },
        (_, n) => units[(first + n) & WINDOW_MASK],
      )
      return String.fromCharCode(...codes.map((code) => code ?? 0))
    },
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function powerOf(base: number, exponent: number): number {
  let power = 1
  for (let n = 0; n < exponent; n += 1) power = Math.imul(power, base)
  return power
}
