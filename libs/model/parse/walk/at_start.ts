import { readNamedJson } from '../syntax/read_json_calls.js'
import { readPythonCalls } from '../syntax/read_python_calls.js'
import type { Walk } from './walk.js'

/** `read_file(path=`, `x = read_file("`: the first words of a reply that is a call and not a sentence. */
const EXPRESSION =
  /\s*((?:(?:call|action)\s*:\s*|(?:(?:const|let|var)\s+)?[A-Za-z_]\w{0,60}\s*=\s*)?(?:await\s+)?)([A-Za-z_][\w.]{0,60})\((?=\s*(?:\w+\s*=(?!=)|["']|\{\s*["'\w]))/y
/** What is before the expression and no part of it. */
const LABEL = /\s*(?:(?:call|action)\s*:|const\s|let\s|var\s)\s*/y
/** `functions.read_file:0{…}`, `commentary to=functions.read_file json {…}`: what is left of a call whose tokens were lost. */
const NAMESPACED =
  /\s*(?:(?:assistant\s*)?(?:commentary|analysis)\s+(?=to=))?(?:to=)?functions\.([A-Za-z_]\w{0,60})(?::\d{1,4})?\s*(?:(?:<\|constrain\|>\s*)?(?:json|code)\s*)?(?:<\|message\|>\s*)?(?=\{)/y
/** `read_file[ARGS]{…}`: only the token in front of the name is lost. */
const NAME_AND_ARGS = /\s*([A-Za-z_]\w{0,60})\s*(?:\[CALL_ID\]\s*[\w-]{0,64}\s*)?\[ARGS\]\s*(?=\{)/y
const LINE_END = /[ \t\r]*(?:\n|$)/y

/**
 * Reads a call without any mark at the start of a reply: an expression alone on its line, or the name of a
 * function before its JSON.
 * @returns the index where the walk continues
 */
export function atStart(walk: Walk, start: number): number {
  const { source, offer } = walk
  let named = start
  for (;;) {
    const spaced = source.match(NAMESPACED, named) ?? source.match(NAME_AND_ARGS, named)
    if (spaced === null || !offer.names.includes(spaced[1] ?? '')) break
    const found = readNamedJson(source, spaced[1] ?? '', named + spaced[0].length)
    const taken = walk.take(found, named, 'bare')
    if (taken === -1) break
    named = taken
  }
  if (named !== start) return named
  const said = source.match(EXPRESSION, start)
  if (said === null || !offer.names.includes(said[2] ?? '')) return start
  const label = source.match(LABEL, start)?.[0].length ?? 0
  const found = readPythonCalls(source, start + label, offer)
  // With more words on its line it is a sentence about a call.
  if (found.kind === 'calls' && source.match(LINE_END, found.end) === null) return start
  const taken = walk.take(found, start, 'bare')
  return taken === -1 ? start : taken
}
