import { broken, type Dialect, type Found, NONE } from '../syntax/dialect.js'
import { behind, NOT_JSON, readJsonCalls } from '../syntax/read_json_calls.js'

const FENCED = /Action:\s*```(?:json)?\s*(?=[[{])/y
const MARKS = ['<|START_ACTION|>', 'Action:', '<|START_RESPONSE|>', '<|END_RESPONSE|>']
const END = /\s*(?:\]\s*)?(?:<\|END_ACTION\|>|```)?/y
/** The tool that Command-R calls to answer in text. */
const SPEAKS = /^directly[-_]answer$/

/** Command-R: a list with `tool_name` between tokens, or in a fence after `Action:`. */
export const command_r: Dialect = {
  name: 'command_r',
  marks: () => MARKS,
  read(source, at, { mark }) {
    const { length } = mark
    if (mark.includes('RESPONSE')) return { kind: 'thought', thought: '', end: at + length }
    const fenced = source.match(FENCED, at)
    if (mark === 'Action:' && fenced === null) return NONE
    const from = at + (fenced?.[0].length ?? length)
    const found = readJsonCalls(source, from)
    if (found.kind === 'none')
      return source.space(from) < source.text.length ? NONE : broken(NOT_JSON)
    return found.kind === 'calls' ? spoken(found, behind(source, END, found.end)) : found
  },
  write: (calls) =>
    `<|START_ACTION|>${JSON.stringify(
      calls.map(({ name, arguments: given }, index) => ({
        tool_call_id: String(index),
        tool_name: name,
        parameters: given,
      })),
    )}<|END_ACTION|>`,
}

function spoken(found: Extract<Found, { kind: 'calls' }>, end: number): Found {
  const calls = found.calls.filter(({ name }) => !SPEAKS.test(name))
  return calls.length === 0 ? { kind: 'thought', thought: '', end } : { ...found, calls, end }
}
