import type { Replacement } from '../text/types.js'

/** One edge of a place and the line beside it. The first element of each list is nearest to that line. */
export interface EdgeView {
  edge: 'above' | 'below'
  /** The nearest line outside the place that is not blank. */
  beside: string
  /** That line and the next ones, outwards. */
  besides: string[]
  /** Lines that are removed, without blank ones. */
  gone: string[]
  /** Lines that are added. */
  fresh: string[]
  /** Lines of `fresh` before the first one that was already there. */
  inserted: string[]
}

/** Lines beside the place that are searched for lines that are not blank. */
const NEAR = 8

/** Both edges of a place, without an edge that is inside a line or has no line beside it. */
export function edgeViews(content: string, place: Replacement): EdgeView[] {
  const { start, end, text } = fromLineStart(content, place)
  const lineStart = content.lastIndexOf('\n', start - 1) + 1
  const indent = content.slice(lineStart, start)
  const inner = indent.trim() === '' ? indent : ''
  const fresh = spoken((inner + text).split('\n'))
  const gone = spoken((inner + content.slice(start, end)).split('\n'))
  const views: EdgeView[] = []
  const above = spoken(
    content
      .slice(0, lineStart)
      .split('\n')
      .slice(-NEAR - 1),
  ).reverse()
  if (indent.trim() === '' && above[0] !== undefined) {
    const inserted = comesFirst(fresh, gone)
    views.push({ edge: 'above', beside: above[0], besides: above, gone, fresh, inserted })
  }
  const next = content.indexOf('\n', end)
  const lineEnd = content[end - 1] === '\n' ? end : next === -1 ? content.length : next + 1
  const below = spoken(content.slice(lineEnd).split('\n', NEAR))
  if (content.slice(end, lineEnd).trim() === '' && below[0] !== undefined) {
    const [last, came] = [gone.toReversed(), fresh.toReversed()]
    const inserted = comesFirst(came, last)
    const [beside] = below
    views.push({ edge: 'below', beside, besides: below, gone: last, fresh: came, inserted })
  }
  return views
}

/** Skips line breaks at the start of the place and of the text. */
function fromLineStart(content: string, { start, end, text }: Replacement): Replacement {
  const [skipped = ''] = /^(?:\r?\n)*/.exec(content.slice(start, end)) ?? []
  const [said = ''] = /^(?:\r?\n)*/.exec(text) ?? []
  const common = skipped.startsWith(said) ? said.length : skipped.length
  return { start: start + common, end, text: text.slice(common) }
}

function spoken(lines: string[]): string[] {
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
}

function comesFirst(fresh: string[], gone: readonly string[]): string[] {
  const known = new Set(gone)
  const first = fresh.findIndex((line) => known.has(line))
  return first === -1 ? fresh : fresh.slice(0, first)
}
