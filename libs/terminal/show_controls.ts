/** Code points that move the cursor, ring, hide or reorder text: C0, C1, zero-width and bidi marks. */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2069],
  [0xfeff, 0xfeff],
]

/**
 * Shows what a terminal would obey as a visible mark such as `<1b>` (safety.md 5, terminal escapes).
 * Tabs and newlines stay; a carriage return before a newline is dropped.
 */
export function showControls(text: string): string {
  let out = ''
  for (const char of text.replaceAll('\r\n', '\n')) {
    const code = char.codePointAt(0) ?? 0
    const hidden = HIDDEN.some(([from, to]) => code >= from && code <= to)
    out += hidden ? `<${code.toString(16).padStart(2, '0')}>` : char
  }
  return out
}
