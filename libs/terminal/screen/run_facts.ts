import { type Event, estimateTokens } from '#core'
import type { BarFacts } from './bar_row.js'

/** What the status bar shows, made from the events of a session alone. */
export interface RunFacts {
  watch(event: Event): void
  /** A message of the person: how long they are says how many more fit. */
  message(text: string): void
  now(state: State): BarFacts
}

/** Row 277: what a message takes where none was written yet, and what an answer takes in messages. */
const USUAL_MESSAGE_TOKENS = 500
const ANSWER_MESSAGES = 2
const MESSAGES = 3
/** A shorter time is too short to measure a speed. */
const LEAST_MS = 500

/** Facts that are known without an event. */
type State = Pick<BarFacts, 'mode' | 'model' | 'sandbox' | 'windowTokens'>

export function createRunFacts(clock: () => number): RunFacts {
  let facts: Omit<BarFacts, keyof State> = {}
  /** Tokens of the window, as the run reports them. */
  let window: number | null = null
  const messages: number[] = []
  let begunMs: number | null = null
  let tokens = 0
  /** When the prompt began to be read; null: it is not being read. */
  let readingMs: number | null = null
  const notReading = () => {
    readingMs = null
    const { prefill: _, ...rest } = facts
    facts = rest
  }

  const speed = (text: string) => {
    begunMs ??= clock()
    tokens += estimateTokens(text)
    const ms = clock() - begunMs
    if (ms >= LEAST_MS) facts = { ...facts, tokensPerSecond: (tokens * 1_000) / ms }
  }
  return {
    watch(event) {
      if (event.type !== 'phase') notReading()
      switch (event.type) {
        case 'init':
          window = event.windowTokens ?? null
          return
        case 'thinking':
        case 'delta':
          facts = { ...facts, queue: null }
          return speed(event.text)
        case 'reply':
          begunMs = null
          tokens = 0
          facts = { ...facts, queue: null }
          return
        case 'phase': {
          const { share, leftMs } = event
          if (share === undefined && leftMs === undefined) return notReading()
          readingMs ??= clock()
          const aboutMs = clock() - readingMs + (leftMs ?? 0)
          facts = { ...facts, queue: null, prefill: prefillOf(share, aboutMs) }
          return
        }
        case 'waiting':
          facts = { ...facts, queue: queueOf(event.text) }
          return
        case 'step':
          // A step of the program has no prompt.
          if (event.promptTokens === 0) return
          facts = { ...facts, usedTokens: event.promptTokens }
          // 0 is also what a server reports that does not count them.
          if (event.reusedPrefixTokens > 0 || facts.cachedShare !== undefined)
            facts.cachedShare = event.reusedPrefixTokens / event.promptTokens
          return
        case 'result':
          facts = { ...facts, queue: null }
          return
        default:
          return
      }
    },
    message(text) {
      messages.push(estimateTokens(text))
      messages.splice(0, messages.length - MESSAGES)
    },
    now(state) {
      const windowTokens = window ?? state.windowTokens
      const now = { ...facts, ...state, windowTokens }
      if (windowTokens === null) return now
      const sum = messages.reduce((total, one) => total + one, 0)
      const mean = messages.length === 0 ? USUAL_MESSAGE_TOKENS : Math.max(1, sum / messages.length)
      const left =
        Math.max(0, windowTokens - (facts.usedTokens ?? 0)) / (mean * (1 + ANSWER_MESSAGES))
      return { ...now, messagesLeft: Math.floor(left) }
    },
  }
}

/** `prompt 43 %` where the engine reports it, else `prompt about 12 s`. */
function prefillOf(share: number | undefined, aboutMs: number): string {
  if (share !== undefined) return `prompt ${Math.floor(share * 100)} %`
  return `prompt about ${Math.max(1, Math.round(aboutMs / 1_000))} s`
}

/** `queued: place 3 of 7, about 25 s` */
function queueOf(text: string): string | null {
  const [, place, eta] = /^queued: place (\d+(?: of \d+)?)(?:, about (\d+) s)?/.exec(text) ?? []
  if (place === undefined) return null
  return `queue ${place}${eta === undefined ? '' : `, ${eta} s`}`
}
