import { type OfferedTool, propertiesOf } from '../calls/offered_tools.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { foundCalls, readNamedJson } from '../syntax/read_json_calls.js'
import { escapeText, type FieldTags, readFields } from '../syntax/read_tagged_fields.js'

/** Created once per tool: a hostile reply may open the same tag ten thousand times. */
const known = new WeakMap<OfferedTool, FieldTags>()

/** XML with the tool's name as tag: `<read_file><path>a.ts</path></read_file>`. */
export const tool_tags: Dialect = {
  name: 'tool_tags',
  marks: (tools) => tools.map((name) => `<${name}>`),
  read(source, at, { mark, offer }) {
    const name = mark.slice(1, -1)
    const close = `</${name}>`
    const from = at + mark.length
    const inner = source.space(from)
    if (source.text[inner] === '{') {
      const found = readNamedJson(source, name, from)
      if (found.kind !== 'calls') return found
      const end = source.space(found.end)
      return { ...found, end: source.text.startsWith(close, end) ? end + close.length : found.end }
    }
    const fields = readFields(source, from, tagsOf(offer.tool(name) ?? { name }))
    if (fields.kind === 'bad') return broken(fields.why, name)
    const end = source.space(fields.end)
    if (source.text.startsWith(close, end)) {
      if (fields.end === from && end !== from) return NONE
      const call = { name, arguments: fields.values, plain: true }
      return foundCalls([call], end + close.length)
    }
    if (fields.end === from) return NONE
    if (!fields.unclosed) return broken(`it has no closing ${close}`, name)
    return foundCalls([{ name, arguments: fields.values, plain: true, unclosed: true }], fields.end)
  },
  write: (calls) =>
    calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(
          ([key, value]) =>
            `<${key}>${typeof value === 'string' ? value : JSON.stringify(value)}</${key}>\n`,
        )
        return `<${name}>\n${fields.join('')}</${name}>`
      })
      .join('\n'),
}

function tagsOf(tool: OfferedTool): FieldTags {
  const last = known.get(tool)
  if (last !== undefined) return last
  const keys = Object.keys(propertiesOf(tool))
  const anyKey = keys.length === 0 ? '[A-Za-z_]\\w{0,60}' : keys.map(escapeText).join('|')
  const tags = {
    open: new RegExp(`<(${anyKey})>`, 'y'),
    close: (key: string) => `</${key}>`,
    after: new RegExp(`<(?:${anyKey})>|${escapeText(`</${tool.name}>`)}|$`, 'y'),
  }
  known.set(tool, tags)
  return tags
}
