import { figure, type Problem } from '#core'
import { isObject } from '../json/parse_json.js'
import { excerptOf } from '../text/excerpt.js'
import { type Offer, type OfferedTool, propertiesOf } from './calls/offered_tools.js'

/** At most this much of a schema is repeated in a problem (row 42). */
const SCHEMA_CHARACTERS = 500
/** The names that were sent with their schema come first; the prompt names the others too. */
const MAX_NAMES = 12

interface Failure {
  why: string
  /** The invalid text. */
  from: string
  /** The token limit ended the reply. */
  cut: boolean
  maxTokens: number | undefined
  tool: OfferedTool | undefined
  /** The name in the invalid call, if there is one. */
  name: string | undefined
  offer: Offer
  /** Number of complete calls before it, which are run. */
  ran: number
}

/** The problem of an invalid reply: the error, what was run, what to send instead, and an excerpt. */
export function describeProblem(failure: Failure): Problem {
  const { why, from, cut, maxTokens, ran } = failure
  const expected = expectedOf(failure)
  const run = describeRun(ran)
  const limit = maxTokens === undefined ? '' : ` of ${figure(maxTokens)} tokens`
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

function expectedOf({ tool, name, offer }: Failure): string {
  if (tool !== undefined) {
    if (tool.parameters === undefined) return ''
    const schema = JSON.stringify(tool.parameters)
    const shown =
      schema.length <= SCHEMA_CHARACTERS ? schema : `${schema.slice(0, SCHEMA_CHARACTERS)}…`
    return ` The arguments of ${tool.name} follow this schema: ${shown}`
  }
  const { names } = offer
  const meant = name === undefined ? '' : suggestTools(name, offer)
  return names.length === 0 ? meant : `${meant} Tools: ${names.slice(0, MAX_NAMES).join(', ')}.`
}

/** The tools that an unknown name may mean, with their arguments; empty without any. */
export function suggestTools(name: string, offer: Offer): string {
  const like = offer.like(name)
  return like.length === 0 ? '' : ` Did you mean ${like.map(fieldsOf).join(' or ')}?`
}

/** A tool with its arguments: `read_file {path, start_line?}`. */
function fieldsOf(tool: OfferedTool): string {
  const schema: unknown = tool.parameters
  const required: unknown = isObject(schema) ? schema.required : undefined
  const fields = Object.keys(propertiesOf(tool)).map((field) =>
    Array.isArray(required) && required.includes(field) ? field : `${field}?`,
  )
  return fields.length === 0 ? tool.name : `${tool.name} {${fields.join(', ')}}`
}
