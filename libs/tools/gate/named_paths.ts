import { type SimpleCommand, splitCommand } from './words.js'

/** Commands that run what follows them. */
const WRAPPERS = new Set(['sudo', 'env', 'command', 'exec', 'time', 'nohup', 'nice', 'builtin'])
/** Shells: a word of theirs may be a whole command. */
const SHELLS = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ksh',
  'eval',
  'su',
  'ssh',
  'watch',
  'timeout',
])
/** Commands whose words are text and no files: all of them, or the first that is no option. */
const TEXT_WORDS: Record<string, 'all' | 'first'> = {
  echo: 'all',
  printf: 'all',
  grep: 'first',
  egrep: 'first',
  fgrep: 'first',
  rg: 'first',
  ag: 'first',
  ack: 'first',
}
/** Options whose value is a message or a pattern, by command. */
const TEXT_OPTIONS: Record<string, RegExp> = {
  git: /^(?:-m|-am|--message|--author|--grep|-S|-G)$/,
  gh: /^(?:-t|-b|--title|--body)$/,
  grep: /^(?:-e|--regexp)$/,
  rg: /^(?:-e|--regexp)$/,
}
/** Options of search commands that name a file: then no word of theirs is taken for text. */
const FILE_OPTION = /^-\w*f$|^--(?:file|exclude-from|ignore-file)\b/
/** Where the text that one command prints may become the file that another one opens. */
const FEEDS = /\b(?:xargs|parallel|read|eval)\b|\$\(|`|\bwhile\b|\bfor\b|<\(/
const MAX_DEPTH = 4

/**
 * The paths that a command names in words: the first layer of the deny rules for shell text. It sees
 * what is written out, also in quotes, redirects, `--option=path`, substitutions and inner `-c`
 * commands; it does not see what is computed. Words that are plainly text (what echo prints, what grep
 * looks for, a commit message) are left out.
 * @returns candidates as written, `$HOME` as `~`, without repeats; `complete` false when commands are
 *          nested deeper than it looks
 */
export function namedPaths(command: string): { paths: string[]; complete: boolean } {
  const found = { paths: new Set<string>(), complete: true, feeds: FEEDS.test(command) }
  collect(command, MAX_DEPTH, found)
  return { paths: [...found.paths], complete: found.complete }
}

interface Found {
  paths: Set<string>
  complete: boolean
  /** The command may turn printed text into file names. */
  feeds: boolean
}

function collect(text: string, depth: number, found: Found): void {
  if (depth === 0) {
    found.complete = false
    return
  }
  const { inner, outer } = liftSubstitutions(text)
  for (const part of inner) collect(part, depth - 1, found)
  for (const simple of splitCommand(outer)) collectSimple(simple, depth, found)
}

/** Takes substitutions out from the inside, since quotes hide them from the splitting into words. */
function liftSubstitutions(text: string): { inner: string[]; outer: string } {
  const inner: string[] = []
  let outer = text
  for (let round = 0; round < MAX_DEPTH; round += 1) {
    const next = outer.replace(/\$\(([^()]*)\)|`([^`]*)`/g, (_, plain?: string, ticks?: string) => {
      inner.push(plain ?? ticks ?? '')
      return ' '
    })
    if (next === outer) break
    outer = next
  }
  return { inner, outer }
}

function collectSimple(simple: SimpleCommand, depth: number, found: Found): void {
  const headAt = simple.words.findIndex((word) => !WRAPPERS.has(word) && !/^\w+=/.test(word))
  const head = (simple.words[headAt] ?? '').replace(/^.*\//s, '')
  const isShell = SHELLS.has(head)
  const isPlain = !found.feeds && !isShell
  const text = isPlain ? textWords(head, simple.words, headAt) : new Set<number>()
  const words = simple.words.filter((_, index) => !text.has(index))
  for (const word of [...words, ...simple.redirects])
    for (const spelling of spellings(word)) found.paths.add(spelling)
  const nested = isShell ? words.filter((word) => /\s/.test(word)) : []
  for (const word of nested) collect(word, depth - 1, found)
}

/** Positions of the words that are text by what the command is. */
function textWords(head: string, words: readonly string[], headAt: number): Set<number> {
  const positions = new Set<number>()
  const options = TEXT_OPTIONS[head]
  const operands: number[] = []
  for (let at = headAt + 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const isTextOption = options?.test(word.replace(/=.*$/s, '')) === true
    if (isTextOption) {
      if (!word.includes('=')) at += 1
      positions.add(at)
    } else if (!word.startsWith('-')) operands.push(at)
  }
  const how = words.some((word) => FILE_OPTION.test(word)) ? undefined : TEXT_WORDS[head]
  const patternGiven = positions.size > 0
  if (how === 'all') for (const at of operands) positions.add(at)
  if (how === 'first' && !patternGiven) for (const at of operands.slice(0, 1)) positions.add(at)
  return positions
}

/** The ways in which one word can carry a path: alone, after `=`, `@` or `:`, glued to a short option. */
function spellings(word: string): string[] {
  const home = word.replace(/^\$(?:HOME\b|\{HOME\})/, '~')
  const parts = [home]
  const assigned = /=(.+)$/s.exec(home)?.[1]
  if (assigned) parts.push(assigned, assigned.replace(/^@/, ''))
  const glued = /^-\w(.+)$/s.exec(home)?.[1]
  if (glued) parts.push(glued)
  if (home.startsWith('@')) parts.push(home.slice(1))
  const url = /^(\w+):\/\/(.*)$/s.exec(home)
  if (url) return url[1]?.toLowerCase() === 'file' && url[2] ? [url[2]] : []
  const afterColon = /^[^:]*:(.+)$/s.exec(home)?.[1]
  if (afterColon) parts.push(afterColon)
  return parts.filter((part) => part !== '' && !part.startsWith('--'))
}
