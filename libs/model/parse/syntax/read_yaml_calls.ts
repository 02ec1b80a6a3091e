import type { Source } from '../../text/source.js'
import { flatCall } from '../calls/flat_call.js'
import type { Offer } from '../calls/offered_tools.js'
import { ARGUMENT_KEYS, NAME_KEYS, shapeOf } from '../calls/read_call_object.js'
import { broken, type Found, NONE } from './dialect.js'
import { foundCalls } from './read_json_calls.js'
import { readYaml } from './read_yaml.js'

const KEYS = [...NAME_KEYS, 'function', 'action']
/** The first line of a call in YAML: a key for its name, or the name of a tool. */
const HEAD = new RegExp(
  `(?:- +)?(?:${KEYS.join('|')}): *["']?([\\w.:/-]{1,100})["']? *\\r?\\n`,
  'y',
)
const TOOL_HEAD = /(?:- +)?([A-Za-z_][\w.-]{0,99}): *\r?\n(?= )/y
const ARGUMENTS = new RegExp(`^ *(?:- +)?(?:${ARGUMENT_KEYS.join('|')}):`, 'm')

/**
 * Reads a call in YAML at the start of a line: `name:` and `arguments:`, or the tool's name as the key.
 * @param end  index of the tag or fence that closes the call; without one it may be cut
 */
export function readYamlCalls(source: Source, at: number, { offer, end }: YamlPlace): Found {
  const { text } = source
  const name = (source.match(HEAD, at) ?? source.match(TOOL_HEAD, at))?.[1]
  if (name === undefined || end === -1) return NONE
  const isTool = source.match(HEAD, at) === null
  if (isTool && !offer.knows(name)) return NONE
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const from = text.slice(lineStart, at).trim() === '' ? lineStart : at
  const body = text.slice(from, end)
  const isFlat = !isTool && !ARGUMENTS.test(body)
  if (isFlat && !offer.knows(name)) return NONE
  if (!source.afford(body.length)) return NONE
  const lines = body.replace(/\s+$/, '').split(/\r?\n/)
  const read = readYaml(lines)
  const isWhole = read.ok && lines.slice(read.end).every((line) => line.trim() === '')
  if (isFlat) {
    const flat = isWhole ? flatCall(read.value, offer) : null
    return flat === null ? NONE : foundCalls([flat], end)
  }
  if (!isWhole) return broken('it is not one complete YAML mapping', name)
  const shaped = shapeOf(read.value, true)
  if (shaped.kind === 'broken') return broken(shaped.why, shaped.name)
  return shaped.kind === 'calls' ? foundCalls(shaped.calls, end) : NONE
}

interface YamlPlace {
  offer: Offer
  end: number
}
