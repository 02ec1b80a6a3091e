import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Dialect, type Found, NONE } from '../syntax/dialect.js'
import { behind, foundCalls, readNamedJson } from '../syntax/read_json_calls.js'
import { readFields } from '../syntax/read_tagged_fields.js'

const SECTION = /<(?:\w+:)?(?:function_calls|tool_calls?|tool_use)>\s*/y
const HEAD = /\s*<(?:\w+:)?(?:invoke|function|tool)\s+name=["']?([\w.:/-]{1,100})["']?\s*>/y
/** `<tool name="f" path="a"/>` */
const ALONE = /\s*<(?:invoke|function|tool)\s+name=["']([\w.:/-]{1,100})["'](?=\s+\w)/y
const ATTRIBUTE = /\s*([A-Za-z_][\w-]{0,60})\s*=\s*(?:"([^"&]*)"|'([^'&]*)')/y
const TAG_END = /\s*\/>/y
const CLOSE = /\s*<\/(?:\w+:)?(?:invoke|function|tool)>/y
const SECTION_END = /\s*<\/(?:\w+:)?(?:function_calls|tool_calls?|tool_use)>/y
const PLAIN = /<(?:parameter|param|arg)\s+name=["']?([\w.-]{1,100})["']?(?:\s[^<>]{0,80})?>/y
const NAMESPACED = /<\w{1,20}:parameter\s+name=["']([\w.-]{1,100})["'](?:\s[^<>]{0,80})?>/y
const AFTER =
  /<(?:\w+:)?(?:parameter|param|arg|invoke|function|tool)\s|<\/(?:\w+:)?(?:invoke|function|tool)|$/y
const KIND = /<(\w+:)?(parameter|param|arg)\s/y

const TAGS = [
  '<function_calls>',
  '<tool_use>',
  '<tool_calls>',
  '<tool_call>',
  '<invoke name=',
  '<function name=',
  '<tool name=',
]
/** Some models were trained with a namespace before each tag. */
const NAMESPACE = 'antml:'
const MARKS = [...TAGS, ...TAGS.slice(0, 5).map((tag) => tag.replace('<', `<${NAMESPACE}`))]

/** `<invoke name="…">` with `parameter` tags, and similar formats. */
export const invoke: Dialect = {
  name: 'invoke',
  marks: () => MARKS,
  read(source, at) {
    const calls: WrittenCall[] = []
    const begin = behind(source, SECTION, at)
    let end = begin
    for (;;) {
      const head = source.match(HEAD, end)
      if (head === null) {
        const tag = calls.length === 0 ? source.match(ALONE, end) : null
        if (tag === null) break
        return readAttributes(source, end + tag[0].length, tag[1] ?? '')
      }
      const [whole, name = ''] = head
      const from = end + whole.length
      const inner = source.space(from)
      if (source.text[inner] === '{') {
        const found = readNamedJson(source, name, inner)
        if (found.kind !== 'calls') return found
        calls.push(...found.calls)
        end = behind(source, CLOSE, found.end)
        continue
      }
      const [, prefix = '', kind = 'parameter'] = source.match(KIND, inner) ?? []
      const fields = readFields(source, from, {
        open: prefix === '' ? PLAIN : NAMESPACED,
        close: () => `</${prefix}${kind}>`,
        after: AFTER,
      })
      if (fields.kind === 'bad') return broken(fields.why, name)
      const close = source.match(CLOSE, fields.end)
      if (close === null && (!fields.unclosed || fields.end === from))
        return broken('it has no closing tag', name)
      calls.push({ name, arguments: fields.values, plain: true, unclosed: close === null })
      end = fields.end + (close?.[0].length ?? 0)
    }
    return calls.length === 0 ? NONE : foundCalls(calls, behind(source, SECTION_END, end))
  },
  write: (calls) =>
    `<function_calls>\n${calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(
          ([key, value]) =>
            `<parameter name="${key}">${typeof value === 'string' ? value : JSON.stringify(value)}</parameter>\n`,
        )
        return `<invoke name="${name}">\n${fields.join('')}</invoke>\n`
      })
      .join('')}</function_calls>`,
}

/** The arguments of a tag without a body. */
function readAttributes(source: Source, start: number, name: string): Found {
  const values: [string, string][] = []
  let end = start
  for (;;) {
    const found = source.match(ATTRIBUTE, end)
    if (found === null) break
    values.push([found[1] ?? '', found[2] ?? found[3] ?? ''])
    end += found[0].length
  }
  const close = source.match(TAG_END, end)
  if (close === null || hasTwoValues(values)) return broken('its attributes cannot be read', name)
  const call = { name, arguments: Object.fromEntries(values), plain: true }
  return foundCalls([call], end + close[0].length)
}
