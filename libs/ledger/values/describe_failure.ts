import { steadyText } from '#core'

/** Of an error the beginning says what is wrong; what follows shows the file or advises. */
const ERROR_CHARS = 200
/** Of the output of a command the end says it. */
const OUTPUT_CHARS = 2_000
/** Arguments of edits. */
const EDITS = ['old_str', 'edits', 'content']
/** Parts of a command that only print or wait. */
const IDLE = /^(?:echo|printf|true|:|sleep|date)(?:\s|$)/

/**
 * What failed, and how: equal for calls that differ, but fail at the same place with the same error. A command is
 * compared without its options and comments, an edit without its texts, an end without its words. Numbers of an error
 * do not count, and neither does what it quotes. (docs/design/guards.md#what-is-the-same)
 */
export function describeFailure(
  tool: string,
  given: Record<string, unknown>,
  text: string,
): [tool: string, place: string, error: string] {
  const { command } = given
  if (typeof command === 'string') return [tool, placeOf(command), outputOf(text, command)]
  // Edits of one file that fail: the error depends on the text that was looked for.
  return [tool, fileOf(given), EDITS.some((name) => name in given) ? '' : errorOf(text)]
}

/** The words of a command that are no options, in all parts that do something. */
function placeOf(command: string): string {
  return command
    .replace(/(^|\s)#.*$/gm, '$1')
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .filter((part) => part !== '' && !IDLE.test(part))
    .map((part) => part.replace(/ --?[A-Za-z][\w-]*(?:=\S*)?(?= |$)/g, ''))
    .join('; ')
}

/** The end of an output, without the lines that the command itself spells. */
function outputOf(text: string, command: string): string {
  const lines = text.slice(-OUTPUT_CHARS).split('\n')
  const shown = lines.filter((line) => line.trim() === '' || !command.includes(line.trim()))
  return withoutNumbers(shown.join('\n'))
}

function fileOf({ path, edits }: Record<string, unknown>): string {
  const [first] = Array.isArray(edits) ? edits : []
  const named = path ?? (typeof first === 'object' ? first?.path : undefined)
  return typeof named === 'string' ? named.replace(/^\.\//, '') : ''
}

function errorOf(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return withoutNumbers(line.replace(/(["'`]).*?\1/g, '').slice(0, ERROR_CHARS))
}

function withoutNumbers(text: string): string {
  return steadyText(text).replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()
}
