import { columnsOf } from './columns.js'
import { span } from './row.js'
import { splitWords } from './words.js'

const ESC = '\x1b'
/** What selects colours. It takes no columns. */
const STYLE = new RegExp(`${ESC}\\[[\\d;]*m`, 'g')
const ASCII = /^[\x20-\x7e]*$/
/** Spaces, or a sign and a space: the next rows of the line are indented as much. */
const HEAD = /^(?: +|[›!>…] )/
/**
 * What a person may copy: text in backticks, a command of ours with its flags, a command that the model wants to run. A line
 * end inside would be copied too, so where it is longer than a row the terminal wraps it.
 */
const COPIED =
  /`[^`]+`|(?:node \S+\.js|\baircoder(?:-proxy)?) (?=[^`)]{0,300}--)[^`)]*|(?<=^run )\S.*?(?= [✓✗] |$)/g

/**
 * Breaks a finished line at words, with the next rows indented as the first one. A word that is longer than a row
 * is not broken: the terminal wraps it, and it can be copied whole. Takes linear time.
 * @param line  text with colours and without line ends
 * @param columns  of the terminal; the last one stays free
 */
export function wrapLine(line: string, columns: number): string {
  const width = Math.max(1, columns - 1)
  if (line.length <= width && ASCII.test(line)) return line
  const expanded = line.replaceAll('\t', '  ')
  const plain = expanded.replace(STYLE, '')
  // Other escape sequences are pictures, not text.
  if (plain.includes(ESC) || columnsOf(plain) <= width) return line
  const breaks = breaksIn(plain, { width, columns })
  if (breaks.length === 0) return line
  const head = HEAD.exec(plain)?.[0] ?? ''
  return withBreaks(expanded, breaks, `\n${' '.repeat(indentOf(head, width))}`)
}

/** Spaces of the plain text that become a line end. */
interface Break {
  from: number
  to: number
}

function breaksIn(plain: string, { width, columns }: { width: number; columns: number }): Break[] {
  const head = HEAD.exec(plain)?.[0] ?? ''
  const indent = indentOf(head, width)
  const breaks: Break[] = []
  let at = head.length
  let used = head.length
  for (const { spaces, text } of wordsOf(plain.slice(head.length))) {
    const wide = columnsOf(text)
    const needed = used + spaces + wide
    if (needed <= width) used = needed
    else if (indent + wide <= width) {
      breaks.push({ from: at, to: at + spaces })
      used = indent + wide
    } else used = ((needed - 1) % columns) + 1
    at += spaces + text.length
  }
  return breaks
}

/** Half a row is left for the text. */
function indentOf(head: string, width: number): number {
  return Math.min(head.length, Math.floor(width / 2))
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
function withBreaks(line: string, breaks: readonly Break[], end: string): string {
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
  for (const { from, to } of breaks) {
    copyTo(from)
    out += end
    // Styles between the spaces are kept.
    const kept = out.length
    copyTo(to)
    out = out.slice(0, kept) + (out.slice(kept).match(STYLE) ?? []).join('')
  }
  return out + line.slice(at + offset)
}
