/** One case of something that works or does not. */
export interface PatternDraft {
  /** Unique; the same name again counts again. */
  name: string
  text: string
  /** Whether it worked this time. */
  worked: boolean
}

export interface Pattern {
  name: string
  text: string
  /** How often it was seen. */
  count: number
  successes: number
  failures: number
  /** 0-1: `(successes + 1) / (count + 2)`, so that one case proves little. */
  confidence: number
  /** Milliseconds since 1970. */
  firstSeen: number
  lastSeen: number
}
