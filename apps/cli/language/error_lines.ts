import type { AircoderError } from '#core'
import { inRows } from '../output/in_rows.js'
import { sayEarly } from './say_for.js'

/** What makes the lines of an error in the language of the person. The JSON result of an error is English. */
export async function errorLines() {
  const say = await sayEarly()
  return (error: AircoderError) => {
    const { message, hint } = say.error(error)
    return {
      error: say('error.line', { message }),
      hint: hint === '' ? '' : say('error.hint', { hint }),
      inRows: (line: string) => inRows(line, process.stderr),
    }
  }
}
