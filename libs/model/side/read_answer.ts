import type { z } from 'zod'
import { isObject, parseJson } from '../json/parse_json.js'
import { readLoose } from '../json/read_loose_json.js'
import { balancedEnd } from '../text/balanced_end.js'

/**
 * Reads the answer to a side question: one JSON object that is valid for the schema, bare, in a fence or
 * between sentences. Repairs JSON where nothing is lost.
 * @returns null without such an object
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
