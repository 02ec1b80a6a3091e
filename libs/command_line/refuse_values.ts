import type { Command, Option } from 'commander'
import { AircoderError } from '#core'
import { findOption, readOption } from './read_option.js'

/**
 * Refuses a value that is empty, one that is an option itself (commander would take it as the value and drop
 * the option), and one for an option without values.
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
    const reason = whyNoValue(word, option, inline)
    if (reason !== null) throw new AircoderError('OPTION_INVALID', { option: word, reason, form })
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

/** Commander keeps the sign of `-r=x` as a part of the value. */
function whyNoValue(word: string, option: Option, inline: string | null): string | null {
  if (inline === null) return null
  if (!option.required && !option.optional) return 'it takes no value'
  const isShort = !word.startsWith('--')
  return isShort && inline.startsWith('=') ? 'a short option takes its value without =' : null
}

function isOption(word: string, command: Command): boolean {
  return word === '--' || findOption(word.replace(/=.*$/s, ''), command) !== null
}
