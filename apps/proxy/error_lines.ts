import { englishLines } from '#command_line'
import type { AircoderError } from '#core'

/** What makes the lines of an error. On a terminal they are broken between words, by code that is loaded only there. */
export async function errorLines() {
  const { isTTY, columns = 0 } = process.stderr
  if (!isTTY || columns === 0) return englishLines
  const { wrapLine } = await import('#terminal')
  const inRows = (line: string) => wrapLine(line, columns)
  return (error: AircoderError) => ({ ...englishLines(error), inRows })
}
