/** Answers that a speed is judged from. */
const ENOUGH = 5
/** A shorter answer does not show how fast it was written. */
const FEWEST_TOKENS = 32
const MAX_MODELS = 100
/** Conversations of this many tokens and fewer are compared with each other; above it, those of about the same size. */
const SMALLEST = 2_048

/** An answer that was written while the engine did nothing else, by the engine's own figures. */
export interface WrittenAnswer {
  promptTokens: number
  completionTokens: number
  /** Time for writing the answer, without reading the prompt. */
  completionMs: number
}

/** A model that writes slower than before; tokens a second. */
export interface Decay {
  speed: number
  usual: number
}

/** How fast each model writes, and how fast it did before. */
export interface SpeedBook {
  note(model: string, answer: WrittenAnswer): void
  /** @param share  of its own earlier speed, 0 to 1; null: it writes as fast as that, or it is not known */
  decayOf(model: string, share: number): Decay | null
  /** The model was loaded by somebody else: its last answers count no longer. */
  loaded(model: string): void
  /** The model was loaded again because of its decay: from now on it is as fast as its next answers. */
  reloaded(model: string): void
}

interface Speeds {
  /** Tokens a second of the newest answers. */
  newest: number[]
  /** The best median of so many answers in a row. */
  usual: number | null
  /** The next median is the usual speed, also where it is lower. */
  isNew: boolean
}

/**
 * A long conversation is written slower than a short one, so answers are compared with those of the same size: each
 * doubling is a size of its own. The median ignores single answers that something else made slow.
 */
export function createSpeedBook(): SpeedBook {
  const models = new Map<string, Map<number, Speeds>>()

  function sizesOf(model: string): Map<number, Speeds> | null {
    const known = models.get(model)
    if (known !== undefined || models.size >= MAX_MODELS) return known ?? null
    const sizes = new Map<number, Speeds>()
    models.set(model, sizes)
    return sizes
  }

  function forget(model: string, isNew: boolean): void {
    for (const speeds of models.get(model)?.values() ?? []) {
      speeds.newest = []
      speeds.isNew ||= isNew
    }
  }

  return {
    note(model, { promptTokens, completionTokens, completionMs }) {
      if (completionTokens < FEWEST_TOKENS || completionMs <= 0) return
      const sizes = sizesOf(model)
      if (sizes === null) return
      const size = sizeOf(promptTokens + completionTokens)
      const speeds = sizes.get(size) ?? { newest: [], usual: null, isNew: false }
      sizes.set(size, speeds)
      speeds.newest = [...speeds.newest, (completionTokens / completionMs) * 1_000].slice(-ENOUGH)
      if (speeds.newest.length < ENOUGH) return
      const speed = medianOf(speeds.newest)
      speeds.usual = speeds.isNew ? speed : Math.max(speeds.usual ?? 0, speed)
      speeds.isNew = false
    },
    decayOf(model, share) {
      const rows = [...(models.get(model)?.values() ?? [])].flatMap(({ newest, usual }) => {
        if (usual === null || newest.length < ENOUGH) return []
        const speed = medianOf(newest)
        return speed < usual * share ? [{ speed, usual }] : []
      })
      return rows.sort((a, b) => a.speed / a.usual - b.speed / b.usual)[0] ?? null
    },
    loaded: (model) => forget(model, false),
    reloaded: (model) => forget(model, true),
  }
}

function sizeOf(tokens: number): number {
  return Math.ceil(Math.log2(Math.max(SMALLEST, tokens)))
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
