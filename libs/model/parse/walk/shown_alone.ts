import { parseJson } from '../../json/parse_json.js'
import type { Source } from '../../text/source.js'
import { isCued } from './quoting.js'

/** A reply that is one span of code, and nothing else. */
const SPAN = /^\s*(`{1,2})([^`\n]+)\1\s*$/
const CODE_TAG = /^\s*<(code)>([\s\S]*)<\/\1>\s*$/
/** Tags that were escaped for a page, up to the end of the reply. */
const ESCAPED = /^[ \t]*&lt;([A-Za-z_|][^&\s]{0,60})&gt;[\s\S]*&lt;\/[^&\s]{1,60}&gt;\s*$/m
const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['#34', '"'],
  ['amp', '&'],
])

/**
 * The text of a reply that is nothing but a text that is shown: in backticks, in
 * quotes, in a tag of a page, or escaped for a page.
 * A call in it was probably meant. It is not run, because the same marks show an example.
 * @returns null when the reply says anything else, or when words in front introduce an example
 */
export function shownAlone(source: Source): { text: string; at: number; why: string } | null {
  const { text } = source
  const span = SPAN.exec(text)
  if (span !== null) return { text: span[2] ?? '', at: 0, why: 'it is in backticks' }
  const string = /^\s*"\{.*\}"\s*$/s.test(text) ? parseJson(text.trim()) : undefined
  if (typeof string === 'string') return { text: string, at: 0, why: 'it is in quotes' }
  const tag = CODE_TAG.exec(text)
  if (tag !== null) return { text: tag[2] ?? '', at: 0, why: `it is in <${tag[1]}>` }
  if (!text.includes('&lt;/')) return null
  const escaped = ESCAPED.exec(text)
  if (escaped === null || isCued(source, escaped.index, false)) return null
  if (/^[ \t]*(?:```|~~~)/m.test(text.slice(0, escaped.index))) return null
  const plain = escaped[0].replace(/&(lt|gt|quot|apos|#39|#34|amp);/g, (whole, name: string) => {
    return ENTITIES.get(name) ?? whole
  })
  return { text: plain, at: escaped.index, why: 'its tags are escaped' }
}
