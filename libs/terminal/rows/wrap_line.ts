import { columnsOf } from './columns.js'
import { span } from './row.js'
import { splitWords } from './words.js'

const ESC = '\x1b'
/** What selects colours. It takes no columns. */
const STYLE = new RegExp(`${ESC}\\[[\\d;]*m`, 'g')
const ASCII = /^[\x20-\x7e]*$/
/** Spaces, or a sign and a space: the next rows of the line are indented as much. */
const HEAD = /^(?: +|[›!>…] )/
/** The name of a table's row, then two spaces: the next rows begin below the text, not below the name. */
const LABEL = /^ {0,2}[^ ›!>…]\S*(?: \S+){0,2}(?<![.!?]) {2,}(?=\S)/
/** A longer name leaves too little room below the text. */
const LABEL_COLUMNS = 14
/** In a narrow terminal, and where a word does not fit below the text, the next rows are indented so much more than the name. */
const BELOW_LABEL = 2
/**
 * What a person may copy: text in backticks, `--allow` with its value, a command of ours with its flags, a command that the
 * model wants to run. A line end inside would be copied too, so where it is longer than a row the terminal wraps it. A key
 * and its meaning stay together as well: `y = yes`, `n [why] = no`.
 */
const COPIED =
  /`[^`]+`|--allow '[^']*'(?:\\''[^']*')*|(?:node \S+\.js|\baircoder(?:-proxy)?) (?=[^`)]{0,300}--)[^`)]*|(?<=^run )\S.*?(?= [✓✗] |$)|(?<=^| )[a-z](?: \[\w+\])? = \S+/g
/** It begins the row of what follows it. */
const BETWEEN = ' · '

/**
 * Breaks a finished line at words, with the next rows indented as the first one, and by `hang` columns at least. A word that
 * is longer than a row is not broken: the terminal wraps it, and it can be copied whole. Takes linear time.
 * @param line  text with colours and without line ends
 * @param columns  of the terminal; the last one stays free
 */
export function wrapLine(line: string, columns: number, hang = 0): string {
  const width = Math.max(1, columns - 1)
  if (line.length <= width && ASCII.test(line)) return line
  const expanded = line.replaceAll('\t', '  ')
  const plain = expanded.replace(STYLE, '')
  // Other escape sequences are pictures, not text.
  if (plain.includes(ESC) || columnsOf(plain) <= width) return line
  const breaks = breaksIn(plain, { width, columns, hang })
  return breaks.length === 0 ? line : withBreaks(expanded, breaks)
}

/** Spaces of the plain text that become a line end, and the spaces of the next row. */
interface Break {
  from: number
  to: number
  indent: number
}

interface Room {
  width: number
  columns: number
  /** Spaces in front of each row after the first, at least. */
  hang: number
}

function breaksIn(plain: string, { width, columns, hang }: Room): Break[] {
  const { head, indents } = headOf(plain, { width, hang })
  let best = 0
  const breaks: Break[] = []
  let at = head.length
  let used = columnsOf(head)
  for (const { spaces, text } of wordsOf(plain.slice(head.length))) {
    const wide = columnsOf(text)
    const needed = used + spaces + wide
    // A row that had to begin further left is followed by rows that begin there.
    const next = indents.findIndex((one, level) => level >= best && one + wide <= width)
    if (needed <= width) used = needed
    else if (next !== -1) {
      best = next
      const indent = indents[next] ?? 0
      breaks.push({ from: at, to: at + spaces, indent })
      used = indent + wide
    } else used = ((needed - 1) % columns) + 1
    at += spaces + text.length
  }
  return breaks
}

/** What begins the line, and how far its next rows may be indented, best first. */
function headOf(
  plain: string,
  { width, hang }: Omit<Room, 'columns'>,
): { head: string; indents: readonly number[] } {
  const [label = ''] = LABEL.exec(plain) ?? []
  const wide = columnsOf(label)
  if (label !== '' && wide <= Math.min(LABEL_COLUMNS, width)) {
    const below = label.length - label.trimStart().length + BELOW_LABEL
    return { head: label.trimEnd(), indents: [wide <= width / 3 ? wide : below, below, 0] }
  }
  const [head = ''] = HEAD.exec(plain) ?? []
  // Half a row is left for the text.
  return { head, indents: [Math.min(Math.max(head.length, hang), Math.floor(width / 2))] }
}

interface Placed {
  /** Characters before the word. */
  spaces: number
  text: string
}

function* wordsOf(text: string): Generator<Placed> {
  let from = 0
  for (const { index, 0: copied } of text.matchAll(COPIED)) {
    if (index < from) continue
    // Brackets and full stops around it stay with it.
    let begin = index
    while (begin > from && text[begin - 1] !== ' ') begin -= 1
    if (text.slice(from, begin).endsWith(BETWEEN)) begin -= BETWEEN.length - 1
    let end = index + copied.trimEnd().length
    while (end < text.length && text[end] !== ' ') end += 1
    const before = text.slice(from, begin)
    yield* proseIn(before)
    yield { spaces: before.length - before.trimEnd().length, text: text.slice(begin, end) }
    from = end
  }
  yield* proseIn(text.slice(from))
}

function* proseIn(text: string): Generator<Placed> {
  for (const word of splitWords([span(text)])) {
    if (word === 'end') continue
    const joined = (pieces: readonly { text: string }[]) => pieces.map((one) => one.text).join('')
    yield { spaces: joined(word.spaces).length, text: joined(word.pieces) }
  }
}

/** Puts line ends into a text with colours, at positions of the text without them. */
function withBreaks(line: string, breaks: readonly Break[]): string {
  const styles = [...line.matchAll(STYLE)]
  let out = ''
  let at = 0
  let offset = 0
  let next = 0
  const copyTo = (position: number) => {
    while (next < styles.length) {
      const { index, 0: style } = styles[next] ?? { index: 0, 0: '' }
      if (index - offset > position) break
      out += line.slice(at + offset, index) + style
      at = index - offset
      offset += style.length
      next += 1
    }
    out += line.slice(at + offset, position + offset)
    at = position
  }
  for (const { from, to, indent } of breaks) {
    copyTo(from)
    out += `\n${' '.repeat(indent)}`
    // Styles between the spaces are kept.
    const kept = out.length
    copyTo(to)
    out = out.slice(0, kept) + (out.slice(kept).match(STYLE) ?? []).join('')
  }
  return out + line.slice(at + offset)
}
