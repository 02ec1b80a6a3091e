import { span } from '../rows/row.js'
import type { Theme } from '../theme/theme.js'

/** Calls that have no result yet. Each becomes one line when it has one. */
export interface Calls {
  /** @param depth  of a run inside another one: its lines are indented */
  begin(id: string, describe: string, depth?: number): void
  /** @returns the finished line; null: no such call is open */
  end(id: string, outcome: { ok: boolean; brief: string }): string | null
  /** The lines of calls that got no result. */
  flush(): string[]
}

/** A run waits for its calls, so they are shown below the printed lines until they end. */
export function createCalls(
  theme: () => Theme,
  panel: (rows: readonly string[] | null) => void,
): Calls {
  const open = new Map<string, { describe: string; depth: number }>()
  const head = ({ describe, depth }: { describe: string; depth: number }) => [
    span(`${'  '.repeat(depth)}› `, 'action'),
    span(describe),
  ]
  const draw = () => {
    const rows = [...open.values()].map((call) => theme().paint(head(call)))
    panel(rows.length === 0 ? null : rows)
  }
  return {
    begin(id, describe, depth = 0) {
      open.set(id, { describe, depth })
      draw()
    },
    end(id, { ok, brief }) {
      const call = open.get(id)
      if (call === undefined) return null
      open.delete(id)
      draw()
      const sign = ok ? span(' ✓', 'good') : span(' ✗', 'bad')
      return theme().paint([
        ...head(call),
        sign,
        ...(brief === '' ? [] : [span(` ${brief}`, ok ? 'dim' : 'bad')]),
      ])
    },
    flush() {
      const lines = [...open.values()].map((call) => theme().paint(head(call)))
      open.clear()
      draw()
      return lines
    },
  }
}
