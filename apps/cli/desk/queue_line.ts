import { isLoneAnswer, showControls } from '#terminal'
import { oneLine } from '../output/one_line.js'
import { isBareSign, RULE_MISSING } from './rule_sign.js'

/** Says what happens to a line that was typed while a run works. @returns whether the model gets it */
export function queueLine(line: string, print: (text: string) => void): boolean {
  const text = line.trim()
  if (text === '') return false
  if (isBareSign(text)) {
    print(`${RULE_MISSING}\n`)
    return false
  }
  if (isLoneAnswer(text)) {
    print(`"${showControls(text)}" answers no question, and was not sent as a message.\n`)
    return false
  }
  print(`queued, delivered after this step: ${oneLine(text)}\n`)
  return true
}
