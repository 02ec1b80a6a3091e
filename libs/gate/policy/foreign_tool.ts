import type { Workspace } from '#workspace'
import { literal } from '../shell/state/places.js'
import { controlFamily } from './control_files.js'
import type { Access, GatedTool } from './tool.js'

/** Names of arguments whose value is a path, whether or not anything is there yet. */
const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|dest|destination|source|target|dir|directory|folder|root|cwd|uri)$/i
const COMMAND_KEY =
  /^(?:(?:shell|bash|sh|run)?_?(?:command|cmd|script|code)(?:_?line)?s?|shell|bash|sh|exec|execute|run|argv)$/i
/** Further words of a command in a field beside them. */
const WORDS_KEY = /^(?:args|arguments|params|parameters)$/i
/** Longer values are texts. */
const MAX_PATH = 1_024
const MAX_STRINGS = 500

/**
 * A tool of another program, such as an MCP server's, as the gate sees it. What it does is unknown, so it
 * counts as a command. Values that are paths by their key or their text are checked by the rules; a value
 * that is a shell text is parsed.
 */
export function foreignTool(
  name: string,
  input: Record<string, unknown>,
  workspace: Workspace,
): GatedTool {
  const command = commandIn(input)
  return {
    name,
    effect: 'command',
    danger: true,
    foreign: true,
    paths: () => pathsIn(input, workspace),
    ...(command === null ? {} : { command: () => command }),
  }
}

function pathsIn(input: Record<string, unknown>, workspace: Workspace): Access[] {
  const paths = stringsIn(input)
    .filter(
      ([key, text]) => !COMMAND_KEY.test(key) && text.length <= MAX_PATH && !text.includes('\n'),
    )
    .map(([key, text]): [string, string] => [key, text.replace(/^file:\/\//i, '')])
    .filter(([key, text]) => PATH_KEY.test(camelToSnake(key)) || isPlace(text, workspace))
  return paths.map(([, path]) => ({ path, access: 'write' }))
}

/** Whether a text names a file that exists, or a place that a rule covers, whether it exists or not. */
function isPlace(text: string, workspace: Workspace): boolean {
  const place = text === '' ? null : workspace.resolve(literal(text))
  if (!place?.ok) return false
  return (
    place.exists || !place.inside || place.denied !== null || controlFamily(place.relative) !== null
  )
}

/** Every shell text in the arguments, one after another; lists of words as a shell would get them. */
function commandIn(input: Record<string, unknown>): string | null {
  const texts = Object.entries(input).flatMap(([key, value]): string[] => {
    if (Array.isArray(value) && COMMAND_KEY.test(key))
      return /s$/i.test(key) ? value.map(String) : [quoted(value)]
    if (typeof value === 'string') return COMMAND_KEY.test(key) ? [withWords(value, input)] : []
    const inner = typeof value === 'object' && value !== null ? commandIn({ ...value }) : null
    return inner === null ? [] : [inner]
  })
  return texts.length === 0 ? null : texts.join('\n')
}

function withWords(command: string, input: Record<string, unknown>): string {
  const words = Object.entries(input).find(
    ([key, value]) => WORDS_KEY.test(key) && Array.isArray(value),
  )?.[1]
  return words === undefined ? command : `${command} ${quoted(words as unknown[])}`
}

function quoted(words: readonly unknown[]): string {
  return words.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(' ')
}

/** Every string below, with the name of its field. */
function stringsIn(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .flatMap(([name, inner]) => stringsIn(inner, Array.isArray(value) ? key : name))
    .slice(0, MAX_STRINGS)
}

function camelToSnake(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, '$1_$2')
}
