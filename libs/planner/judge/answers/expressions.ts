/** Names, numbers, calls and members, as the two sides of an operator have them. */
const SIDE = String.raw`[\p{L}\p{N}_$](?:[\p{L}\p{N}_$]|\.(?=[\p{L}_$]))*(?:\(\))?`
/** With blanks around it any operator is one of code; without, a hyphen may join two words of a sentence. */
const EXPRESSIONS = new RegExp(
  `(?<![\\p{L}\\p{N}_$.])(?:(${SIDE}) ([-+*/%]|[<>=!]==?|[<>]|&&|\\|\\|) (${SIDE})|([a-z]\\w?)([-+*/%])([a-z]\\w?)(?![\\w-]))`,
  'gu',
)
/** Their sides may change places. */
const EITHER_WAY = /^(?:[+*]|===?|!==?|&&|\|\|)$/

/**
 * The first expression of an answer, such as `b - a`, that no text has, while one has both of its sides: all words of
 * an answer may be in a file, and their order may say something else. White space does not count.
 * @returns the expression as the answer has it; null: none
 */
export function unheldExpression(answer: string, texts: readonly string[]): string | null {
  const found = new Map([...answer.matchAll(EXPRESSIONS)].map((match) => [match[0], match]))
  if (found.size === 0) return null
  const read = texts.map((text) => ({ plain: text.replace(/\s+/g, ''), words: wordsOf(text) }))
  for (const [whole, a, b, c, d, e, f] of found.values()) {
    const [left = '', operator = '', right = ''] = a === undefined ? [d, e, f] : [a, b, c]
    if (!read.some(({ words }) => words.has(bare(left)) && words.has(bare(right)))) continue
    const ways = [[left, right], ...(EITHER_WAY.test(operator) ? [[right, left]] : [])]
    const held = ways.map(([first, last]) => `${first}${operator}${last}`)
    if (!read.some(({ plain }) => held.some((one) => plain.includes(one)))) return whole
  }
  return null
}

/** Names with their members, and each part of them. */
function wordsOf(text: string): Set<string> {
  const names = text.match(/[\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)*/gu) ?? []
  return new Set(names.flatMap((name) => [name, ...name.split('.')]))
}

function bare(side: string): string {
  return side.replace('()', '')
}
