import { LIMITS } from '#core'
import { diffRows } from '#terminal'
import type { ThemeHolder } from '../open_theme.js'

/** Paints a difference for the width that the terminal has then, with marked words. */
export function diffPainter(theme: ThemeHolder, columns: () => number): (diff: string) => string {
  return (diff) =>
    diffRows(diff, { width: columns(), mostLines: LIMITS.diffLines })
      .map(theme.now().paint)
      .join('\n')
}
