import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, foundCalls, readNamedJson } from '../syntax/read_json_calls.js'
import { readFields } from '../syntax/read_tagged_fields.js'

const OUTER_OPEN = '<tool_call>'
const HEAD = /<function=\s*["']?([\w.:/-]{1,100})["']?\s*>/y
const CLOSE = /\s*<\/function>/y
const OUTER = /\s*<\/tool_call>/y
const TAGS = {
  open: /<parameter=\s*["']?([\w.-]{1,100})["']?\s*>/y,
  close: () => '</parameter>',
  after: /<parameter=|<\/function>|<\/tool_call>|<tool_call>|<function=|<\|im_end\|>|$/y,
}

/** Qwen3-Coder: a tag for the function and for each parameter, with unescaped values. */
export const qwen3_coder: Dialect = {
  name: 'qwen3_coder',
  marks: () => [OUTER_OPEN, '<function='],
  read(source, start, { mark }) {
    const at = mark === OUTER_OPEN ? source.gap(start + mark.length) : start
    const head = source.match(HEAD, at)
    const name = head?.[1]
    if (head === null || name === undefined) return NONE
    const from = at + head[0].length
    // Llama uses the same tag with JSON inside.
    if (source.text[source.space(from)] === '{') {
      const found = readNamedJson(source, name, from)
      if (found.kind !== 'calls') return found
      return { ...found, end: behind(source, OUTER, behind(source, CLOSE, found.end)) }
    }
    const fields = readFields(source, from, TAGS)
    if (fields.kind === 'bad') return broken(fields.why, name)
    const close = source.match(CLOSE, fields.end)
    const unclosed = close === null && source.match(OUTER, fields.end) === null
    if (unclosed && (!fields.unclosed || fields.end === from))
      return broken('it has no closing </function>', name)
    const end = behind(source, OUTER, fields.end + (close?.[0].length ?? 0))
    return foundCalls([{ name, arguments: fields.values, plain: true, unclosed }], end)
  },
  write: (calls) =>
    calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(
          ([key, value]) => `<parameter=${key}>\n${textOf(value)}\n</parameter>\n`,
        )
        return `<tool_call>\n<function=${name}>\n${fields.join('')}</function>\n</tool_call>`
      })
      .join('\n'),
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
