import type { Part } from '../shell/state/types.js'
import type { CommandReport, GateRequest } from './verdict.js'

/** What joins, redirects, expands or hides further commands: beside it a wildcard would promise too much. */
const NOT_SIMPLE = /[;|&<>$`(){}\\\n\r]/

/**
 * Whether an entry `tool` or `tool:glob` of the settings covers a call: the glob over every path of the
 * call, or over the whole command. A glob with a wildcard covers single simple commands only; the parts of
 * others are judged by `allowsParts`.
 */
export function allows(entry: string, request: GateRequest): boolean {
  const colon = entry.indexOf(':')
  const tool = colon < 0 ? entry : entry.slice(0, colon)
  if (tool !== request.tool) return false
  if (colon < 0) return true
  const glob = entry.slice(colon + 1).trim()
  if (request.command) {
    const { text, at } = request.command
    // In another folder it is as if `cd` stood before it.
    return coversCommand(glob, at === undefined ? text.trim() : `cd ${at} && ${text.trim()}`)
  }
  const paths = request.accesses.flatMap((access) => access.relatives)
  return paths.length > 0 && paths.every((path) => matchesPath(glob, path))
}

function coversCommand(glob: string, command: string): boolean {
  if (glob === command || withoutEscapes(glob) === command) return true
  if (NOT_SIMPLE.test(command)) return false
  return toPattern(glob, '.*', '.*').test(command)
}

/**
 * Whether each part of a command is read-only or covered by one of the entries, and nothing else is in it, as for
 * an answer `a` (docs/design/permissions.md#order). Its redirects into files are covered by no glob.
 */
export function allowsParts(entries: readonly string[], request: GateRequest): boolean {
  const { command } = request
  const globs = globsFor(entries, request.tool)
  return globs.length > 0 && command !== null && uncoveredIn(command, globs) === null
}

/** What no entry covers, in words, where entries with a glob name the tool of this command; '' otherwise. */
export function describeUncovered(entries: readonly string[], request: GateRequest): string {
  const globs = globsFor(entries, request.tool)
  if (globs.length === 0 || request.command === null) return ''
  const why = uncoveredIn(request.command, globs)
  return why === null ? '' : ` --allow does not cover it: ${why}.`
}

function globsFor(entries: readonly string[], tool: string): string[] {
  const start = `${tool}:`
  return entries.filter((entry) => entry.startsWith(start)).map((e) => e.slice(start.length).trim())
}

/** Why the globs do not cover a command; null: they do. */
function uncoveredIn(command: CommandReport, globs: readonly string[]): string | null {
  if (command.unsure !== null) return command.unsure
  if (command.writes) return 'it writes to a file by a redirect'
  if (command.control !== null) return `it may change ${command.control.given}`
  if (command.parts.length === 0) return 'it runs no known program'
  const away = command.at !== undefined
  for (const [index, part] of command.parts.entries()) {
    if (part.unsafe === null) continue
    const why = uncoveredPart(part, globs, away)
    if (why !== null) return `part ${index + 1}, \`${shown(part)}\`, ${why}`
  }
  return null
}

function uncoveredPart(part: Part, globs: readonly string[], away: boolean): string | null {
  if (part.words.some((word) => word === null)) return 'has a computed word'
  const text = textOf(part)
  // In another folder the same words mean other files, so only a glob for every command covers it.
  const isAway = away || part.at !== undefined
  const matching = globs.filter((glob) => toPattern(glob, '.*', '.*').test(text))
  if (matching.length === 0) return `matches no glob (${globs.join(', ')})`
  if (isAway && !matching.some((glob) => /^\*+$/.test(glob))) return 'runs in another folder'
  return null
}

/** The words with the program that runs them, quoted where a word is no plain one: `npm 'run a'` is not `npm run a`. */
function textOf({ words, wrappers }: Part): string {
  const plain = (word: string) => (/^[^\s'"]+$/.test(word) ? word : `'${word}'`)
  return [...wrappers, ...words].map((word) => plain(word ?? '…')).join(' ')
}

function shown(part: Part): string {
  const text = textOf(part)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function matchesPath(glob: string, path: string): boolean {
  const from = glob.replace(/^(?:\.\/)+/, '')
  const whole = from.endsWith('/') ? `${from}**` : from
  // Without a slash a glob names a file at any depth, as in ignore files.
  return toPattern(whole.includes('/') ? whole : `**/${whole}`, '.*', '[^/]*').test(path)
}

const ESCAPED = /\\([*?{}])/g

/** A text as a glob that covers it and nothing else. */
export function literalGlob(text: string): string {
  return text.replace(/[*?{}]/g, '\\$&')
}

function withoutEscapes(glob: string): string {
  return glob.replace(ESCAPED, '$1')
}

/** A glob as an anchored pattern: `**`, `*`, `?` and `{a,b}`; all else is literal, and so is one of these after `\`. */
function toPattern(glob: string, doubleStar: string, star: string): RegExp {
  let depth = 0
  const source = glob.replace(/\\[*?{}]|\*\*\/|\*+|\?|[{},]|[.+^$()|[\]\\]/g, (part) => {
    if (part.length === 2 && part.startsWith('\\')) return part
    if (part === '**/') return `(?:${doubleStar}/)?`
    if (part.startsWith('**')) return doubleStar
    if (part === '*') return star
    if (part === '?') return '[^/]'
    if (part === '{') depth += 1
    if (part === '{') return '(?:'
    if (part === '}' && depth > 0) {
      depth -= 1
      return ')'
    }
    if (part === ',') return depth > 0 ? '|' : ','
    return `\\${part}`
  })
  return new RegExp(`^(?:${source}${')'.repeat(depth)})$`, 's')
}
