import { type Loose, readLoose } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import { readArguments, shapeOf } from '../calls/read_call_object.js'
import type { WrittenCall } from '../calls/written_call.js'
import { broken, type Found, NONE } from './dialect.js'

export const NOT_JSON = 'it is not one complete JSON object'
const BETWEEN = /[\s,;\]]*/y
const EXTRA = /(?:\s*[}\]])*/y
/** The start of another object, as opposed to a brace in prose. */
const MORE = /[{[]\s*["'“{]/y

/** Reads a JSON value at an index, and charges its cost to the source; `bad` once the budget is spent. */
export function jsonAt(source: Source, at: number): Loose {
  if (!source.afford(0)) return { kind: 'bad', end: at, cost: 0 }
  const read = readLoose(source.text, at)
  source.afford(read.cost)
  return read
}

/** Reads all consecutive JSON calls at an index: objects or lists with optional separators. */
export function readJsonCalls(source: Source, start: number): Found {
  const calls: WrittenCall[] = []
  let at = source.space(start)
  let end = at
  while (source.text[at] === '{' || source.text[at] === '[') {
    const read = jsonAt(source, at)
    if (read.kind !== 'value') {
      const isMeant = calls.length === 0 || source.match(MORE, at) !== null
      return isMeant ? broken(NOT_JSON) : foundCalls(calls, end)
    }
    const shaped = shapeOf(read.value, true)
    if (shaped.kind === 'broken') return broken(shaped.why, shaped.name)
    if (shaped.kind === 'other') break
    calls.push(...shaped.calls.map((call) => markUnclosed(call, read.unclosed)))
    end = behind(source, EXTRA, read.end)
    at = behind(source, BETWEEN, end)
  }
  return calls.length === 0 ? NONE : foundCalls(calls, end)
}

/** Reads the arguments of a call whose name is known: one JSON object. */
export function readNamedJson(source: Source, name: string, start: number): Found {
  const at = source.space(start)
  const read = jsonAt(source, at)
  const given = read.kind === 'value' ? readArguments(read.value) : undefined
  if (read.kind !== 'value' || given === undefined)
    return broken(`the arguments of ${name.slice(0, 60)} are not one complete JSON object`, name)
  // Some models put the whole call inside its arguments.
  const inner = shapeOf(given)
  const again = inner.kind === 'calls' ? inner.calls.find((each) => each.name === name) : undefined
  const call = markUnclosed(again ?? { name, arguments: given }, read.unclosed)
  return foundCalls([call], behind(source, EXTRA, read.end))
}

export function foundCalls(calls: WrittenCall[], end: number): Found {
  return { kind: 'calls', calls, end }
}

/** The index after the match of a sticky expression; `at` itself without a match. */
export function behind(source: Source, expression: RegExp, at: number): number {
  return at + (source.match(expression, at)?.[0].length ?? 0)
}

function markUnclosed(call: WrittenCall, unclosed: boolean): WrittenCall {
  return unclosed ? { ...call, unclosed } : call
}
