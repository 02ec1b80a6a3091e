/** Parts of an identifier: lower case runs, capitals, digits. */
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g
const ASCII_NAME = /^[A-Za-z_$][\w$]*$/

/**
 * The search words of an identifier: its parts in camelCase or snake_case, reduced to their stem, and the whole
 * in lower case where it has several parts. Text without ASCII letters is split into pairs of characters.
 */
export function splitName(name: string): string[] {
  if (!ASCII_NAME.test(name)) return pairs(name)
  const parts = name.match(PARTS) ?? []
  const words = parts.filter((part) => part.length > 1 || parts.length === 1).map(stem)
  return parts.length > 1 ? [...words, name.toLowerCase()] : words
}

/** Chinese, Japanese and Korean have no spaces: neighbouring characters are the words. */
function pairs(text: string): string[] {
  const signs = [...text.toLowerCase()]
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
}

/** A light stem: `parsing`, `parsed`, `parses` and `parse` are one word. Words of up to three letters stay. */
export function stem(word: string): string {
  let text = word.toLowerCase()
  if (text.length <= 3) return text
  if (text.endsWith('ies') && text.length > 4) return `${text.slice(0, -3)}i`
  if (text.endsWith('s') && !/(ss|us|is)$/.test(text)) text = text.slice(0, -1)
  if (text.endsWith('ing') && text.length > 5) text = text.slice(0, -3)
  else if (text.endsWith('ed') && text.length > 4) text = text.slice(0, -2)
  if (/([bdfgmnprt])\1$/.test(text) && text.length > 3) text = text.slice(0, -1)
  if (text.endsWith('e') && text.length > 3) text = text.slice(0, -1)
  if (text.endsWith('y') && text.length > 3) text = `${text.slice(0, -1)}i`
  return text
}

/** Names in a text: identifiers, and runs of letters of other scripts. */
export const NAMES = /[A-Za-z_$][\w$]*|[\p{L}\p{M}]+/gu
