import { hasTwoValues } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import { type Offer, propertiesOf } from '../calls/offered_tools.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { foundCalls } from '../syntax/read_json_calls.js'

const HEAD = /<tool_call>\s*([A-Za-z_][\w.:/-]{0,99})\s*(?=<arg_key>|<arg_value>|<\/tool_call>|$)/y
const KEY = /\s*(?:<arg_key>)?\s*([\w.-]{1,100})\s*<\/arg_key>/y
const VALUE = /\s*<arg_value>/y
const CLOSE = /\s*<\/tool_call>/y
const INNER_KEY = /<arg_key>\s*([\w.-]{1,100})\s*<\/arg_key>\s*<arg_value>/g
/** What follows the end of a value. */
const AFTER = /<arg_key>|<\/tool_call>|<tool_call>|<\||$/y

/** GLM 4.5 and later: the name, then each key and each value in a tag. */
export const glm: Dialect = {
  name: 'glm',
  marks: () => ['<tool_call>'],
  read(source, at, { offer }) {
    const head = source.match(HEAD, at)
    const name = head?.[1]
    if (head === null || name === undefined) return NONE
    let end = at + head[0].length
    const values: [string, unknown][] = []
    for (;;) {
      const key = source.match(KEY, end)
      if (key === null) break
      const from = end + key[0].length
      const opener = source.match(VALUE, from)
      const value = readValue(source, from + (opener?.[0].length ?? 0))
      if (opener === null && value?.text.trim() === '')
        return broken(`${key[1]} has no value`, name)
      if (value === null) return broken(`the value of ${key[1]} has no end`, name)
      // Two keys in a row: the first has no value.
      if (opener === null && /^\s*<arg_key>/.test(value.text))
        return broken(`${key[1]} has no value`, name)
      if (holdsField(value.text, name, offer))
        return broken(`the value of ${key[1]} has no end`, name)
      values.push([key[1] ?? '', value.text])
      end = value.end
    }
    if (hasTwoValues(values)) return broken('an argument has two values', name)
    const close = source.match(CLOSE, end)
    const isOver = source.space(end) >= source.text.length
    if (close === null && (values.length === 0 || !isOver))
      return offer.knows(name) ? broken('it has no closing </tool_call>', name) : NONE
    const call = { name, arguments: Object.fromEntries(values), plain: true }
    return foundCalls([{ ...call, unclosed: close === null }], end + (close?.[0].length ?? 0))
  },
  write: (calls) =>
    calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(
          ([key, value]) =>
            `<arg_key>${key}</arg_key>\n<arg_value>${typeof value === 'string' ? value : JSON.stringify(value)}</arg_value>\n`,
        )
        return `<tool_call>${name}\n${fields.join('')}</tool_call>`
      })
      .join('\n'),
}

/** A value that holds another argument of its tool: two readings, a missing end or a text about this format. */
function holdsField(text: string, name: string, offer: Offer): boolean {
  const named = offer.find(name)
  const keys = Object.keys(propertiesOf(named.kind === 'known' ? named.tool : undefined))
  return [...text.matchAll(INNER_KEY)].some(([, key = '']) => keys.includes(key))
}

function readValue(source: Source, from: number): { text: string; end: number } | null {
  const close = '</arg_value>'
  for (let at = source.find(close, from); at !== -1; at = source.find(close, at + 1)) {
    const end = at + close.length
    if (!source.afford(0)) return null
    if (source.match(AFTER, source.space(end)) !== null)
      return { text: inside(source.text.slice(from, at)), end }
  }
  // Without its own closing tag, the value ends at the call's closing tag if no other value is between.
  const end = source.find('</tool_call>', from)
  const next = source.find('<arg_', from)
  if (end === -1 || (next !== -1 && next < end)) return null
  return { text: inside(source.text.slice(from, end)), end }
}

function inside(text: string): string {
  return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
}
