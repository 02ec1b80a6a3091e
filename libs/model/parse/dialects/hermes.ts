import type { Source } from '../../text/source.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, NOT_JSON, readJsonCalls, readNamedJson } from '../syntax/read_json_calls.js'
import { readPythonCalls } from '../syntax/read_python_calls.js'

/** The name as an attribute: `<tool_call name="read_file">{…}</tool_call>`. */
const NAMED = '<tool_call name='
const NAME = /<tool_call name=["']?([\w.:-]{1,100})["']?\s*>/y
const TAGS = [
  '<tool_call>',
  '<tool_calls>',
  '<toolcall>',
  '<function_call>',
  '<function_calls>',
  '<tool_code>',
  '<tool_use>',
  NAMED,
]
/** Lines that a model writes for itself before the JSON. */
const COMMENTS = /(?:\s*(?:\/\/|#)[^\n]{0,300}\n)*\s*/y
const FENCE = /\s*```\w*\s*/y
const CLOSE =
  /\s*(?:```\s*)?(?:<\/(?:tool_calls?|toolcall|function_calls?|tool_code|tool_use)>|<\|?\/tool_call\|?>|<tool_call>\s*$)?/y
/** Some models write the call in Python syntax. */
const PYTHON = /\s*\[?\s*[A-Za-z_][\w.]{0,99}\(/y
/** The name before its JSON: on a line of its own, with a colon, or in tags. */
const BEFORE =
  /\s*(?:<(?:tool_|function_)?name>\s*)?([A-Za-z_][\w.-]{0,99})\s*(?:<\/(?:tool_|function_)?name>\s*<(?:arguments|parameters|args|input)>|:)?\s*(?=\{)/y
const INNER_CLOSE = /\s*<\/(?:arguments|parameters|args|input)>/y
const MEANT = /\s*(?:<function=\w+>\s*)?$|\s*[{[]/y

/** Hermes and Qwen models before Qwen3-Coder: one or more JSON objects in a tag. */
export const hermes: Dialect = {
  name: 'hermes',
  marks: () => TAGS,
  read(source, at, { mark, offer }) {
    if (mark === NAMED) {
      const [head = '', name] = source.match(NAME, at) ?? []
      if (name === undefined) return broken('its name cannot be read')
      const found = readNamedJson(source, name, at + head.length)
      return found.kind === 'calls' ? { ...found, end: behind(source, CLOSE, found.end) } : found
    }
    const from = behind(source, FENCE, behind(source, COMMENTS, source.gap(at + mark.length)))
    if (source.match(PYTHON, from) !== null) {
      const calls = readPythonCalls(source, from, offer)
      return calls.kind === 'calls' ? { ...calls, end: behind(source, CLOSE, calls.end) } : calls
    }
    const [line = '', before] = source.match(BEFORE, from) ?? []
    if (before !== undefined && offer.knows(before)) {
      const found = readNamedJson(source, before, from + line.length)
      return found.kind === 'calls' ? { ...found, end: endOf(source, found.end) } : found
    }
    if (source.match(MEANT, from) === null) return NONE
    const found = readJsonCalls(source, from)
    if (found.kind === 'none')
      return source.space(from) < source.text.length ? NONE : broken(NOT_JSON)
    return found.kind === 'calls' ? { ...found, end: behind(source, CLOSE, found.end) } : found
  },
  write: (calls) =>
    calls
      .map(
        ({ name, arguments: given }) =>
          `<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`,
      )
      .join('\n'),
}

function endOf(source: Source, at: number): number {
  return behind(source, CLOSE, behind(source, INNER_CLOSE, at))
}
