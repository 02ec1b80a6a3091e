import fc from 'fast-check'

/** Halves of a pair, which is one character above U+FFFF; alone they are none. */
const HALVES = { first: 0xd800, count: 0x800 }
const LAST = 0x10ffff

/**
 * The unit of a string of any characters: the same ones as `unit: 'binary'` of fast-check, as likely. That one makes a
 * table of all 1,112,064 for its first string: 1.7 s of processor time in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: LAST - HALVES.count })
  .map(toCharacter, toNumber)

function toCharacter(number: number): string {
  return String.fromCodePoint(number < HALVES.first ? number : number + HALVES.count)
}

/** @throws for what is not one such character, as fast-check wants it */
function toNumber(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('no character')
  if (code >= HALVES.first && code < HALVES.first + HALVES.count)
    throw new Error('half a character')
  return code < HALVES.first ? code : code - HALVES.count
}
