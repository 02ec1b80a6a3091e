import type { Event, Mode } from '#core'
import { barRow, createRunFacts, type Input, type Say } from '#terminal'
import type { ThemeHolder } from '../open_theme.js'

export interface BarOptions {
  input: Input
  theme: ThemeHolder
  mode(): Mode
  /** The one that is asked now. */
  endpoint(): { name: string; windowTokens: number }
  /** Tokens of the prompt that the session has now; null: none was sent; undefined: as many as before. */
  promptTokens(): number | null | undefined
  /** The sandbox of commands, in one line. */
  sandbox: string
  say: Say
}

/** The status bar of a session. */
export interface SessionBar {
  watch(event: Event): void
  message(text: string): void
  draw(): void
  /** The conversation is another one, or has another prompt. */
  recount(): void
}

/** At most so many pictures of the bar a second: the speed changes with each token. */
const EVERY_MS = 250

export function createSessionBar({
  input,
  theme,
  mode,
  endpoint,
  promptTokens,
  sandbox,
  say,
}: BarOptions): SessionBar {
  const now = () => performance.now()
  const facts = createRunFacts(now)
  let drawnMs = Number.NEGATIVE_INFINITY
  function draw(): void {
    if (input.form !== 'rich') return
    drawnMs = now()
    const { name: model, windowTokens } = endpoint()
    const shown = facts.now({ mode: mode(), model, windowTokens, sandbox })
    const row = barRow(shown, input.columns(), say.part)
    input.bar(theme.now().paint(row))
  }
  function recount(): void {
    if (input.form !== 'rich') return
    const tokens = promptTokens()
    if (tokens !== undefined) facts.conversation(tokens)
    draw()
  }
  return {
    draw,
    recount,
    message: facts.message,
    watch(event) {
      facts.watch(event)
      const isStream = event.type === 'delta' || event.type === 'thinking'
      if (!isStream || now() - drawnMs >= EVERY_MS) draw()
    },
  }
}
