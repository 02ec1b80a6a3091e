import { type Event, showControls } from '#core'
import type { Markdown } from '../markdown/markdown.js'
import { createMarkdownStream, type MarkdownStream } from '../markdown/stream.js'
import { span } from '../rows/row.js'
import { wrapRow } from '../rows/wrap.js'
import type { Theme } from '../theme/theme.js'

/** The reply that is being written, in a panel. */
export interface Draft {
  watch(event: Event): void
  /** Thinking is no longer shown: what is on the screen of it is removed. */
  hideThinking(): void
  /** Removes it. */
  end(): void
}

export interface DraftOptions {
  markdown: Markdown
  theme(): Theme
  panel(rows: readonly string[] | null): void
  columns(): number
  /** Rows of the terminal. */
  rows(): number
  /** true: what the model thinks is shown too. */
  showsThinking(): boolean
  now(): number
  /** Calls `draw` once after so many ms. @returns a function that prevents it */
  after(ms: number, draw: () => void): () => void
}

/** Pictures a second are enough to read along, and few enough to cost nothing. */
const EVERY_MS = 50
const THINKING_ROWS = 6
/** Only the end of the thinking is shown while it comes. */
const THINKING_CHARS = 2_000

/** Shows the last rows of a reply while it arrives: of its thinking on demand, then of its text. */
export function createDraft(options: DraftOptions): Draft {
  const { markdown, theme, panel, columns, rows, now, after } = options
  let stream: MarkdownStream | null = null
  let thinking = ''
  let drawnMs = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | null = null
  /** The text on the screen is whole: the next one begins another. */
  let isWhole = false

  const draw = () => {
    cancel?.()
    cancel = null
    drawnMs = now()
    // A third of the screen is left for what was printed.
    const most = Math.max(1, Math.floor((rows() * 2) / 3))
    const thought = wrapRow([span(showControls(thinking), 'dim')], columns()).slice(-THINKING_ROWS)
    const shown = stream === null ? thought : stream.rows(columns(), most)
    panel(shown.map(theme().paint))
  }
  const soon = () => {
    if (cancel !== null) return
    const left = drawnMs + EVERY_MS - now()
    if (left <= 0) draw()
    else cancel = after(left, draw)
  }
  const end = () => {
    cancel?.()
    cancel = null
    isWhole = false
    if (stream === null && thinking === '') return
    stream = null
    thinking = ''
    panel(null)
  }
  return {
    end,
    hideThinking() {
      if (thinking === '') return
      thinking = ''
      if (stream !== null) return draw()
      cancel?.()
      cancel = null
      panel(null)
    },
    watch(event) {
      switch (event.type) {
        case 'thinking':
          if (isWhole) end()
          if (!options.showsThinking() || stream !== null) return
          thinking = (thinking + event.text).slice(-THINKING_CHARS)
          return soon()
        case 'delta':
          if (isWhole) end()
          stream ??= createMarkdownStream(markdown)
          stream.add(event.text)
          return soon()
        case 'reply':
          isWhole = true
          return event.problem === null ? undefined : end()
        // What is printed now has the words, or takes their place.
        case 'tool_call':
          return event.isPlan || event.call.origin === 'program' ? undefined : end()
        case 'step':
        case 'result':
          return end()
        default:
          return
      }
    },
  }
}
