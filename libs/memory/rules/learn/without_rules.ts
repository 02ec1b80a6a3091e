import { findRules } from './find_rules.js'

/**
 * What a message says beside the rules that it teaches or ends; '' where it says nothing else.
 * @param own  the words of the person in it: only these teach
 */
export function withoutRules(message: string, own: string = message): string {
  const { rules, ends } = findRules(own)
  const quotes = [...rules.map(({ quote }) => quote), ...ends]
  const rest = quotes.reduce((all, quote) => all.replace(quote, () => ' '), message)
  const beside = rest.replace(/^[\s,;:.!，；。]+|\s+$/gu, '')
  return /[\p{L}\p{N}]/u.test(beside) ? beside : ''
}
