import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, foundCalls, NOT_JSON, readNamedJson } from '../syntax/read_json_calls.js'

/** These tokens contain fullwidth bars and U+2581; some servers print plain bars and underscores. */
const SECTION = /<[｜|]tool[▁_]calls?[▁_](?:section[▁_])?begin[｜|]>\s*/y
const CALL = /\s*<[｜|]tool[▁_]call[▁_]begin[｜|]>\s*/y
const OLD =
  /(?:function\s*)?<[｜|]tool[▁_]sep[｜|]>\s*([\w.:/-]{1,100})\s*\n\s*```(?:json)?\s*(?=\{)/y
const NEW = /([\w.:/-]{1,100})\s*<[｜|]tool[▁_]sep[｜|]>\s*(?:```(?:json)?\s*)?(?=\{)/y
const END = /\s*(?:```)?\s*<[｜|]tool[▁_]call[▁_]end[｜|]>/y
const FENCE = /\s*```/y
const SECTION_END = /\s*<[｜|]tool[▁_]calls[▁_]end[｜|]>/y

/** DeepSeek V3 and R1 (`function`, then the name and a fence) and V3.1 (the name, then JSON). */
export const deepseek: Dialect = {
  name: 'deepseek',
  marks: () => [
    '<｜tool▁calls▁begin｜>',
    '<｜tool▁call▁begin｜>',
    '<|tool_calls_begin|>',
    '<|tool▁calls▁begin|>',
    '<|tool▁call▁begin|>',
    '<｜tool_calls_begin｜>',
  ],
  read(source, at) {
    const calls: WrittenCall[] = []
    let end = at
    const section = source.match(SECTION, at)
    if (section !== null && source.match(CALL, at) === null) end += section[0].length
    for (;;) {
      const begin = source.match(CALL, end)
      if (begin === null) break
      const from = end + begin[0].length
      const head = source.match(OLD, from) ?? source.match(NEW, from)
      if (head === null) return broken(NOT_JSON)
      const found = readNamedJson(source, head[1] ?? '', from + head[0].length)
      if (found.kind !== 'calls') return found
      calls.push(...found.calls)
      const close = source.match(END, found.end) ?? source.match(FENCE, found.end)
      end = found.end + (close?.[0].length ?? 0)
    }
    if (calls.length > 0) return foundCalls(calls, behind(source, SECTION_END, end))
    return source.space(end) >= source.text.length ? broken(NOT_JSON) : NONE
  },
  write: (calls) =>
    `<｜tool▁calls▁begin｜>${calls
      .map(
        ({ name, arguments: given }) =>
          `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${JSON.stringify(given)}<｜tool▁call▁end｜>`,
      )
      .join('')}<｜tool▁calls▁end｜>`,
}
