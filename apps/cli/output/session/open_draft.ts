import { createDraft, type Draft, type Input, type Markdown } from '#terminal'
import type { ThemeHolder } from '../open_theme.js'

/** The reply that is being written, in the panel of a rich input; null: there is no panel. */
export function openDraft(
  { input, theme }: { input: Input; theme: ThemeHolder },
  markdown: Markdown,
  showsThinking: () => boolean,
): Draft | null {
  if (input.form !== 'rich') return null
  return createDraft({
    markdown,
    theme: theme.now,
    panel: (rows) => input.panel('stream', rows),
    columns: input.columns,
    rows: input.rows,
    showsThinking,
    now: () => performance.now(),
    after(ms, draw) {
      const timer = setTimeout(draw, ms).unref()
      return () => clearTimeout(timer)
    },
  })
}
