import type { Command } from 'commander'
import { AircoderError } from '#core'
import { findOption, readOption } from './read_option.js'

/**
 * Refuses a value that is empty, and one that is an option itself: commander would take it as the value and
 * drop the option.
 * @throws AircoderError OPTION_INVALID
 */
export function refuseValues(command: Command, words: readonly string[]): void {
  for (let at = 0; at < words.length && words[at] !== '--'; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-') || word === '-') continue
    const next = words[at + 1]
    const { option, inline, takesNext } = readOption(word, command, next)
    if (option === null) continue
    if (takesNext) at += 1
    const value = inline ?? (takesNext ? next : undefined)
    const form = `The form is: ${option.flags}`
    if (value === '')
      throw new AircoderError('OPTION_INVALID', {
        option: word,
        reason: 'the value is empty',
        form,
      })
    if (takesNext && value?.startsWith('-') && isOption(value, command))
      throw new AircoderError('OPTION_INVALID', {
        option: word,
        reason: `a value is missing in front of ${value}`,
        form,
      })
  }
}

function isOption(word: string, command: Command): boolean {
  return word === '--' || findOption(word.replace(/=.*$/s, ''), command) !== null
}
