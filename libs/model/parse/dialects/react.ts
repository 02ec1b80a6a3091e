import { propertiesOf } from '../calls/offered_tools.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { foundCalls, readNamedJson } from '../syntax/read_json_calls.js'
import { readPythonCalls } from '../syntax/read_python_calls.js'

const HEAD =
  /Action:[ \t]*`?([\w.:/-]{1,100})`?[ \t]*(?:\([^\n)]{0,40}\))?\s*\n+\s*Action[ _]Input:[ \t]*/y
const CUT = /Action:[ \t]*`?([\w.:/-]{1,100})`?\s*(?:Action[ _]?(?:I(?:n(?:put?)?)?)?:?\s*)?$/y
const LINE = /[^\n]*/y
const FENCE = /\s*```\w*\s*(?=\{)/y
const FENCE_END = /\s*```/y

/** `Action: read_file("a")`, the input in brackets and on no line of its own. */
const BRACKETS = /Action:[ \t]*(?=([A-Za-z_]\w{0,99})\()/y
const OBJECT = /\s*(?:```\w*\s*)?\{/y
/** An answer in the same form is searched in this many characters behind the call. */
const ANSWER_REACH = 2_000
const ANSWER = /\bFinal[ _]?Answer[ \t]*:/i
/** Words of a model that calls nothing. */
const NOTHING = /^(?:none|null|nil|n\/?a|nothing|finish|final[ _]?answer)\.?$/i

/** ReAct: `Action:` and `Action Input:` on separate lines; the input is JSON or one unquoted value. */
export const react: Dialect = {
  name: 'react',
  marks: () => ['Action:'],
  read(source, at, { offer }) {
    const head = source.match(HEAD, at)
    if (head === null) {
      const [lead = '', called = ''] = source.match(BRACKETS, at) ?? []
      if (called !== '' && offer.knows(called))
        return readPythonCalls(source, at + lead.length, offer)
      const name = source.match(CUT, at)?.[1]
      return name !== undefined && offer.knows(name) ? broken('it has no input', name) : NONE
    }
    const name = head[1] ?? ''
    const named = offer.find(name)
    if (named.kind === 'unknown') {
      const rest = at + head[0].length
      const isMeant = NOTHING.test(name)
        ? !ANSWER.test(source.text.slice(rest, rest + ANSWER_REACH))
        : source.match(OBJECT, rest) !== null
      return isMeant ? broken(`there is no tool "${name}"`, name) : NONE
    }
    const fence = source.match(FENCE, at + head[0].length)?.[0] ?? ''
    const from = at + head[0].length + fence.length
    if (source.text[source.space(from)] === '{') {
      const found = readNamedJson(source, name, from)
      if (found.kind !== 'calls' || fence === '') return found
      return { ...found, end: found.end + (source.match(FENCE_END, found.end)?.[0].length ?? 0) }
    }
    const line = source.match(LINE, from)?.[0] ?? ''
    const keys = Object.keys(propertiesOf(named.kind === 'known' ? named.tool : undefined))
    const [key] = keys
    // One unquoted value is accepted only for a tool with one argument.
    if (key === undefined || keys.length !== 1 || line.trim() === '' || NOTHING.test(line.trim()))
      return broken('its input is not a JSON object', name)
    const value = line.trim().replace(/^(["'])(.*)\1$/, '$2')
    return foundCalls([{ name, arguments: { [key]: value }, plain: true }], from + line.length)
  },
  write: (calls) =>
    calls
      .map(
        ({ name, arguments: given }) => `Action: ${name}\nAction Input: ${JSON.stringify(given)}`,
      )
      .join('\n'),
}
