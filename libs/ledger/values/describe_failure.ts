import { type CallPlace, steadyText } from '#core'

/** Of an error the beginning says what is wrong; what follows shows the file or advises. */
const ERROR_CHARS = 200
/** Of the output of a command the end says it. */
const OUTPUT_CHARS = 2_000
/** A word that is a number, or lines from one to another. In a name (`case2.js`) and in an address digits say what is meant. */
const NUMBER = /(?<= |^)(['"]?)[+-]?\d+(?:[.,]\d+)?p?\1(?= |$)/g
/** Programs for which another number is another question. */
const SEARCHES = /^(?:git )?(?:grep|rg|ag|find)\s/
/** Parts of a command that only print or wait. */
const IDLE = /^(?:echo|printf|true|:|sleep|date)(?:\s|$)/

/**
 * What failed, and how: equal for calls that differ, but fail at the same place with the same error. An edit is
 * compared without its error, an end without its words. Numbers of an error do not count, and neither does what it
 * quotes. (docs/design/guards.md#what-is-the-same)
 */
export function describeFailure(
  tool: string,
  place: CallPlace | undefined,
  text: string,
): [...ReturnType<typeof describePlace>, error: string] {
  const where = describePlace(tool, place)
  if (place?.command !== undefined) return [...where, outputOf(text, place.command)]
  // Edits of one file that fail: the error depends on the text that was looked for.
  return [...where, place?.edits ? '' : errorOf(text)]
}

/** Where a call acts: equal for commands that differ in options, comments and numbers, and for calls of the same files. */
export function describePlace(
  tool: string,
  place: CallPlace | undefined,
): [tool: string, command: string, ...names: string[]] {
  const { command = '', names = [] } = place ?? {}
  return [tool, partsOf(command), ...names.map((name) => name.replace(/^\.\//, '')).sort()]
}

/** The words of a command that are no options, in all parts that do something. */
function partsOf(command: string): string {
  return command
    .replace(/(^|\s)#.*$/gm, '$1')
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !IDLE.test(part))
    .map((part) => part.replace(/ --?[A-Za-z][\w-]*(?:=\S*)?(?= |$)/g, ''))
    .map((part) => (SEARCHES.test(part) ? part : part.replace(NUMBER, '#')))
    .join('; ')
}

/** The end of an output, without the lines that the command itself spells. */
function outputOf(text: string, command: string): string {
  const lines = text.slice(-OUTPUT_CHARS).split('\n')
  const shown = lines.filter((line) => line.trim() === '' || !command.includes(line.trim()))
  return withoutNumbers(shown.join('\n'))
}

function errorOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return withoutNumbers(line.replace(/(["'`]).*?\1/g, '').slice(0, ERROR_CHARS))
}

function withoutNumbers(text: string): string {
  return steadyText(text).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()
}
