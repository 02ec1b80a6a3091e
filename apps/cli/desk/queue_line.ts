import { isLoneAnswer, showControls } from '#terminal'
import { oneLine } from '../output/one_line.js'
import { isBareSign, RULE_MISSING } from './rule_sign.js'

/**
 * Says what happens to a line that was typed while a run works.
 * @param isQueueShown  the form of the input shows the queue itself
 * @returns whether the model gets it
 */
export function queueLine(
  line: string,
  print: (text: string) => void,
  isQueueShown = false,
): boolean {
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
  if (!isQueueShown) print(`queued, delivered after this step: ${oneLine(text)}\n`)
  return true
}
