import { showControls } from '#core'
import { EMPTY_ROW, type Row } from '../rows/row.js'
import type { Markdown } from './markdown.js'
import { createSplitter } from './segments.js'

/** The end of a text that is being written, as rows. */
export interface MarkdownStream {
  add(delta: string): void
  /** The last rows of the text. */
  rows(width: number, most: number): Row[]
}

/** Only so much of an open part is read for each picture: the rows on a screen are fewer. */
const OPEN_CHARS = 4_000
/** Rows of finished parts that are kept: more than a screen has. */
const KEPT_ROWS = 200
/** Code is kept in pieces of so many lines, so that a long file is rendered once. */
const CODE_LINES = 20

/**
 * Renders a text while it arrives, in linear time: a part is rendered whole once, when it ends; what is not ended
 * is rendered for each picture, but only its last 4,000 characters. Long code becomes rows in pieces.
 * After a change of the width the finished rows keep the old one until they scroll away.
 */
export function createMarkdownStream(markdown: Markdown): MarkdownStream {
  const splitter = createSplitter()
  let kept: Row[] = []
  /** Text since the last line end. */
  let line = ''
  let codeLines = 0
  let lastWidth = 80
  const keep = (rows: Row[], isApart: boolean) => {
    if (rows.length === 0) return
    const gap = isApart && kept.length > 0 ? [EMPTY_ROW] : []
    kept = [...kept, ...gap, ...rows].slice(-KEPT_ROWS)
  }
  /** Code of this part was kept already: what follows belongs to it. */
  let isInCode = false

  function end(text: string): void {
    const whole = splitter.add(text)
    const info = splitter.fence()
    if (whole !== null && isInCode) {
      keep(markdown.draftCode(withoutFence(whole.text), '', lastWidth), false)
      isInCode = false
      codeLines = 0
    } else if (whole !== null) keep(markdown.draft(whole.text, lastWidth), true)
    if (info === null) return
    codeLines += 1
    if (codeLines < CODE_LINES) return
    const { text: code } = splitter.open()
    keep(markdown.draftCode(withoutFence(code), info, lastWidth), !isInCode)
    isInCode = true
    codeLines = 0
    splitter.drop()
  }

  return {
    add(delta) {
      const lines = delta.split('\n')
      for (const [at, part] of lines.entries()) {
        if (at > 0) {
          end(showControls(line))
          line = ''
        }
        line += part
      }
    },
    rows(width, most) {
      lastWidth = width
      const { text, fence } = splitter.open()
      const last = showControls(line.slice(-OPEN_CHARS))
      const open = tail(text === '' ? last : `${text}\n${last}`)
      const now =
        fence === null
          ? markdown.draft(open, width)
          : markdown.draftCode(withoutFence(open), fence, width)
      if (open.trim() === '') return kept.slice(-most)
      const gap = kept.length > 0 && !isInCode ? [EMPTY_ROW] : []
      return [...kept, ...gap, ...now].slice(-most)
    },
  }
}

/** The end of a text, from the begin of a word. */
function tail(text: string): string {
  if (text.length <= OPEN_CHARS) return text
  return text.slice(-OPEN_CHARS).replace(/^\S*\s/, '')
}

/** The lines of a fence without the line that opens or closes it. */
function withoutFence(text: string): string {
  return text
    .replace(/^ {0,3}(?:`{3,}|~{3,})[^\n]*(?:\n|$)/, '')
    .replace(/\n? {0,3}(?:`{3,}|~{3,})\s*$/, '')
}
