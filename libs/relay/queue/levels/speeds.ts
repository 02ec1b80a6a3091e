/** What was measured half-lives ago fades; after three of them without a new answer it is forgotten. */
const HALF_LIFE_MS = 10 * 60_000
const FORGOTTEN_MS = 3 * HALF_LIFE_MS
/** So much makes a figure of it: eight answers, less what faded since the first. */
const ENOUGH_ANSWERS = 7.5
const ENOUGH_TOKENS = 400
/** An answer that came in one piece says nothing of how fast it was written. */
const SHORTEST_MS = 100
const FEWEST_TOKENS = 16
/** A mean that lies between two levels belongs to neither. */
const BETWEEN = 0.25

/** How the engine writes while so many requests of a model are in its slots, in tokens a second. */
export interface Speed {
  level: number
  /** Of one stream. */
  speed: number
  /** Of all together. */
  total: number
}

/** The measured speed of one stream at each parallel level, from answers as they come. */
export interface Speeds {
  /**
   * @param level  requests in the engine's slots while it was written, the mean over that time
   * @param ms     from its first byte to its end
   */
  note(level: number, tokens: number, ms: number, now: number): void
  /** Levels with enough answers of late, from the lowest. */
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
