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
  const plain = texts.map((text) => text.replace(/\s+/g, ''))
  for (const [whole, a, b, c, d, e, f] of answer.matchAll(EXPRESSIONS)) {
    const [left = '', operator = '', right = ''] = a === undefined ? [d, e, f] : [a, b, c]
    if (!texts.some((text) => hasWord(text, left) && hasWord(text, right))) continue
    const ways = [[left, right], ...(EITHER_WAY.test(operator) ? [[right, left]] : [])]
    const held = ways.map(([first, last]) => `${first}${operator}${last}`)
    if (!plain.some((text) => held.some((one) => text.includes(one)))) return whole
  }
  return null
}

function hasWord(text: string, word: string): boolean {
  return text
    .split(/[^\p{L}\p{N}_$.()]+|[()](?=[^()])/u)
    .some((one) => one === word || one.replace(/[().]+$/, '') === word)
}
