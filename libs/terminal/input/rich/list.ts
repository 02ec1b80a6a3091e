import { truncateToWidth, visibleWidth } from '@mariozechner/pi-tui/dist/utils.js'
import { showControls } from '#core'
import type { Caret, Size } from '../../area/frame.js'
import type { ChoiceItem, ChoiceList } from '../input.js'

/** What has all keys for a while, and is shown in the place of the prompt. */
export interface Overlay {
  /** @param name  the name of the key; undefined: it has none */
  press(name: string | undefined, data: string): void
  paste(text: string): void
  render(size: Size): { rows: string[]; caret: Caret }
}

export interface ListOptions {
  list: ChoiceList
  /** Called once. */
  onDone(index: number | null): void
  onChange(): void
  dim(text: string): string
  /** Puts the texts of the program into the language of the person. */
  inWords(text: string): string
  bold(text: string): string
}

const MOST_SHOWN = 12
const PREVIEW_ROWS = 12
const HINT = 'type to filter · Enter chooses · Esc leaves'

/** A list that typing filters: every typed word has to be in the label or the detail. */
export function createList({ list, onDone, onChange, dim, bold, inWords }: ListOptions): Overlay {
  const { title, items } = list
  let filter = ''
  let marked = Math.min(Math.max(0, list.selected ?? 0), Math.max(0, items.length - 1))
  const previews = new Map<ChoiceItem, readonly string[]>()

  function found(): { item: ChoiceItem; index: number }[] {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    return [...items.entries()]
      .filter(([, { label, detail = '' }]) => {
        const text = `${label} ${detail}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .map(([index, item]) => ({ item, index }))
  }
  function setFilter(next: string): void {
    filter = next
    marked = 0
  }
  function move(by: number): void {
    const { length } = found()
    if (length > 0) marked = (marked + by + length) % length
  }
  function previewOf(item: ChoiceItem): readonly string[] {
    const known = previews.get(item)
    if (known !== undefined || item.preview === undefined) return known ?? []
    const made = item.preview()
    if (!(made instanceof Promise)) {
      previews.set(item, made)
      return made
    }
    previews.set(item, ['…'])
    made
      .then(
        (rows) => previews.set(item, rows),
        (error: unknown) => previews.set(item, [String(error)]),
      )
      .then(onChange)
    return ['…']
  }

  return {
    press(name, data) {
      if (name === 'escape' || name === 'ctrl+c' || name === 'ctrl+d') return onDone(null)
      if (name === 'enter') return onDone(found()[marked]?.index ?? null)
      if (name === 'up' || name === 'ctrl+p' || name === 'shift+tab') return move(-1)
      if (name === 'down' || name === 'ctrl+n' || name === 'ctrl+r' || name === 'tab')
        return move(1)
      if (name === 'backspace') return setFilter([...filter].slice(0, -1).join(''))
      if (name === 'ctrl+u') return setFilter('')
      if (data >= ' ' && !data.startsWith('\x1b') && data !== '\x7f') setFilter(filter + data)
    },
    paste: (text) => setFilter(filter + showControls(text).replace(/\s+/g, ' ')),
    render({ columns, rows: height }) {
      const matches = found()
      marked = Math.min(marked, Math.max(0, matches.length - 1))
      const chosen = matches[marked]
      const preview = chosen === undefined ? [] : previewOf(chosen.item).slice(0, PREVIEW_ROWS)
      // What is typed stays visible: in a narrow window the title gives way.
      const titleRoom = Math.max(1, columns - 3 - visibleWidth(filter))
      const isCut = filter !== '' && visibleWidth(title) > titleRoom
      const head = `${isCut ? truncateToWidth(title, titleRoom, '…') : title} `
      // One row for the title with the filter, and the last row of the terminal.
      const room = Math.max(1, height - 2)
      const shownPreview = preview.slice(0, Math.max(0, room - Math.min(matches.length, 5)))
      const count = Math.max(1, Math.min(MOST_SHOWN, room - shownPreview.length))
      const from = Math.max(0, Math.min(marked - Math.floor(count / 2), matches.length - count))
      const rows = matches.slice(from, from + count).map(({ item }, at) => {
        const isMarked = from + at === marked
        const detail = item.detail === undefined ? '' : dim(` · ${showControls(item.detail)}`)
        const label = showControls(item.label).replace(/\s+/g, ' ')
        return `${isMarked ? '→ ' : '  '}${isMarked ? bold(label) : label}${detail}`
      })
      const nothing = matches.length === 0 ? [dim(`  ${inWords('nothing matches')}`)] : []
      const left =
        matches.length > count ? dim(` (${inWords(`${marked + 1} of ${matches.length}`)})`) : ''
      const hasRoom = visibleWidth(head) + HINT.length < columns
      const typed = filter === '' ? dim(hasRoom ? inWords(HINT) : '') : filter
      return {
        rows: [
          `${bold(head)}${typed}${left}`,
          ...rows,
          ...nothing,
          ...shownPreview.map((row) => `${dim('│')} ${row}`),
        ],
        caret: { row: 0, column: visibleWidth(head) + visibleWidth(filter) },
      }
    },
  }
}
