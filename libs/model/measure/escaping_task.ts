import type { ProbeAnswer } from './probe.js'
import { callsOf } from './probe_tools.js'

/** A small program with all characters that a JSON string must escape. */
const ESCAPING_TEXT = [
  'const path = "C:\\\\temp\\\\new"',
  'const say = \'she said "hi"\'',
  'const tab = /^\\t+\\d{2}$/',
  'print(`\\u00e9 {"a": [1, 2]} é`)',
].join('\n')

export const ESCAPING_TASK = `Write the file src/odd.js with write_file. Its content is exactly these four lines, character for character:\n${ESCAPING_TEXT}`

/** Whether the text arrived unchanged, apart from white space at its start and end. */
export function isUnchanged(result: ProbeAnswer): boolean {
  const [call] = callsOf(result, 'write_file')
  return typeof call?.content === 'string' && call.content.trim() === ESCAPING_TEXT
}
