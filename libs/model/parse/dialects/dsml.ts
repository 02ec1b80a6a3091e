import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, foundCalls } from '../syntax/read_json_calls.js'
import { readFields } from '../syntax/read_tagged_fields.js'

const SECTION = /<[｜|]DSML[｜|](?:function_calls|tool_calls)>\s*/y
const HEAD = /\s*<[｜|]DSML[｜|]invoke\s+name="([\w.:/-]{1,100})"\s*>/y
const CLOSE = /\s*<\/[｜|]DSML[｜|]invoke>/y
const SECTION_END = /\s*<\/[｜|]DSML[｜|](?:function_calls|tool_calls)>/y
const OPEN = /<[｜|]DSML[｜|]parameter\s+name="([\w.-]{1,100})"(?:\s+string="(true|false)")?\s*>/y
const AFTER = /<\/?[｜|]DSML[｜|]|$/y

/** DeepSeek V3.2 and later: `invoke` and `parameter` tags with an attribute that marks strings. */
export const dsml: Dialect = {
  name: 'dsml',
  marks: () => ['<｜DSML｜', '<|DSML|'],
  read(source, at, { mark }) {
    const bar = mark.at(-1) ?? '｜'
    const tags = { open: OPEN, close: () => `</${bar}DSML${bar}parameter>`, after: AFTER }
    const calls: WrittenCall[] = []
    let end = behind(source, SECTION, at)
    for (;;) {
      const head = source.match(HEAD, end)
      if (head === null) break
      const [whole, name = ''] = head
      const from = end + whole.length
      const fields = readFields(source, from, tags)
      if (fields.kind === 'bad') return broken(fields.why, name)
      const close = source.match(CLOSE, fields.end)
      if (close === null && (!fields.unclosed || fields.end === from))
        return broken('it has no closing tag', name)
      calls.push({ name, arguments: fields.values, plain: true, unclosed: close === null })
      end = fields.end + (close?.[0].length ?? 0)
    }
    if (calls.length === 0)
      return source.space(end) >= source.text.length ? broken('it is not complete') : NONE
    return foundCalls(calls, behind(source, SECTION_END, end))
  },
  write: (calls) =>
    `<｜DSML｜function_calls>\n${calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(([key, value]) => {
          const isText = typeof value === 'string'
          return `<｜DSML｜parameter name="${key}" string="${isText}">${isText ? value : JSON.stringify(value)}</｜DSML｜parameter>\n`
        })
        return `<｜DSML｜invoke name="${name}">\n${fields.join('')}</｜DSML｜invoke>\n`
      })
      .join('')}</｜DSML｜function_calls>`,
}
