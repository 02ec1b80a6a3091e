import { type Dialect, NONE } from '../syntax/dialect.js'
import { readYamlCalls } from '../syntax/read_yaml_calls.js'

const TAGS = ['<tool_call>', '<tool_calls>', '<function_call>', '<function_calls>']

/** YAML in a tag: a key for the name, and a mapping of the arguments. */
export const yaml: Dialect = {
  name: 'yaml',
  marks: () => TAGS,
  read(source, at, { mark, offer }) {
    // The lines of a text are indented, so this closing tag is not part of one.
    const close = mark.replace('<', '\n</')
    const end = source.find(close, at)
    const found = readYamlCalls(source, source.gap(at + mark.length), { offer, end })
    if (found.kind !== 'calls') return end === -1 ? NONE : found
    return { ...found, end: end + close.length }
  },
  write: (calls) =>
    calls
      .map(({ name, arguments: given }) => {
        const fields = Object.entries(given).map(
          ([key, value]) => `  ${key}: ${JSON.stringify(value)}`,
        )
        return `<tool_call>\nname: ${name}\narguments:${fields.length === 0 ? ' {}' : ''}\n${fields.join('\n')}\n</tool_call>`
      })
      .join('\n'),
}
