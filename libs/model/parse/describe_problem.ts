import type { Problem } from '#core'
import { excerptOf } from '../text/excerpt.js'
import type { Offer, OfferedTool } from './calls/offered_tools.js'

/** Most of a schema that a problem repeats (features.md row 42). */
const SCHEMA_CHARACTERS = 500
const MAX_NAMES = 30

interface Failure {
  why: string
  /** The offending text, from its fault on. */
  from: string
  /** The token limit ended the reply. */
  cut: boolean
  maxTokens: number | undefined
  tool: OfferedTool | undefined
  offer: Offer
  /** Complete calls before it, which are run. */
  ran: number
}

/** The last rung: what was wrong, what was expected, and the text that it is about. */
export function describeProblem({ why, from, cut, maxTokens, tool, offer, ran }: Failure): Problem {
  const expected = expectedOf(tool, offer)
  const run = ran === 0 ? 'Nothing was run' : `${before(ran)} run, nothing else was`
  const limit = maxTokens === undefined ? '' : ` of ${maxTokens} tokens`
  const message = cut
    ? `The reply was cut by the token limit${limit} (finish_reason length). ${why}. ${run}; ${smallerThan(from)}.${expected}`
    : `${why}. ${run}; send the whole call again as valid JSON.${expected}`
  return { code: 'parser_error', message, ...(from === '' ? {} : { excerpt: excerptOf(from) }) }
}

function before(count: number): string {
  return count === 1 ? 'The call before it was' : `The ${count} calls before it were`
}

/** What is worth a number: below it a call is not cut for its length. */
const LONG = 1_000

/** How to go on behind a cut: half of what did not fit, in characters, leaves room for the rest. */
function smallerThan(from: string): string {
  if (from.length < LONG) return 'answer in smaller parts'
  const most = Math.floor(from.length / 200) * 100
  return `${from.length} characters of it had come: send at most ${most} in one call, and the rest in further calls`
}

function expectedOf(tool: OfferedTool | undefined, { names }: Offer): string {
  if (tool === undefined)
    return names.length === 0 ? '' : ` Tools: ${names.slice(0, MAX_NAMES).join(', ')}.`
  if (tool.parameters === undefined) return ''
  const schema = JSON.stringify(tool.parameters)
  const told =
    schema.length <= SCHEMA_CHARACTERS ? schema : `${schema.slice(0, SCHEMA_CHARACTERS)}…`
  return ` ${tool.name} takes ${told}`
}
