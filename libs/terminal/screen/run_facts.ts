import { type Event, estimateTokens } from '#core'
import type { BarFacts } from './bar_row.js'

/** What the status bar shows, made from the events of a session alone. */
export interface RunFacts {
  watch(event: Event): void
  /** A message of the person: how long they are says how many more fit. */
  message(text: string): void
  /** Another conversation, or the same one after a change. @param usedTokens  of its prompt; null: none was sent */
  conversation(usedTokens: number | null): void
  now(state: State): BarFacts
}

/** Row 277: what a message takes where none was written yet, and what an answer takes in messages. */
const USUAL_MESSAGE_TOKENS = 500
/** No message takes less with its answer: a short one has a longer answer. */
const LEAST_TURN_TOKENS = 200
const ANSWER_MESSAGES = 2
const USUAL_TURN_TOKENS = USUAL_MESSAGE_TOKENS * (1 + ANSWER_MESSAGES)
/** Turns of the usual size that count beside those of the session: a few short messages say little of the next ones. */
const USUAL_TURNS = 3
/** A larger figure is rounded to so many messages. */
const ROUNDED = 5
/** A shorter time is too short to measure a speed. */
const LEAST_MS = 500

/** Facts that are known without an event. */
type State = Pick<BarFacts, 'mode' | 'model' | 'sandbox' | 'windowTokens'>

export function createRunFacts(clock: () => number): RunFacts {
  let facts: Omit<BarFacts, keyof State> = {}
  /** Tokens of the window, as the run reports them. */
  let window: number | null = null
  /** The turn that runs, or the last one. */
  let turn: Turn | null = null
  const past = { turns: 0, tokens: 0 }
  /** Tokens of the prompt when the last turn ended: the figure stays the same while a turn runs. */
  let usedBefore = 0
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
          const { share, leftMs, promptTokens } = event
          // The engine's own count comes with the step.
          if (promptTokens !== undefined) facts = { ...facts, usedTokens: promptTokens }
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
          grow(turn, event.promptTokens)
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
      if (turn !== null) {
        past.turns += 1
        past.tokens += turnTokens(turn)
        usedBefore = facts.usedTokens ?? usedBefore
      }
      turn = { tokens: estimateTokens(text), first: null, last: null }
    },
    conversation(usedTokens) {
      const { usedTokens: _, cachedShare: __, ...rest } = facts
      facts = usedTokens === null ? rest : { ...rest, usedTokens }
      usedBefore = usedTokens ?? 0
      turn = null
    },
    now(state) {
      const windowTokens = window ?? state.windowTokens
      const now = { ...facts, ...state, windowTokens }
      if (windowTokens === null) return now
      const each = (USUAL_TURNS * USUAL_TURN_TOKENS + past.tokens) / (USUAL_TURNS + past.turns)
      return { ...now, messagesLeft: rounded(Math.max(0, windowTokens - usedBefore) / each) }
    },
  }
}

/** What a message took so far: its own tokens, and the prompts of its first and its last step. */
interface Turn {
  tokens: number
  first: number | null
  last: number | null
}

function grow(turn: Turn | null, promptTokens: number): void {
  if (turn === null) return
  turn.first ??= promptTokens
  turn.last = promptTokens
}

/** Tokens that a message took with its answer, and with what its calls showed. */
function turnTokens({ tokens, first, last }: Turn): number {
  // A rebuild makes a prompt shorter.
  const calls = Math.max(0, (last ?? 0) - (first ?? 0))
  return Math.max(LEAST_TURN_TOKENS, tokens * (1 + ANSWER_MESSAGES) + calls)
}

function rounded(messages: number): number {
  const whole = Math.floor(messages)
  return whole < 4 * ROUNDED ? whole : Math.floor(whole / ROUNDED) * ROUNDED
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
