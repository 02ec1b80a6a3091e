import type { z } from 'zod'
import { isObject, parseJson } from '../json/parse_json.js'
import { readLoose } from '../json/read_loose_json.js'
import { balancedEnd } from '../text/balanced_end.js'

/**
 * The answer to a side question in a model's words: the one object that fits the schema, be it bare,
 * fenced or between sentences, repaired where nothing is lost.
 * @returns null when there is none
 */
export function readAnswer(text: string, schema: z.ZodObject): Record<string, unknown> | null {
  const start = text.indexOf('{')
  if (start === -1) return null
  const end = balancedEnd(text, start)
  const strict = parseJson(end === -1 ? text : text.slice(start, end))
  const found = strict ?? looseAt(text, start)
  if (!isObject(found)) return null
  const fitting = schema.safeParse(found)
  return fitting.success ? fitting.data : null
}

function looseAt(text: string, start: number): unknown {
  const read = readLoose(text, start)
  return read.kind === 'value' && !read.unclosed ? read.value : undefined
}
