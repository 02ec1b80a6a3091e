import { listedIn } from './items/parts.js'
import { asksOnly } from './question.js'

const LONG_CHARS = 600
const MANY = 3

/** Whether a task is long or has several parts, so that a model without a plan loses some of them. */
export function needsPlan(asked: string): boolean {
  if (asksOnly(asked)) return false
  if (asked.length >= LONG_CHARS || listedIn(asked).length >= 2) return true
  const sentences = asked.split(/(?<=[.!;])\s+|\n+|,?\s+(?:and )?then\s+/i).filter(Boolean)
  return sentences.filter((sentence) => !asksOnly(sentence)).length >= MANY
}
