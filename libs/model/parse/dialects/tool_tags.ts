import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import { type OfferedTool, propertiesOf } from '../calls/offered_tools.js'
import { broken, type Dialect, type Found, NONE } from '../syntax/dialect.js'
import { foundCalls, readNamedJson } from '../syntax/read_json_calls.js'
import {
  escapeText,
  type FieldTags,
  readFields,
  writeFields,
} from '../syntax/read_tagged_fields.js'

/** Created once per tool and spelling: a hostile reply may open the same tag ten thousand times. */
const known = new WeakMap<OfferedTool, Map<string, FieldTags>>()

/** XML with the tool's name as tag: `<read_file><path>a.ts</path></read_file>`, or with attributes in it. */
export const tool_tags: Dialect = {
  name: 'tool_tags',
  marks: (tools) => tools.flatMap(spellingsOf).flatMap((name) => [`<${name}>`, `<${name} `]),
  read(source, at, { mark, offer }) {
    const said = mark.slice(1, -1)
    const named = offer.tool(said) === undefined ? offer.find(said) : null
    const name = named?.kind === 'known' ? named.tool.name : said
    const close = `</${said}>`
    if (mark.endsWith(' ')) return readAttributes(source, at, { name, said })
    const from = at + mark.length
    const inner = source.space(from)
    if (source.text[inner] === '{') {
      const found = readNamedJson(source, name, from)
      if (found.kind !== 'calls') return found
      const end = source.space(found.end)
      return { ...found, end: source.text.startsWith(close, end) ? end + close.length : found.end }
    }
    const fields = readFields(source, from, tagsOf(offer.tool(name) ?? { name }, said))
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
      .map(({ name, arguments: given }) => `<${name}>\n${writeFields(given)}</${name}>`)
      .join('\n'),
}

/** `run_command` also as `Run_Command`, `RUN_COMMAND`, `runCommand`, `RunCommand`, `run-command`. */
function spellingsOf(name: string): string[] {
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const words = name.split('_')
  const [first = '', ...others] = words
  return [
    ...new Set([
      name,
      words.map(capital).join('_'),
      words.map(capital).join(''),
      first + others.map(capital).join(''),
      words.join('-'),
      name.toUpperCase(),
    ]),
  ]
}

const ATTRIBUTE = /\s*([A-Za-z_][\w-]{0,60})\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w./-]+(?=[\s>]|\/>)))/y
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\w{1,6});/
const TAG_END = /\s*(\/?)>/y
const LINE_START = /(?:^|\n)[ \t]*$/

/** `<run_command command="ls"/>` at the start of a line. With a body, or with entities, more than one reading fits. */
function readAttributes(
  source: Source,
  at: number,
  { name, said }: { name: string; said: string },
): Found {
  if (!LINE_START.test(source.text.slice(Math.max(0, at - 40), at))) return NONE
  const entries: [string, unknown][] = []
  let end = at + 1 + said.length
  for (;;) {
    const found = source.match(ATTRIBUTE, end)
    if (found === null) break
    const [whole, key = '', double, single, bare = ''] = found
    entries.push([key, double ?? single ?? bare])
    end += whole.length
  }
  const tagEnd = source.match(TAG_END, end)
  if (entries.length === 0) return NONE
  if (tagEnd === null) return broken('its attributes cannot be read', name)
  end += tagEnd[0].length
  if (hasTwoValues(entries)) return broken('an argument has two values', name)
  if (entries.some(([, value]) => ENTITY.test(String(value))))
    return broken('an attribute holds an XML entity. Put each argument into a tag of its own', name)
  const call = { name, arguments: Object.fromEntries(entries), plain: true }
  const close = `</${said}>`
  if (tagEnd[1] === '/') return foundCalls([call], end)
  const behind = source.space(end)
  if (source.text.startsWith(close, behind)) return foundCalls([call], behind + close.length)
  return broken('its tag has attributes and a body. Put each argument into a tag of its own', name)
}

function tagsOf(tool: OfferedTool, said: string): FieldTags {
  const spelled = known.get(tool) ?? new Map<string, FieldTags>()
  known.set(tool, spelled)
  const last = spelled.get(said)
  if (last !== undefined) return last
  const own = Object.keys(propertiesOf(tool))
  const others = Object.entries(tool.aliases?.fields ?? {})
  const keys = [...own, ...others.flatMap(([key, names]) => (own.includes(key) ? names : []))]
  const anyKey = keys.length === 0 ? '[A-Za-z_]\\w{0,60}' : keys.map(escapeText).join('|')
  const flags = said === tool.name ? 'y' : 'iy'
  const tags = {
    open: new RegExp(`<(${anyKey})>`, flags),
    close: (key: string) => `</${key}>`,
    after: new RegExp(`<(?:${anyKey})>|${escapeText(`</${said}>`)}|$`, flags),
  }
  spelled.set(said, tags)
  return tags
}
