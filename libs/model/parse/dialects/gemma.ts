import { broken, type Dialect, NONE } from '../syntax/dialect.js'
import { behind, foundCalls } from '../syntax/read_json_calls.js'
import { readTokens, writeTokens } from '../syntax/read_token_values.js'

const HEAD = /(?:<start_function_call>|<\|tool_call>)\s*call:\s*([\w.:/-]{1,100})\s*(?=\{)/y
const END = /\s*(?:<end_function_call>|<tool_call\|>)?/y
const MARKS = ['<start_function_call>', '<|tool_call>']

/** FunctionGemma and Gemma 4: `call:name{key:<escape>text<escape>}` between special tokens. */
export const gemma: Dialect = {
  name: 'gemma',
  marks: () => MARKS,
  read(source, at, { mark }) {
    const head = source.match(HEAD, at)
    const name = head?.[1]
    if (head === null || name === undefined) {
      const isCut = /^\s*(?:c|ca|cal|call|call:\s*[\w.]*)?\s*$/.test(
        source.text.slice(at + mark.length, at + mark.length + 120),
      )
      return isCut ? broken('it has no arguments') : NONE
    }
    const read = readTokens(source, at + head[0].length)
    if (read === null) return broken(`the arguments of ${name} are incomplete`, name)
    return foundCalls([{ name, arguments: read.values }], behind(source, END, read.end))
  },
  write: (calls) =>
    calls
      .map(
        ({ name, arguments: given }) =>
          `<start_function_call>call:${name}${writeTokens(given)}<end_function_call>`,
      )
      .join(''),
}
