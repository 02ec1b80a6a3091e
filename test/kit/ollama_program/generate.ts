import type { NativeMessage } from './render.js'

export interface NativeBody {
  model: string
  messages?: NativeMessage[]
  tools?: { function: { name: string } }[]
  format?:
    | 'json'
    | {
        type?: string
        minItems?: number
        properties?: Record<string, { type: string; enum?: unknown[] }>
      }
  stream?: boolean
  truncate?: boolean
  shift?: boolean
  think?: unknown
  input?: string | string[]
  keep_alive?: unknown
  logprobs?: boolean
  options?: Record<string, unknown>
  _debug_render_only?: boolean
}

/** What the kit's model says to a prompt, before any limit. */
export type Speech =
  | { kind: 'words'; words: string[] }
  | { kind: 'call'; name: string; args: Record<string, unknown>; words: string[] }
  /** More than thirty equal tokens: the guard ends the stream without an error. */
  | { kind: 'repeats'; words: string[] }

/** As long as a model that never stops would talk in a test. */
const LONG = 4_096
const REPEATED = 31

/** Asked for the weather it calls the tool for it, asked to repeat itself it does, else it talks. */
export function speak({ messages = [], tools = [], format }: NativeBody): Speech {
  const asked = messages.at(-1)
  const text = asked?.role === 'user' ? (asked.content ?? '') : ''
  const city = /weather in (\w+)/i.exec(text)?.[1]
  const tool = tools[0]?.function.name
  if (city !== undefined && tool !== undefined) {
    const args = { city }
    return { kind: 'call', name: tool, args, words: JSON.stringify({ tool, args }).split('') }
  }
  if (/repeat yourself/i.test(text))
    return { kind: 'repeats', words: Array.from({ length: REPEATED }, () => 'again ') }
  if (format !== undefined) return { kind: 'words', words: exampleOf(format).split(/(?<=,)/) }
  const length = /at length/i.test(text) ? LONG : 6
  return { kind: 'words', words: Array.from({ length }, (_, at) => `word${at} `) }
}

function exampleOf(format: NativeBody['format']): string {
  if (typeof format === 'object' && format.minItems)
    return JSON.stringify(Array(format.minItems).fill(1))
  const properties = (typeof format === 'object' && format.properties) || {}
  const entries = Object.entries(properties).map(([name, { type, enum: values }]) => [
    name,
    values?.[0] ?? (type === 'string' ? 'x' : 1),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}
