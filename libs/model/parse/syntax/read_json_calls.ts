import { type Loose, readLoose } from '../../json/read_loose_json.js'
import type { Source } from '../../text/source.js'
import { readArguments, shapeOf } from '../calls/read_call_object.js'
import type { WrittenCall } from '../calls/said_call.js'
import { broken, type Found, NONE } from './dialect.js'

export const NOT_JSON = 'it is not one complete JSON object'
const BETWEEN = /[\s,;\]]*/y
const EXTRA = /(?:\s*[}\]])*/y
/** Another object begins, and not just a brace in words. */
const MORE = /[{[]\s*["'“{]/y

/** Reads a JSON value at a place, at a cost that the source still affords. */
export function jsonAt(source: Source, at: number): Loose {
  if (!source.afford(0)) return { kind: 'bad', end: at, cost: 0 }
  const read = readLoose(source.text, at)
  source.afford(read.cost)
  return read
}

/** All JSON calls that stand one behind the other at a place: objects or lists, loosely separated. */
export function readJsonCalls(source: Source, start: number): Found {
  const calls: WrittenCall[] = []
  let at = source.space(start)
  let end = at
  while (source.text[at] === '{' || source.text[at] === '[') {
    const read = jsonAt(source, at)
    if (read.kind !== 'value') {
      const isMeant = calls.length === 0 || source.match(MORE, at) !== null
      return isMeant ? broken(NOT_JSON) : checked(calls, end)
    }
    const shaped = shapeOf(read.value, true)
    if (shaped.kind === 'broken') return broken(shaped.why, shaped.name)
    if (shaped.kind === 'other') break
    calls.push(...shaped.calls.map((call) => markUnclosed(call, read.unclosed)))
    end = behind(source, EXTRA, read.end)
    at = behind(source, BETWEEN, end)
  }
  return calls.length === 0 ? NONE : checked(calls, end)
}

/** The arguments of a call whose name is known already: one JSON object. */
export function readNamedJson(source: Source, name: string, start: number): Found {
  const at = source.space(start)
  const read = jsonAt(source, at)
  const given = read.kind === 'value' ? readArguments(read.value) : undefined
  if (read.kind !== 'value' || given === undefined)
    return broken(`the arguments of ${name.slice(0, 60)} are not one complete JSON object`, name)
  // Some wrap the whole call once more inside what should be its arguments.
  const inner = shapeOf(given)
  const again = inner.kind === 'calls' ? inner.calls.find((each) => each.name === name) : undefined
  const call = markUnclosed(again ?? { name, arguments: given }, read.unclosed)
  return checked([call], behind(source, EXTRA, read.end))
}

export function checked(calls: WrittenCall[], end: number): Found {
  return { kind: 'calls', calls, end }
}

/** The index behind what an expression matches there, or the place itself. */
export function behind(source: Source, expression: RegExp, at: number): number {
  return at + (source.match(expression, at)?.[0].length ?? 0)
}

function markUnclosed(call: WrittenCall, unclosed: boolean): WrittenCall {
  return unclosed ? { ...call, unclosed } : call
}
