import type { Problem } from '#core'
import { excerptOf } from '../text/excerpt.js'
import type { Offer, OfferedTool } from './calls/offered_tools.js'

/** At most this much of a schema is repeated in a problem (row 42). */
const SCHEMA_CHARACTERS = 500
const MAX_NAMES = 30

interface Failure {
  why: string
  /** The invalid text. */
  from: string
  /** The token limit ended the reply. */
  cut: boolean
  maxTokens: number | undefined
  tool: OfferedTool | undefined
  offer: Offer
  /** Number of complete calls before it, which are run. */
  ran: number
}

/** The problem of an invalid reply: the error, what was run, what to send instead, and an excerpt. */
export function describeProblem({ why, from, cut, maxTokens, tool, offer, ran }: Failure): Problem {
  const expected = expectedOf(tool, offer)
  const run = describeRun(ran)
  const limit = maxTokens === undefined ? '' : ` of ${maxTokens} tokens`
  const message = cut
    ? `The reply was cut by the token limit${limit} (finish_reason length). ${why}. ${run} ${smallerThan(from)}${expected}`
    : `${why}. ${run} Send the whole call again as valid JSON.${expected}`
  return { code: 'parser_error', message, ...(from === '' ? {} : { excerpt: excerptOf(from) }) }
}

function describeRun(count: number): string {
  if (count === 0) return 'No call was run.'
  const first = count === 1 ? 'The first call was run.' : `The first ${count} calls were run.`
  return `${first} No other call was run.`
}

/** A shorter call was not cut because of its own length. */
const LONG = 1_000

/** What to do after a cut: half of the text that did not fit leaves room for the rest of the reply. */
function smallerThan(from: string): string {
  if (from.length < LONG) return 'Send a shorter reply.'
  const most = Math.floor(from.length / 200) * 100
  return `It was cut after ${from.length} characters. Send at most ${most} characters in one call. Send the rest in more calls.`
}

function expectedOf(tool: OfferedTool | undefined, { names }: Offer): string {
  if (tool === undefined)
    return names.length === 0 ? '' : ` Tools: ${names.slice(0, MAX_NAMES).join(', ')}.`
  if (tool.parameters === undefined) return ''
  const schema = JSON.stringify(tool.parameters)
  const shown =
    schema.length <= SCHEMA_CHARACTERS ? schema : `${schema.slice(0, SCHEMA_CHARACTERS)}…`
  return ` The arguments of ${tool.name} follow this schema: ${shown}`
}
