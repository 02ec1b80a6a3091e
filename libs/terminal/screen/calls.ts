import { span } from '../rows/row.js'
import type { Theme } from '../theme/theme.js'

/** Calls that have no result yet. Each becomes one line when it has one. */
export interface Calls {
  begin(id: string, describe: string): void
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
  const open = new Map<string, string>()
  const head = (describe: string) => [span('› ', 'action'), span(describe)]
  const draw = () => {
    const rows = [...open.values()].map((describe) => theme().paint(head(describe)))
    panel(rows.length === 0 ? null : rows)
  }
  return {
    begin(id, describe) {
      open.set(id, describe)
      draw()
    },
    end(id, { ok, brief }) {
      const describe = open.get(id)
      if (describe === undefined) return null
      open.delete(id)
      draw()
      const sign = ok ? span(' ✓', 'good') : span(' ✗', 'bad')
      return theme().paint([
        ...head(describe),
        sign,
        ...(brief === '' ? [] : [span(` ${brief}`, ok ? 'dim' : 'bad')]),
      ])
    },
    flush() {
      const lines = [...open.values()].map((describe) => theme().paint(head(describe)))
      open.clear()
      draw()
      return lines
    },
  }
}
