import { broken, type Dialect } from '../syntax/dialect.js'
import { behind, readJsonCalls } from '../syntax/read_json_calls.js'
import { readPythonCalls, writePython } from '../syntax/read_python_calls.js'

const MARK = '<|tool_call_start|>'
const END = /\s*(?:<\|tool_call_end\|>)?/y

/** LFM2: calls in Python syntax or JSON between two tokens. */
export const lfm2: Dialect = {
  name: 'lfm2',
  marks: () => [MARK],
  read(source, at, { offer }) {
    const from = source.space(at + MARK.length)
    const isJson = source.match(/\{|\[\s*\{/y, from) !== null
    const found = isJson ? readJsonCalls(source, from) : readPythonCalls(source, from, offer)
    if (found.kind === 'none' && from >= source.text.length) return broken('it is not complete')
    return found.kind === 'calls' ? { ...found, end: behind(source, END, found.end) } : found
  },
  write: (calls) => `${MARK}[${writePython(calls)}]<|tool_call_end|>`,
}
