import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, foundCalls, NOT_JSON, readNamedJson } from '../syntax/read_json_calls.js'

const SECTION = /<\|tool_calls_section_begin\|>/y
const HEAD = /\s*<\|tool_call_begin\|>\s*([\w.:/-]{1,120})\s*<\|tool_call_argument_begin\|>/y
const END = /\s*<\|tool_call_end\|>/y
const SECTION_END = /\s*<\|tool_calls_section_end\|>/y

/** Kimi K2: the name is part of the id `functions.name:0`. */
export const kimi: Dialect = {
  name: 'kimi',
  marks: () => ['<|tool_calls_section_begin|>', '<|tool_call_begin|>'],
  read(source, at, { offer }) {
    const calls: WrittenCall[] = []
    let end = behind(source, SECTION, at)
    for (;;) {
      const head = source.match(HEAD, end)
      if (head === null) break
      const name = nameOf(head[1] ?? '', offer.names)
      const found = readNamedJson(source, name, end + head[0].length)
      if (found.kind !== 'calls') return found
      calls.push(...found.calls)
      end = behind(source, END, found.end)
    }
    const goesOn = source.text.startsWith('<|tool_call_begin|>', source.space(end))
    if (goesOn || (calls.length === 0 && source.space(end) >= source.text.length))
      return broken(NOT_JSON)
    return calls.length === 0 ? NONE : foundCalls(calls, behind(source, SECTION_END, end))
  },
  write: (calls) =>
    `<|tool_calls_section_begin|>${calls
      .map(
        ({ name, arguments: given }, index) =>
          `<|tool_call_begin|>functions.${name}:${index}<|tool_call_argument_begin|>${JSON.stringify(given)}<|tool_call_end|>`,
      )
      .join('')}<|tool_calls_section_end|>`,
}

/** The tool's name in an id. An id without a name means the only tool, when there is only one. */
function nameOf(id: string, names: readonly string[]): string {
  const name = id.replace(/:\d{1,4}$/, '').replace(/^functions\./, '')
  return /^\d+$/.test(name) && names.length === 1 ? (names[0] ?? name) : name
}
