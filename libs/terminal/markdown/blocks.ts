import type { Token, Tokens } from 'marked'
import { EMPTY_ROW, type Row, rowText, type Span, type StyleName, span } from '../rows/row.js'
import { breakRow, wrapRow } from '../rows/wrap.js'
import type { Highlight } from './highlight.js'
import { type InlineOptions, inlineSpans } from './inline.js'
import { tableRows } from './table_rows.js'

export interface BlockOptions extends InlineOptions {
  /** Columns of a row. */
  width: number
  highlight: Highlight
}

/** Below this nothing is indented any more. */
const LEAST_WIDTH = 10
const RULE_COLUMNS = 40

/** The rows of block tokens, one empty row between two blocks. */
export function blockRows(tokens: readonly Token[], options: BlockOptions, isTight = false): Row[] {
  const rows: Row[] = []
  for (const token of tokens) {
    const block = rowsOf(token, options)
    if (block.length === 0) continue
    if (rows.length > 0 && !isTight) rows.push(EMPTY_ROW)
    rows.push(...block)
  }
  return rows
}

function rowsOf(token: Token, options: BlockOptions): Row[] {
  const { width } = options
  const inline = (...styles: StyleName[]) =>
    inlineSpans((token as Tokens.Generic).tokens ?? [], options, styles)
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading':
      return wrapRow([span(`${'#'.repeat(token.depth)} `, 'heading'), ...inline('heading')], width)
    case 'code':
      return codeRows(token.text, token.lang ?? '', options)
    case 'list':
      return listRows(token as Tokens.List, options)
    case 'table':
      return tableRows(token as Tokens.Table, width, options)
    case 'blockquote': {
      const inner = blockRows(token.tokens ?? [], narrowed(options, 2))
      return inner.map((row) => [span('│ ', 'frame'), ...row.map(quoted)])
    }
    case 'hr':
      return [[span('─'.repeat(Math.min(width, RULE_COLUMNS)), 'frame')]]
    default: {
      const { tokens, text, raw } = token as Tokens.Generic
      if (tokens !== undefined) return wrapRow(inline(), width)
      return wrapRow([span(String(text ?? raw).trimEnd())], width)
    }
  }
}

/** Code keeps its spaces. A line that is too long goes on in the next row. */
export function codeRows(
  code: string,
  info: string,
  { width, highlight }: Pick<BlockOptions, 'width' | 'highlight'>,
): Row[] {
  const indent = width >= LEAST_WIDTH ? 2 : 0
  const language = info.split(/[\s,{]/, 1)[0] ?? ''
  const lines = highlight(code, language) ?? code.split('\n').map((line) => [span(line)])
  return lines.flatMap((line) =>
    line.length === 0 || rowText(line) === ''
      ? [EMPTY_ROW]
      : breakRow(line, width - indent).map((row) => [span(' '.repeat(indent)), ...row]),
  )
}

function listRows(list: Tokens.List, options: BlockOptions): Row[] {
  const first = Number(list.start) || 1
  return list.items.flatMap((item, at) => {
    const sign = list.ordered ? `${first + at}. ` : '- '
    const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : ''
    const inner = blockRows(item.tokens, narrowed(options, sign.length), !item.loose)
    const rows = inner.length > 0 ? inner : [EMPTY_ROW]
    const gap = item.loose && at > 0 ? [EMPTY_ROW] : []
    return [
      ...gap,
      ...rows.map((row, line) =>
        line === 0
          ? [span(sign, 'action'), ...(box === '' ? [] : [span(box, 'dim')]), ...row]
          : row === EMPTY_ROW
            ? row
            : [span(' '.repeat(sign.length)), ...row],
      ),
    ]
  })
}

function narrowed(options: BlockOptions, columns: number): BlockOptions {
  return { ...options, width: Math.max(1, options.width - columns) }
}

function quoted({ text, styles }: Span): Span {
  return { text, styles: [...styles, 'quote'] }
}
