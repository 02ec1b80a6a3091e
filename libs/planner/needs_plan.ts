import { listedIn } from './items/parts.js'
import { asksOnly } from './request/question.js'

const LONG_CHARS = 600
const MANY = 3
/** Work that is wide by its nature, and what the user says about it (row 127). */
const WIDE =
  /\b(?:refactor|migrate|re-?architect|overhaul|step by step|(?:multiple|several|many|all) (?:\w+ ){0,2}(?:files|modules|packages|components))\b/i

/** Whether a task is long or has several parts, so that a model without a plan loses some of them. */
export function needsPlan(asked: string): boolean {
  if (asksOnly(asked)) return false
  if (asked.length >= LONG_CHARS || WIDE.test(asked) || listedIn(asked).length >= 2) return true
  const sentences = asked.split(/(?<=[.!;])\s+|\n+|,?\s+(?:and )?then\s+/i).filter(Boolean)
  return sentences.filter((sentence) => !asksOnly(sentence)).length >= MANY
}
