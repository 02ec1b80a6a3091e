import { ARGUMENT_KEYS } from '../calls/read_call_object.js'
import { behind } from '../syntax/read_json_calls.js'
import { readYamlCalls } from '../syntax/read_yaml_calls.js'
import { isCued } from './quoting.js'
import type { Walk } from './walk.js'

/** Words, a rule or another fence behind the mapping: it ends at an empty line. */
const BLOCK_END = new RegExp(
  `\\n[ \\t\\r]*\\n(?=[^\\s])(?!(?:${ARGUMENT_KEYS.join('|')}):)|\\n(?:---|\\.\\.\\.)[ \\t]*(?:\\n|$)`,
  'g',
)
const RULE = /\s*(?:---|\.\.\.)[ \t]*(?=\n|$)/y
const SAID = /(\w+):[ \t]+["']?([\w.:/-]{1,100})["']?[ \t\r]*\n/y
const ARGUMENTS = new RegExp(`^(?:${ARGUMENT_KEYS.join('|')}):`, 'm')

/**
 * Reads a call in YAML that begins a line, without a tag and without a fence: the name of a tool, then a mapping of its
 * arguments. Words that introduce an example, and any other mapping, are text.
 * @returns the index where the walk continues
 */
export function atYaml(walk: Walk, at: number): number {
  const { source, text, offer } = walk
  const [line = '', key = '', name = ''] = source.match(SAID, at) ?? []
  const next = at + key.length + 1
  if (line === '' || !offer.knows(name) || isCued(source, at, true)) return at + 1
  BLOCK_END.lastIndex = at
  const end = BLOCK_END.exec(text)?.index ?? text.length
  if (!ARGUMENTS.test(text.slice(at, end)) && !key.startsWith('tool')) return next
  const read = readYamlCalls(source, at, { offer, end })
  const found = read.kind === 'calls' ? { ...read, end: behind(source, RULE, read.end) } : read
  const taken = walk.take(found, at, 'bare')
  return taken === -1 ? next : taken
}
