import { z } from 'zod'
import type { Workspace } from '#workspace'
import type { Access, Tool } from '../tool.js'

/** Names of arguments whose value is a path, whether or not anything is there yet. */
const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|dest|destination|source|target|dir|directory|folder|root|cwd|uri)$/i
const COMMAND_KEY = /^(?:command|cmd|script|shell)$/i
/** Longer values are texts. */
const MAX_PATH = 1_024
const MAX_STRINGS = 500

/**
 * A tool that is not ours, such as an MCP server's, as the gate sees it: what it does is not known, so
 * it counts as a command; values that are paths by their name, or that name something on disk, are
 * held against the rules, and a value that is a shell text is walked.
 */
export function foreignTool(
  name: string,
  input: Record<string, unknown>,
  workspace: Workspace,
): Tool {
  const command = commandIn(input)
  return {
    name,
    summary: 'a tool of another program',
    input: z.looseObject({}),
    effect: 'command',
    danger: true,
    evidence: null,
    paths: () => pathsIn(input, workspace),
    ...(command === null ? {} : { command: () => command }),
    describe: () => `call ${name}`,
    run: async () => ({ ok: false, text: `${name} is not connected.` }),
  }
}

function pathsIn(input: Record<string, unknown>, workspace: Workspace): Access[] {
  const paths = stringsIn(input)
    .filter(
      ([key, text]) => !COMMAND_KEY.test(key) && text.length <= MAX_PATH && !text.includes('\n'),
    )
    .map(([key, text]): [string, string] => [key, text.replace(/^file:\/\//i, '')])
    .filter(([key, text]) => PATH_KEY.test(camelToSnake(key)) || exists(text, workspace))
  return paths.map(([, path]) => ({ path, access: 'write' }))
}

function exists(text: string, workspace: Workspace): boolean {
  const place = text === '' ? null : workspace.resolve(text)
  return place?.ok === true && place.exists
}

function commandIn(input: Record<string, unknown>): string | null {
  return stringsIn(input).find(([key]) => COMMAND_KEY.test(key))?.[1] ?? null
}

/** Every string below, with the name that it stands under. */
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
