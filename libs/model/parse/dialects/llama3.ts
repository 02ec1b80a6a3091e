import type { Offer } from '../calls/offered_tools.js'
import { type Dialect, NONE } from '../syntax/dialect.js'
import { behind, readJsonCalls } from '../syntax/read_json_calls.js'
import { readPythonCalls } from '../syntax/read_python_calls.js'

const CALL = /\s*\w[\w.]*\.call\s*\(/y
const END = /\s*(?:<\|python_end\|>|<\|eom_id\|>)?/y

/** Llama 3 and 4: a tag before JSON with `parameters`, or before calls in Python syntax. */
export const llama3: Dialect = {
  name: 'llama3',
  marks: () => ['<|python_tag|>', '<|python_start|>'],
  read(source, at, { mark, offer }) {
    const from = source.space(at + mark.length)
    const isJson = /\{|\[\s*\{/y
    const found =
      source.match(isJson, from) !== null
        ? readJsonCalls(source, from)
        : readPythonCalls(source, from, source.match(CALL, from) ? withCall(offer) : offer)
    if (found.kind === 'none') return NONE
    if (found.kind !== 'calls') return found
    const calls = found.calls.map((call) => ({ ...call, name: call.name.replace(/\.call$/, '') }))
    return { ...found, calls, end: behind(source, END, found.end) }
  },
  write: (calls) =>
    `<|python_tag|>${calls
      .map(({ name, arguments: given }) => JSON.stringify({ name, parameters: given }))
      .join('; ')}`,
}

/** Accepts the suffix `.call`: `brave_search.call(…)` calls brave_search. */
function withCall(offer: Offer): Offer {
  const plain = (said: string) => said.replace(/\.call$/, '')
  return {
    ...offer,
    find: (said) => offer.find(plain(said)),
    knows: (said) => offer.knows(plain(said)),
  }
}
