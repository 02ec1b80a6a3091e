import { AircoderError } from '#core'
import type { Flags } from './flags.js'

export const INPUT_FORMATS = ['text', 'stream-json'] as const

/**
 * Refuses flags that only a run without a session has: a session would drop them.
 * @throws AircoderError OPTION_INVALID
 */
export function refuseHeadless(flags: Flags): void {
  const { jsonSchema, maxWallTime, inputFormat } = flags
  if (inputFormat !== undefined) throw refusal('--input-format')
  // Without a terminal a prompt is a run.
  if (!process.stdin.isTTY || !process.stdout.isTTY) return
  if (jsonSchema !== undefined) throw refusal('--json-schema')
  if (maxWallTime !== undefined) throw refusal('--max-wall-time')
}

function refusal(option: string): AircoderError {
  return new AircoderError('OPTION_INVALID', {
    option,
    reason: 'it is for a run without a session',
    form: `The form is: aircoder -p "TASK" ${option} …`,
  })
}
