/** What can be asked of a letter pattern. */
export interface LetterPattern {
  test(text: string): boolean
}

const ASCII = /^[\0-\x7f]*$/
const CLASSES: readonly (readonly [written: string, ranges: string])[] = [
  ['\\p{L}', 'a-zA-Z'],
  ['\\p{N}', '0-9'],
  ['\\p{M}', ''],
]

/**
 * A pattern in any case, with classes of Unicode letters, that is compiled at its first use. V8 compiles such a class for
 * half a millisecond in each process; a text of ASCII is tested with the letters of ASCII, which finds the same.
 * @param source  of a regular expression with the flags `i` and `u`
 */
export function letterPattern(source: string): LetterPattern {
  let [plain, whole]: (RegExp | undefined)[] = []
  return {
    test(text) {
      if (ASCII.test(text)) {
        plain ??= new RegExp(inAscii(source), 'iu')
        return plain.test(text)
      }
      whole ??= new RegExp(source, 'iu')
      return whole.test(text)
    },
  }
}

/** The source with its classes of letters, digits and marks as ranges of ASCII. */
function inAscii(source: string): string {
  let [text, isInside] = ['', false]
  for (let at = 0; at < source.length; ) {
    const found = CLASSES.find(([written]) => source.startsWith(written, at))
    if (found !== undefined) {
      const [written, ranges] = found
      text += isInside ? ranges : `[${ranges}]`
      at += written.length
      continue
    }
    const one = source[at] === '\\' ? source.slice(at, at + 2) : source.charAt(at)
    if (one === '[') isInside = true
    if (one === ']') isInside = false
    text += one
    at += one.length
  }
  return text
}
