import type { OfferedTool } from '../calls/offered_tools.js'
import { propertiesOf } from '../calls/offered_tools.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { foundCalls } from '../syntax/read_json_calls.js'
import {
  escapeText,
  type FieldTags,
  readFields,
  writeFields,
} from '../syntax/read_tagged_fields.js'

const TAGS = ['<tool_call>', '<function_call>', '<tool_use>', '<call>']
const ARGUMENT_TAGS = ['parameters', 'arguments', 'args', 'params', 'input']
const HEAD = new RegExp(
  `\\s*<(tool_name|function_name|name|tool|function)>\\s*([A-Za-z_][\\w.:-]{0,99})\\s*</\\1>\\s*(?:<(${ARGUMENT_TAGS.join('|')})>)?(?=\\s*<(?!(?:${ARGUMENT_TAGS.join('|')})>))`,
  'y',
)
/** Created once per tool and closing tag: a hostile reply may open the same tag ten thousand times. */
const known = new Map<string, FieldTags>()
const MOST_KNOWN = 500
const ANY_KEY = '[A-Za-z_]\\w{0,60}'

/** XML with a tag for the name and one for each argument: `<name>read_file</name><parameters><path>a.ts</path></parameters>`. */
export const child_tags: Dialect = {
  name: 'child_tags',
  marks: () => TAGS,
  read(source, at, { mark, offer }) {
    const head = source.match(HEAD, at + mark.length)
    if (head === null) return NONE
    const [whole, , name = '', wrapper] = head
    const named = offer.find(name)
    const close = mark.replace('<', '</')
    const inner = wrapper === undefined ? close : `</${wrapper}>`
    const tool = named.kind === 'known' ? named.tool : undefined
    const fields = readFields(source, at + mark.length + whole.length, tagsOf(tool, inner))
    if (fields.kind === 'bad') return broken(fields.why, name)
    const call = { name, arguments: fields.values, plain: true }
    let end = source.space(fields.end)
    if (fields.unclosed) return foundCalls([{ ...call, unclosed: true }], fields.end)
    for (const tag of new Set([inner, close])) {
      if (!source.text.startsWith(tag, end)) return broken(`it has no closing ${tag}`, name)
      end = source.space(end + tag.length)
    }
    return foundCalls([call], end)
  },
  write: (calls) =>
    calls
      .map(
        ({ name, arguments: given }) =>
          `<tool_call>\n<name>${name}</name>\n<parameters>\n${writeFields(given)}</parameters>\n</tool_call>`,
      )
      .join('\n'),
}

function tagsOf(tool: OfferedTool | undefined, inner: string): FieldTags {
  const keys = Object.keys(propertiesOf(tool))
  const aliases = Object.values(tool?.aliases?.fields ?? {}).flat()
  const key = keys.length === 0 ? ANY_KEY : [...keys, ...aliases].map(escapeText).join('|')
  const spelled = `${inner}\n${key}`
  const tags = known.get(spelled) ?? makeTags(key, inner)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(spelled, tags)
  return tags
}

function makeTags(key: string, inner: string): FieldTags {
  return {
    open: new RegExp(`<(${key})>`, 'y'),
    close: (each) => `</${each}>`,
    after: new RegExp(`<(?:${key})>|${escapeText(inner)}|$`, 'y'),
  }
}
