/**
 * Measures how much of a stream repeats earlier text, character by character. The idea is that of LZ77
 * (Ziv and Lempel 1977): the next character is predicted from the previous occurrence of the last ones.
 * A predicted character raises the score when its text occurs for the fourth time; any other lowers it:
 * the cumulative sum test for a change (Page 1954). A text that is copied once, or whose repeated parts
 * alternate with new ones, keeps a low score.
 */
export interface RepeatScore {
  /**
   * Takes the next UTF-16 unit. Amortised O(1).
   * @returns true once the score has reached `limit`
   */
  push(code: number): boolean
  /** Repeated units in the current run. */
  score(): number
  /** Number of units before the current run of repetitions. */
  since(): number
  /** Distance to the earlier text that is repeated now; 0 without repetition. */
  period(): number
  /** Occurrences of the text at the end, including the first. */
  times(): number
  /** The last `count` units. */
  tail(count: number): string
}

/** Units that are stored: a loop with a longer period is not detected. A power of two. */
const WINDOW = 16_384
const WINDOW_MASK = WINDOW - 1
const PLACES = 32_768
/** Equal units that are needed to find an earlier occurrence. */
const CONTEXT = 8
const BASE = 0x01000193
/** The weight of a context's oldest unit in its hash. */
const OLDEST = powerOf(BASE, CONTEXT)
/** Earlier occurrences that make a loop: a copy of a file, or a copy of that copy, is not a loop. */
const LOOP_DEPTH = 3
/** What lowers the score, in characters; bench/repetition measures the effect. */
const COST = {
  /** A unit that differs from the predicted one. */
  miss: 24,
  /** A different digit: tables consist of numbers. */
  number: 48,
  /** The text continues from another earlier place. */
  jump: 6,
  /** A unit without a prediction: one of the first MOST_PENDING units of a run, and a later one. */
  fresh: 8,
  news: 32,
  /** A predicted unit with too few occurrences. */
  seldom: 1,
}
/** New units that may be the start of a repetition. A longer run is new text. */
const MOST_PENDING = 24

export function createRepeatScore(limit: number): RepeatScore {
  const units = new Uint16Array(WINDOW)
  /** For each unit: earlier occurrences of the text that ends with it. */
  const depths = new Uint8Array(WINDOW)
  const places = new Int32Array(PLACES).fill(-1)
  let taken = 0
  let hash = 0
  /** The earlier unit that predicts the next one; -1 without a prediction. */
  let from = -1
  /** Units that must match before another miss is tolerated. */
  let unsure = 0
  let pending = 0
  let score = 0
  let since = 0
  /** Equal units in a row, and the score that they have added. */
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

  /** Runs of one character count half: drawings consist of dashes and blanks. */
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

  /** Compares the last units with an earlier place; the equal ones count as repeated. */
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
    score: () => score,
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
