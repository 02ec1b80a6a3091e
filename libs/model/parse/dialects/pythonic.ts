import { type Dialect, NONE } from '../syntax/dialect.js'
import { readPythonCalls, writePython } from '../syntax/read_python_calls.js'

const LIST = /\[\s*[A-Za-z_][\w.-]{0,99}\s*\(/y
/** The list must end its line: a list inside a sentence is not a call. */
const BEHIND = /[ \t]*(?:\r?\n|$|<)/y

/** Llama 3.2 and 4, and models with such a prompt: `[f(a=1), g(b="x")]` with nothing after it on the line. */
export const pythonic: Dialect = {
  name: 'pythonic',
  marks: () => ['['],
  read(source, at, { offer }) {
    if (source.match(LIST, at) === null) return NONE
    const found = readPythonCalls(source, at, offer)
    if (found.kind !== 'calls') return found
    return source.match(BEHIND, found.end) === null ? NONE : found
  },
  write: (calls) => `[${writePython(calls)}]`,
}
