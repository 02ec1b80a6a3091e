import type { Call } from './program.js'

/** Rounds that a format is used again for more words. */
const MAX_ROUNDS = 1_000

/**
 * What echo and printf print, to the byte, by bash 5.2's manual.
 * @returns null where it is unknown, or where shells differ
 */
export function printedBy({ name, args }: Pick<Call, 'name' | 'args'>): string | null {
  const texts = args.map(({ text, several }) => (several ? null : text))
  if (!texts.every((text) => text !== null)) return null
  return name === 'echo' ? echoed(texts) : formatted(texts)
}

function echoed(words: readonly string[]): string | null {
  const start = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = words.slice(0, start < 0 ? words.length : start).join('')
  const text = (start < 0 ? [] : words.slice(start)).join(' ')
  const end = options.includes('n') ? '' : '\n'
  if (!text.includes('\\')) return text + end
  // bash takes a backslash as it is, sh as an escape.
  if (!/e[^E]*$/.test(options)) return null
  const plain = unescaped(text, true)
  return plain === null ? null : plain + end
}

function formatted(words: readonly string[]): string | null {
  const [format = '', ...rest] = words[0] === '--' ? words.slice(1) : words
  const pieces = format.match(/%(?:%|[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|[\s\S]|$)|[^%]+/g) ?? []
  const takes = pieces.some((piece) => /^%[^%]/.test(piece))
  const printed: (string | null)[] = []
  for (let round = 0; round === 0 || (takes && rest.length > 0); round += 1) {
    if (round > MAX_ROUNDS) return null
    for (const piece of pieces) {
      if (piece === '%%') printed.push('%')
      else if (piece.startsWith('%')) printed.push(converted(piece, rest.shift() ?? ''))
      else printed.push(unescaped(piece, false))
    }
  }
  return printed.every((piece) => piece !== null) ? printed.join('') : null
}

/** `%s`, `%b`, `%c` and plain numbers; every other conversion is left to printf. */
function converted(piece: string, word: string): string | null {
  const [, flags = '', width = '', , precision, kind = ''] =
    /^%([-+ #0]*)(\d*)(\.(\d+))?([a-zA-Z])$/.exec(piece) ?? []
  const text =
    kind === 's'
      ? word
      : kind === 'b'
        ? unescaped(word, true)
        : kind === 'c'
          ? word.slice(0, 1)
          : /^[di]$/.test(kind) && /^-?[1-9]?\d{0,8}$/.test(word)
            ? word || '0'
            : null
  if (text === null || /[+ #0]/.test(flags)) return null
  const cut = precision === undefined || kind === 'c' ? text : text.slice(0, Number(precision))
  const wide = Math.min(Number(width || 0), 4_096)
  return flags.includes('-') ? cut.padEnd(wide) : cut.padStart(wide)
}

const LETTERS: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
  '?': '?',
}
/** @param zero  octal numbers begin with a 0 of their own */
function unescaped(text: string, zero: boolean): string | null {
  let known = true
  const octal = zero ? '0?[0-7]{1,3}' : '[0-7]{1,3}'
  const shape = new RegExp(
    `\\\\(?:(${octal})|x([\\da-fA-F]{1,2})|u([\\da-fA-F]{1,4})|U([\\da-fA-F]{1,8})|([\\s\\S]))`,
    'g',
  )
  const plain = text.replace(
    shape,
    (whole, digits?: string, hex?: string, short?: string, long?: string, letter?: string) => {
      if (letter !== undefined) {
        // `\c` ends all output.
        if (letter === 'c') known = false
        return LETTERS[letter] ?? whole
      }
      const number = digits
        ? Number.parseInt(digits, 8)
        : Number.parseInt(hex ?? short ?? long ?? '', 16)
      // Bytes above ASCII make characters together.
      if (number > 0x10_ff_ff || (number > 0x7f && (digits || hex))) known = false
      return known ? String.fromCodePoint(number) : ''
    },
  )
  return known ? plain : null
}
