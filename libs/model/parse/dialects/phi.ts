import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, NOT_JSON, readJsonCalls } from '../syntax/read_json_calls.js'

const MARKS = ['functools[', '<|tool_call|>', '<|tool_calls|>']
const END = /\s*(?:<\|\/tool_calls?\|>)?/y

/** Phi 4 mini (`functools[…]` or a list between tokens) and Granite 3, which uses the same token. */
export const phi: Dialect = {
  name: 'phi',
  marks: () => MARKS,
  read(source, at, { mark }) {
    const from = source.space(at + mark.length - (mark.endsWith('[') ? 1 : 0))
    const found = readJsonCalls(source, from)
    if (found.kind === 'none') return from < source.text.length ? NONE : broken(NOT_JSON)
    return found.kind === 'calls' ? { ...found, end: behind(source, END, found.end) } : found
  },
  write: (calls) =>
    `functools[${calls
      .map(({ name, arguments: given }) => JSON.stringify({ name, arguments: given }))
      .join(', ')}]`,
}
