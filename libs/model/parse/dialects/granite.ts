import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, NOT_JSON, readJsonCalls } from '../syntax/read_json_calls.js'

const MARKS = ['<function_call>', '<|tool_call|>']
const NAMED = /\s*(?=[{[])/y
const END = /\s*(?:<\/function_call>|<\|\/tool_call\|>|<\|end_of_text\|>)?/y

/** Granite: a list after its token; older versions one object after `<function_call>`. */
export const granite: Dialect = {
  name: 'granite',
  marks: () => MARKS,
  read(source, at, { mark }) {
    const from = at + mark.length
    if (source.match(NAMED, from) === null)
      return source.space(from) < source.text.length ? NONE : broken(NOT_JSON)
    const found = readJsonCalls(source, from)
    return found.kind === 'calls' ? { ...found, end: behind(source, END, found.end) } : found
  },
  write: (calls) =>
    `<|tool_call|>${JSON.stringify(calls.map(({ name, arguments: given }) => ({ name, arguments: given })))}`,
}
