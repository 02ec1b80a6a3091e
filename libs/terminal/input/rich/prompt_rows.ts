import { visibleWidth, wrapTextWithAnsi } from '@mariozechner/pi-tui/dist/utils.js'
import type { Caret } from '../../area/frame.js'
import { wrapLine } from '../../rows/wrap_line.js'

/** The typed text as the editor shows it. */
interface Typed {
  rows: readonly string[]
  caret: Caret
  below: readonly string[]
}

/** The text behind a prompt. */
interface Prompted extends Typed {
  /** How many of the first rows are the question, without what is typed. */
  headRows: number
}

/** Draws the text behind a prompt. @param render  the typed text in so many columns */
export function promptRows(
  prompt: string,
  width: number,
  render: (columns: number) => Typed,
): Prompted {
  const promptWidth = visibleWidth(prompt)
  // Behind a long question there is no room to type: the answer has its own row.
  const isOwnRow = promptWidth > width / 2
  const head = isOwnRow ? questionRows(prompt, width) : []
  const prefix = isOwnRow ? '' : prompt
  const indent = ' '.repeat(isOwnRow ? 0 : promptWidth)
  const { rows, caret, below } = render(Math.max(1, width - indent.length))
  return {
    rows: [...head, ...rows.map((row, index) => (index === 0 ? prefix : indent) + row)],
    caret: { row: head.length + caret.row, column: indent.length + caret.column },
    below,
    headRows: head.length,
  }
}

/** As a printed line is broken; a word that is longer than a row is broken too, since the area has whole rows only. */
function questionRows(prompt: string, width: number): string[] {
  return prompt
    .split('\n')
    .flatMap((line) => wrapLine(line.trimEnd(), width + 1).split('\n'))
    .flatMap((row) => wrapTextWithAnsi(row, width))
}

/** What was typed at a prompt, as finished lines. */
export function echoOf(prompt: string, text: string): string {
  const indent = ' '.repeat(visibleWidth(prompt) > 8 ? 2 : visibleWidth(prompt))
  return `${prompt}${text.replaceAll('\n', `\n${indent}`)}\n`
}
