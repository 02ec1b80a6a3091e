import type { Workspace } from '#workspace'
import {
  fromFileUrl,
  isAddress,
  isPlace,
  isProtected,
  mayName,
  namedInPatch,
  readingsOf,
} from './foreign_values.js'
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
const MAX_DEPTH = 32

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
  const values = stringsIn(input).filter(([, text]) => !isAddress(text))
  const named = values
    .filter(
      ([key, text]) => !COMMAND_KEY.test(key) && text.length <= MAX_PATH && !text.includes('\n'),
    )
    .map(([key, text]): [string, string] => [key, fromFileUrl(text)])
    .filter(([key, text]) => PATH_KEY.test(camelToSnake(key)) || isPlace(text, workspace))
    .map(([, text]) => text)
  const texts = values.map(([, text]) => text)
  const others = [...texts.filter((text) => text.length <= MAX_PATH).flatMap(readingsOf)]
  const keys = keysIn(input)
  const patched = texts.flatMap(namedInPatch)
  const hidden = [...others, ...keys, ...patched].filter((text) => isProtected(text, workspace))
  const hints = texts.flatMap((text) => mayName(text, workspace) ?? [])
  return [
    ...[...named, ...hidden].map((path): Access => ({ path, access: 'write' })),
    ...hints.map((path): Access => ({ path, access: 'read', hint: true })),
  ]
}

/** Every shell text in the arguments, one after another; lists of words as a shell would get them. */
function commandIn(input: Record<string, unknown>): string | null {
  const texts = Object.entries(input).flatMap(([key, value]): string[] => {
    if (Array.isArray(value) && COMMAND_KEY.test(key) && value.every(isPlain))
      return /s$/i.test(key) ? value.map(String) : [quoted(value)]
    if (typeof value === 'string') return COMMAND_KEY.test(key) ? [withWords(value, input)] : []
    const inner = typeof value === 'object' && value !== null ? commandIn({ ...value }) : null
    return inner === null ? [] : [inner]
  })
  return texts.length === 0 ? null : texts.join('\n')
}

/** `steps: [{ run: '…' }]` holds commands of its own. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
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

/** Every string below, with the name of its field; those of a JSON text as well. */
function stringsIn(value: unknown, key = '', depth = 0): [string, string][] {
  if (typeof value === 'string') {
    const inner = depth > MAX_DEPTH ? undefined : parsed(value)
    return [[key, value], ...(inner === undefined ? [] : stringsIn(inner, key, depth + 1))]
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  return Object.entries(value)
    .flatMap(([name, inner]) => stringsIn(inner, Array.isArray(value) ? key : name, depth + 1))
    .slice(0, MAX_STRINGS)
}

/** The names of fields at any depth: `{ files: { 'a.ts': '…' } }`. */
function keysIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  // `secrets` may be any field.
  const own = Array.isArray(value) ? [] : Object.keys(value).filter((key) => /[./]/.test(key))
  return [...own, ...Object.values(value).flatMap((inner) => keysIn(inner, depth + 1))].slice(
    0,
    MAX_STRINGS,
  )
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A text that only begins like JSON.
    return undefined
  }
}

function camelToSnake(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, '$1_$2')
}
