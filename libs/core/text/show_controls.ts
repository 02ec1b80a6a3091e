/**
 * Code points that move the cursor, ring the bell, hide or reorder text: C0, C1, zero-width and bidi marks,
 * invisible fillers, tags that encode a second text, and variation selectors.
 */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

/** Vertical tab, page, carriage return, the four separators of ASCII, next line, line and paragraph: they divide words. */
const SEPARATORS: ReadonlySet<number> = new Set([
  0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x85, 0x2028, 0x2029,
])

/** Joiners and variation selectors that are part of an emoji. */
const IN_PICTURE =
  /(?<=\p{Emoji})\ufe0f\u20e3?|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/uy

/**
 * Replaces every character that controls a terminal by a visible mark such as `<1b>` (docs/design/permissions.md#terminal-text, terminal escapes).
 * Tabs and newlines stay; a carriage return before a newline is dropped.
 */
export function showControls(text: string): string {
  return replaceHidden(text.replaceAll('\r\n', '\n'), (code) => `<${hex(code, 2)}>`)
}

/**
 * The same text without hidden characters: what nobody sees is nobody's word. A separator that editors show as a space or as
 * a new line divides words: it becomes one space, where there is none.
 */
export function dropControls(text: string): string {
  return replaceHidden(text.replaceAll('\r\n', '\n'), (code, before, after) => {
    const divides = SEPARATORS.has(code) && !/\s/.test(before) && after !== ''
    return divides && !/\s/.test(after) ? ' ' : ''
  })
}

/** A value as one line of JSON that is safe to print: control and hidden characters are written as `\uXXXX`. */
export function jsonLine(value: unknown): string {
  return replaceHidden(JSON.stringify(value), (code) => {
    const units = [...String.fromCodePoint(code)].flatMap((char) => char.split(''))
    return units.map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`).join('')
  })
}

/** @param write  gets the character that was written before, and the next one; '' where there is none */
function replaceHidden(
  text: string,
  write: (code: number, before: string, after: string) => string,
): string {
  let out = ''
  // Not `out.at(-1)`: to read a text that grows, V8 copies it whole each time.
  let before = ' '
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0
    const char = String.fromCodePoint(code)
    const isHidden =
      code !== 0x0a && code !== 0x09 && HIDDEN.some(([from, to]) => code >= from && code <= to)
    const after = text[at + char.length] ?? ''
    const written = isHidden && !isInPicture(text, at, code) ? write(code, before, after) : char
    out += written
    before = written.at(-1) ?? before
    at += char.length
  }
  return out
}

function isInPicture(text: string, at: number, code: number): boolean {
  if (code !== 0xfe0f && code !== 0x200d) return false
  IN_PICTURE.lastIndex = at
  return IN_PICTURE.test(text)
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}

/** A word as a shell reads it back. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
