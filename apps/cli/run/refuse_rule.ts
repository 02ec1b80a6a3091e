import { AircoderError, shellWord } from '#core'
import { isBareSign, readRuleLine } from '../desk/rule_sign.js'

/**
 * A run without a session asks nobody where a rule holds, and a rule must not become a task unseen.
 * @param words  what the person wrote of the task
 * @param text   the whole task
 * @returns      a line about a page that begins with a heading, which is a task; null: nothing to say
 * @throws       AircoderError RULE_NOT_SAVED for one line that begins with `#`
 */
export function refuseRule(words: string, text: string): string | null {
  const line = words.trim()
  if (isBareSign(line))
    throw new AircoderError('RULE_NOT_SAVED', {
      reason: 'A rule is missing after #.',
      rule: shellWord('Always use tabs.'),
      task: '',
    })
  const rule = readRuleLine(line)
  if (rule !== null && !line.includes('\n'))
    throw new AircoderError('RULE_NOT_SAVED', {
      reason: `"${line}" is a rule, and a rule is no task.`,
      rule: shellWord(rule),
      task: 'As a task it is written without the #.',
    })
  return readRuleLine(text) === null
    ? null
    : 'The text begins with # and has several lines, so it is a task. A rule has one line.'
}
