import { isLoneAnswer } from '#terminal'
import { isBareSign, RULE_MISSING } from './rule_sign.js'

/** Why a line at the prompt is no task; null: it is one. */
export function startsNothing(line: string): string | null {
  if (isBareSign(line)) return RULE_MISSING
  return isLoneAnswer(line)
    ? `No question is open, so "${line}" starts nothing. Describe a task, or type /help.`
    : null
}
