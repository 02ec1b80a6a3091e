/** Turns the keys of a terminal with bracketed paste into text for a line editor. */
export interface Pastes {
  /** @returns what the line editor gets; the end of a chunk may be held back */
  push(chunk: string): string
  /** What was held back because a paste could have started there. */
  flush(): string
  /** Puts the pasted lines in the place of their marks. */
  expand(line: string): string
  /** Puts the marks in the place of the pasted lines. */
  collapse(text: string): string
  /** The keys that type a line again, with its pastes. */
  keysOf(line: string): string
  /** Keys that were held back, also of a paste that has not ended. */
  rest(): string
}

/** How a terminal marks a paste, once `PASTE_ON` was written (xterm's mode 2004). */
const START = '\x1b[200~'
const END = '\x1b[201~'
export const PASTE_ON = '\x1b[?2004h'
export const PASTE_OFF = '\x1b[?2004l'

/**
 * A pasted line is typed as it is, without its line end: only Enter sends. Several lines become one mark,
 * `[paste 1: 12 lines]`, so that the line editor never sees a line end of a paste.
 */
export function createPastes(): Pastes {
  const texts = new Map<string, string>()
  /** Keys that are not passed on yet: the text of a paste, or the beginning of its mark. */
  let held = ''
  let isInside = false

  function insert(raw: string): string {
    const text = plain(raw).replace(/\n+$/, '')
    const lines = text.split('\n').length
    if (lines === 1) return text
    const mark = `[paste ${texts.size + 1}: ${lines} lines]`
    texts.set(mark, text)
    return mark
  }

  return {
    push(chunk) {
      held += chunk
      let out = ''
      for (;;) {
        const mark = isInside ? END : START
        const at = held.indexOf(mark)
        if (at === -1) break
        const before = held.slice(0, at)
        out += isInside ? insert(before) : before
        held = held.slice(at + mark.length)
        isInside = !isInside
      }
      if (isInside) return out
      const kept = startLength(held)
      out += held.slice(0, held.length - kept)
      held = held.slice(held.length - kept)
      return out
    },
    flush() {
      if (isInside) return ''
      const out = held
      held = ''
      return out
    },
    expand(line) {
      let whole = line
      for (const [mark, text] of texts) whole = whole.replaceAll(mark, () => text)
      return whole
    },
    collapse(text) {
      let short = text
      // A paste may begin or end the message, which is trimmed.
      for (const [mark, pasted] of texts)
        for (const shown of [pasted, pasted.trim()]) short = short.replaceAll(shown, () => mark)
      return short
    },
    keysOf(line) {
      let keys = line
      for (const [mark, text] of texts) keys = keys.replaceAll(mark, () => START + text + END)
      return keys
    },
    rest: () => (isInside ? START : '') + held,
  }
}

/** Length of the longest end of the text that a paste could start with. */
function startLength(text: string): number {
  for (let length = Math.min(START.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(START.slice(0, length))) return length
  return 0
}

/** Line ends become one kind. Other control characters than a tab would be keys. */
function plain(text: string): string {
  return [...text.replace(/\r\n?/g, '\n')].filter((char) => !isControl(char)).join('')
}

function isControl(char: string): boolean {
  return char !== '\n' && char !== '\t' && (char < ' ' || char === '\x7f')
}
