import { type Row, span } from '../rows/row.js'
import { wrapRow } from '../rows/wrap.js'
import { codeRows } from './blocks.js'
import { createHighlighter } from './load_highlight.js'
import type { markdownRows } from './render.js'
import { segmentsOf } from './segments.js'

/** Markdown to rows. The reader and the grammars are loaded when the first text needs them. */
export interface Markdown {
  /** Loads the reader before it is needed. */
  load(): Promise<unknown>
  /**
   * The rows of a whole text, with its code highlighted.
   * @param text  without control characters: see `showControls`
   */
  render(text: string, width: number): Promise<Row[]>
  /** The rows with what is loaded by now, for a text that is still being written. */
  draft(text: string, width: number): Row[]
  /** Rows of code lines. Their language is loaded for the next ones. */
  draftCode(code: string, language: string, width: number): Row[]
}

/** @param keepsMarks  true: `**` and backticks are shown, for a terminal without colours */
export function createMarkdown(keepsMarks: () => boolean): Markdown {
  const highlighter = createHighlighter()
  const { highlight } = highlighter
  let reader: typeof markdownRows | null = null
  const load = async () => {
    reader ??= (await import('./render.js')).markdownRows
    return reader
  }
  const optionsOf = (width: number) => ({ width, highlight, keepsMarks: keepsMarks() })
  return {
    load,
    async render(text, width) {
      const rows = await load()
      await highlighter.load(languagesIn(text))
      return rows(text, optionsOf(width))
    },
    draft(text, width) {
      if (reader !== null) return reader(text, optionsOf(width))
      void load()
      return wrapRow([span(text)], width)
    },
    draftCode(code, language, width) {
      void highlighter.load([language])
      return codeRows(code, language, { width, highlight })
    },
  }
}

function languagesIn(text: string): string[] {
  return segmentsOf(text).flatMap(({ text: part }) => {
    const info = /^ {0,3}(?:`{3,}|~{3,})\s*([^\s`{,]+)/.exec(part)?.[1]
    return info === undefined ? [] : [info]
  })
}
