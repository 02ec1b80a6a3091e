/** A key or a paste, as a terminal sent it. */
export type KeyEvent = { kind: 'key'; data: string } | { kind: 'paste'; text: string }

/** Splits what a terminal sends into keys and pastes. */
export interface KeyDecoder {
  /** @returns what is complete; the beginning of a sequence is held back */
  push(chunk: string): KeyEvent[]
  /** What was held back, as keys: nothing more of it came. A paste stays open. */
  flush(): KeyEvent[]
  isHolding(): boolean
  /** The bytes that are held back, also of a paste without an end. */
  rest(): string
}

export const PASTE_START = '\x1b[200~'
export const PASTE_END = '\x1b[201~'

const ESC = '\x1b'
const BELL = '\x07'
/** One key: CSI, SS3, OSC, DCS and APC sequences, Alt with a character, or one character. */
const KEY = new RegExp(
  [
    `${ESC}${ESC}?\\[\\[?[0-?]*[ -/]*[@-~]`,
    `${ESC}${ESC}?O[ -~]`,
    `${ESC}[\\]P_^X][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)`,
    `${ESC}[^${ESC}[\\]OP_^X]`,
    `${ESC}(?=${ESC})`,
    `[^${ESC}]`,
  ].join('|'),
  'suy',
)
const ALT_ARROW = new RegExp(`^${ESC}${ESC}\\[([A-D])$`)
/** The beginning of a sequence. */
const OPEN = new RegExp(
  `^${ESC}(?:${ESC}?(?:\\[\\[?[0-?]*[ -/]*|O)?|[\\]P_^X][^${BELL}${ESC}]*${ESC}?)$`,
  's',
)
/** An answer of the terminal that never ends is dropped, so that keys work again. */
const MOST_HELD = 4_096

export function createKeyDecoder(): KeyDecoder {
  let held = ''
  /** Chunks of the paste that is being received; null: none is. */
  let paste: string[] | null = null

  /** @returns the rest of the chunk behind the end of the paste; null: it goes on */
  function receive(chunks: string[], chunk: string): { text: string; rest: string } | null {
    // The mark of the end may be cut: only it needs the end of the last chunk.
    const tail = (chunks.pop() ?? '') + chunk
    const at = tail.indexOf(PASTE_END)
    if (at === -1) {
      const cut = Math.max(0, tail.length - PASTE_END.length)
      chunks.push(tail.slice(0, cut), tail.slice(cut))
      return null
    }
    return { text: chunks.join('') + tail.slice(0, at), rest: tail.slice(at + PASTE_END.length) }
  }

  return {
    push(chunk) {
      const events: KeyEvent[] = []
      let text = chunk
      while (text !== '' || held !== '') {
        if (paste !== null) {
          const done = receive(paste, text)
          if (done === null) return events
          paste = null
          events.push({ kind: 'paste', text: done.text })
          text = done.rest
          continue
        }
        text = held + text
        held = ''
        const start = text.indexOf(PASTE_START)
        const keys = start === -1 ? text : text.slice(0, start)
        const used = readKeys(keys, start === -1, events)
        if (start === -1) {
          held = keys.slice(used)
          if (held.length > MOST_HELD) held = ''
          return events
        }
        paste = []
        text = text.slice(start + PASTE_START.length)
      }
      return events
    },
    flush() {
      const keys = paste === null ? held : ''
      held = paste === null ? '' : held
      if (keys === '') return []
      // Half of a sequence is no text: only Escape itself is a key.
      return keys === '\x1b\x1b' ? [key('\x1b'), key('\x1b')] : [key(keys)]
    },
    isHolding: () => held !== '',
    rest: () => (paste === null ? held : PASTE_START + paste.join('')),
  }
}

/** @returns how many characters were read; the rest is the beginning of a sequence */
function readKeys(text: string, mayHold: boolean, events: KeyEvent[]): number {
  let at = 0
  while (at < text.length) {
    if (mayHold && text[at] === '\x1b' && OPEN.test(text.slice(at, at + MOST_HELD + 1))) return at
    KEY.lastIndex = at
    const data = KEY.exec(text)?.[0] ?? text[at] ?? ''
    events.push(key(data))
    at += data.length
  }
  return at
}

function key(data: string): KeyEvent {
  // Some terminals send Alt with an arrow as Escape before the arrow.
  const arrow = ALT_ARROW.exec(data)?.[1]
  return { kind: 'key', data: arrow === undefined ? data : `\x1b[1;3${arrow}` }
}
