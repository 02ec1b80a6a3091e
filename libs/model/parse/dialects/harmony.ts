import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, NOT_JSON, readNamedJson } from '../syntax/read_json_calls.js'

const HEAD =
  /(?:<\|start\|>\s*(assistant|functions\.[\w.-]{1,100}|user|tool|system|developer)?)?([^<]{0,200})(?:<\|channel\|>\s*([a-z]{0,20})([^<]{0,200}))?(?:<\|constrain\|>([^<]{0,40}))?<\|message\|>/y
const TO = /\bto=(?:functions\.)?([\w.:/-]{1,100})/
const END = /\s*(?:<\|call\|>|<\|end\|>)?/y
const THOUGHT_END = /<\|end\|>|<\|start\|>|<\|channel\|>|<\|return\|>/g

/** gpt-oss: messages in channels; a message with `to=` a function is a call. */
export const harmony: Dialect = {
  name: 'harmony',
  marks: () => ['<|channel|>', '<|start|>'],
  read(source, at) {
    const head = source.match(HEAD, at)
    if (head === null) {
      const name = TO.exec(source.text.slice(at, at + 400))?.[1]
      return name === undefined ? NONE : broken(NOT_JSON, name)
    }
    const [whole, role, before = '', channel = '', behindChannel = ''] = head
    if (role !== undefined && role !== 'assistant') return { kind: 'over' }
    const from = at + whole.length
    const name = TO.exec(before)?.[1] ?? TO.exec(behindChannel)?.[1]
    if (name !== undefined) {
      const found = readNamedJson(source, name, from)
      return found.kind === 'calls' ? { ...found, end: behind(source, END, found.end) } : found
    }
    if (channel !== 'analysis') return { kind: 'thought', thought: '', end: from }
    THOUGHT_END.lastIndex = from
    const close = THOUGHT_END.exec(source.text)
    const to = close?.index ?? source.text.length
    const end = close?.[0] === '<|end|>' ? to + close[0].length : to
    return { kind: 'thought', thought: source.text.slice(from, to), end }
  },
  write: (calls) =>
    calls
      .map(
        ({ name, arguments: given }) =>
          `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(given)}<|call|>`,
      )
      .join('<|start|>assistant'),
}
