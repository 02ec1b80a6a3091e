/** Half-life of a measurement; after three half-lives without a new answer it is removed. */
const HALF_LIFE_MS = 10 * 60_000
const FORGOTTEN_MS = 3 * HALF_LIFE_MS
/** Weight that a level needs to count: eight answers, less what has decayed since the first. */
const ENOUGH_ANSWERS = 7.5
const ENOUGH_TOKENS = 400
/** A shorter answer, e.g. one that came in one piece, does not show how fast it was written. */
const SHORTEST_MS = 100
const FEWEST_TOKENS = 16
/** A mean that is not close to a whole number belongs to no level. */
const BETWEEN = 0.25

/** The speed of the engine at one number of running requests of a model, in tokens a second. */
export interface Speed {
  level: number
  /** Speed of one stream. */
  speed: number
  /** Speed of all streams together. */
  total: number
}

/** The measured speed of one stream at each number of parallel requests. */
export interface Speeds {
  /**
   * @param level  mean number of running requests while the answer was written
   * @param ms     from its first byte to its end
   */
  note(level: number, tokens: number, ms: number, now: number): void
  /** Levels with enough recent answers, from the lowest. */
  measured(most: number, now: number): Speed[]
}

interface Cell {
  answers: number
  tokens: number
  ms: number
  at: number
  isEnough: boolean
}

export function createSpeeds(): Speeds {
  const cells: (Cell | undefined)[] = []

  return {
    note(mean, tokens, ms, now) {
      const level = Math.max(1, Math.round(mean))
      if (tokens < FEWEST_TOKENS || ms < SHORTEST_MS || Math.abs(mean - level) > BETWEEN) return
      const old = cells[level]
      const known = old !== undefined && now - old.at <= FORGOTTEN_MS ? old : null
      const kept = known === null ? 0 : 2 ** ((known.at - now) / HALF_LIFE_MS)
      const answers = (known?.answers ?? 0) * kept + 1
      const sum = (known?.tokens ?? 0) * kept + tokens
      cells[level] = {
        answers,
        tokens: sum,
        ms: (known?.ms ?? 0) * kept + ms,
        at: now,
        isEnough: known?.isEnough || (answers >= ENOUGH_ANSWERS && sum >= ENOUGH_TOKENS),
      }
    },
    measured(most, now) {
      const rows: Speed[] = []
      for (let level = 1; level <= most && level < cells.length; level += 1) {
        const cell = cells[level]
        if (!cell?.isEnough || now - cell.at > FORGOTTEN_MS) continue
        const speed = (cell.tokens / cell.ms) * 1_000
        rows.push({ level, speed, total: level * speed })
      }
      return rows
    },
  }
}
