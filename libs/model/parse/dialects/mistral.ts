import type { Source } from '../../text/source.js'
import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Dialect, type Found, NONE } from '../syntax/dialect.js'
import {
  behind,
  foundCalls,
  NOT_JSON,
  readJsonCalls,
  readNamedJson,
} from '../syntax/read_json_calls.js'

const MARK = '[TOOL_CALLS]'
const NAMED =
  /\s*(?:\[TOOL_CALLS\]\s*)?([A-Za-z_][\w.:/-]{0,99})\s*(?:\[CALL_ID\]\s*[\w-]{0,64}\s*)?(?:\[ARGS\]\s*(?=\{|$)|(?=\{))/y
const CLOSE = /\s*\[\/TOOL_CALLS\]/y

/** Mistral, both forms: a JSON list after the mark, or `name[ARGS]{…}`. */
export const mistral: Dialect = {
  name: 'mistral',
  marks: () => [MARK],
  read(source, at) {
    const from = source.space(at + MARK.length)
    const found =
      source.match(/[{[]/y, from) === null ? readNamed(source, from) : readJsonCalls(source, from)
    if (found.kind === 'none') return from < source.text.length ? NONE : broken(NOT_JSON)
    return found.kind === 'calls' ? { ...found, end: behind(source, CLOSE, found.end) } : found
  },
  write: (calls) =>
    calls
      .map(({ name, arguments: given }) => `${MARK}${name}[ARGS]${JSON.stringify(given)}`)
      .join(''),
}

function readNamed(source: Source, start: number): Found {
  const calls: WrittenCall[] = []
  let end = start
  for (;;) {
    const head = source.match(NAMED, end)
    if (head === null) break
    const found = readNamedJson(source, head[1] ?? '', end + head[0].length)
    if (found.kind !== 'calls') return found
    calls.push(...found.calls)
    end = found.end
  }
  return calls.length === 0 ? NONE : foundCalls(calls, end)
}
