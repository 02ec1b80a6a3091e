import type { AircoderError } from '#core'
import { wrapLine } from '#terminal'
import { sayEarly } from './say_for.js'

/** What makes the lines of an error in the language of the person. The JSON result of an error is English. */
export async function errorLines() {
  const say = await sayEarly()
  return (error: AircoderError) => {
    const { message, hint } = say.error(error)
    return {
      error: say('error.line', { message }),
      hint: hint === '' ? '' : say('error.hint', { hint }),
      inRows,
    }
  }
}

/** At a terminal rows end between words; what a person may copy stays whole. */
function inRows(line: string): string {
  const { isTTY, columns = 0 } = process.stderr
  if (!isTTY || columns === 0) return line
  return line
    .split('\n')
    .map((one) => wrapLine(one, columns))
    .join('\n')
}
