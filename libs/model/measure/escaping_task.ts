import type { Heard } from './probe.js'
import { callsOf } from './probe_tools.js'

/** A small program in which everything stands that a string of JSON has to escape. */
const ESCAPING_TEXT = [
  'const path = "C:\\\\temp\\\\new"',
  'const say = \'she said "hi"\'',
  'const tab = /^\\t+\\d{2}$/',
  'print(`\\u00e9 {"a": [1, 2]} é`)',
].join('\n')

export const ESCAPING_TASK = `Write the file src/odd.js with write_file. Its content is exactly these four lines, character for character:\n${ESCAPING_TEXT}`

/** Whether the text arrived as it was; one line end more or less at its edges is forgiven. */
export function isUnchanged(heard: Heard): boolean {
  const [call] = callsOf(heard, 'write_file')
  return typeof call?.content === 'string' && call.content.trim() === ESCAPING_TEXT
}
