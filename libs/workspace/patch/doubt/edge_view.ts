import type { Replacement } from '../text/types.js'

/** One edge of a place, seen from the line beside it: the first of each list is the one next to that line. */
export interface SideView {
  edge: 'above' | 'below'
  /** The nearest line of the file outside the place that says something. */
  beside: string
  /** That one and the next of them, outwards. */
  besides: string[]
  /** Lines of the file that go, blank ones left out. */
  gone: string[]
  /** Lines that come. */
  fresh: string[]
  /** Lines of `fresh` up to the first one that was there already. */
  inserted: string[]
}

/** So many lines beside the place are looked at for some that say something. */
const NEAR = 8

/** Both edges of a place; none where the place begins or ends within a line, or nothing stands beside it. */
export function sideViews(content: string, place: Replacement): SideView[] {
  const { start, end, text } = fromLineStart(content, place)
  const lineStart = content.lastIndexOf('\n', start - 1) + 1
  const indent = content.slice(lineStart, start)
  const inner = indent.trim() === '' ? indent : ''
  const fresh = spoken((inner + text).split('\n'))
  const gone = spoken((inner + content.slice(start, end)).split('\n'))
  const views: SideView[] = []
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

/** A text that begins with a line break begins with the line behind it. */
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
