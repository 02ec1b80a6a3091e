import { LIMITS, type Problem, type RecordedReply, type Reply, type ToolCall } from '#core'
import { excerptOf } from '../text/excerpt.js'
import { createOffer, type Offer, type OfferedTool } from './calls/offered_tools.js'
import { readArguments, readUnclosed } from './calls/read_call_object.js'
import { USUAL_TEXTS, unsafeIn } from './calls/unsafe_values.js'
import { type Invalid, type RunCall, validateCalls } from './calls/validate_calls.js'
import { chooseCalls, textOf } from './choose_calls.js'
import { describeProblem, suggestTools } from './describe_problem.js'
import { readFormatted } from './read_formatted_answer.js'
import type { Dialect } from './syntax/dialect.js'
import { findCalls } from './walk/find_calls.js'
import { type FoundCalls, noSuchTool } from './walk/walk.js'

export interface ParseOptions {
  /** Number of the step, for the ids of the calls. */
  step: number
  /** The tools that the model was offered. */
  tools: readonly OfferedTool[]
  /** The supported formats of calls as text, from `loadDialects`. */
  dialects: readonly Dialect[]
  /** The token limit of the reply, for the message when it was cut. */
  maxTokens?: number | undefined
  /** The request had the `response_format` of `callFormat`. */
  formatted?: boolean
}

interface MadeCall extends Pick<RunCall, 'name' | 'arguments'> {
  notes?: string[]
}

/** An invalid call, and why it is invalid. */
interface Unread extends Invalid {
  /** The invalid text. */
  from: string
  call?: MadeCall | undefined
}

/**
 * Turns a finished raw reply into text and calls, or into a problem. It tries in this order: native calls;
 * dialects and bare JSON; repaired JSON; a problem with excerpt and schema. Never throws; linear in the
 * length of the reply. A reply with a problem has only the calls that were complete before the invalid one:
 * native calls, and marked ones when the token limit cut the next.
 * @param raw  content and argument strings verbatim; a null `finish_reason` means an interrupted stream
 * @returns    a Reply whose `usage` is null
 */
export function parseReply(raw: RecordedReply, options: ParseOptions): Reply {
  const offer = createOffer(options.tools)
  const cut = raw.finish_reason === 'length'
  const found = findCalls(raw.content, { offer, dialects: options.dialects, cut })
  const reasoning = [raw.reasoning, found.thoughts.join('')].filter(Boolean).join('\n')
  const reply = { reasoning, finishReason: raw.finish_reason, usage: null }
  const text = textOf(raw.content, found, [])
  const fail = (problem: Problem): Reply => ({ ...reply, text, calls: [], problem })
  const failWith = (
    { why, from, name, call }: Unread,
    whole: readonly MadeCall[] = [],
    said = text,
  ): Reply => {
    const kept = withoutCopies(whole)
    const calls = withIds(call === undefined ? kept : [...kept, call], options.step)
    const refused = call === undefined ? undefined : calls.pop()
    const { maxTokens } = options
    const tool = toolIn(from, name, offer)
    const ran = calls.length
    const problem = describeProblem({ why, from, cut, maxTokens, tool, name, offer, ran })
    return { ...fail({ ...problem, ...(refused && { refused }) }), text: said, calls }
  }

  if (raw.finish_reason === null)
    return fail({
      code: 'inference_error',
      message:
        'The stream ended without finish_reason, so the reply may be incomplete. No call was run.',
      unanswered: 'cut',
      ...(text === '' ? {} : { excerpt: excerptOf(text) }),
    })

  const formatted = options.formatted && raw.tool_calls.length === 0
  const kept = formatted ? readFormatted(raw.content) : null
  if (kept?.kind === 'said') return { ...reply, text: kept.text, calls: [], problem: null }
  if (kept !== null) {
    const made = validateCalls([kept.call], offer, { cut, written: true })
    if (made.kind === 'broken') return failWith({ ...made, from: raw.content }, [], '')
    if (made.kind === 'calls')
      return { ...reply, text: '', calls: withIds(made.calls, options.step), problem: null }
  }

  const places = chooseCalls(raw.content, found.places)
  if (raw.tool_calls.length > 0) {
    const read = readNative(raw, offer)
    if (read.unread !== null) return failWith(read.unread, read.calls)
    const calls = withoutCopies(read.calls)
    const said = new Set(calls.map(keyOf))
    const copies = places.filter((place) => place.calls.every((call) => said.has(keyOf(call))))
    const rest = textOf(raw.content, found, copies)
    return { ...reply, text: rest, calls: withIds(calls, options.step), problem: null }
  }

  const marked = places.filter((place) => !place.bare)
  const chosen = marked.length > 0 ? marked : places
  const { brokenCall } = found
  if (brokenCall !== null && !(brokenCall.bare && marked.length > 0)) {
    const why = `A call was written as text, but ${brokenCall.why}`
    const { at, name, call } = brokenCall
    const unread = { why, from: raw.content.slice(at), name, call }
    const before = call === undefined ? text : textOf(raw.content, { ...found, end: at }, [])
    // Without a cut, the invalid call may be the second half of the one before it. Then no call is run.
    return failWith(unread, cut ? marked.flatMap((place) => place.calls) : [], before)
  }
  if (chosen.length > 0) {
    const calls = withUnknown(withoutCopies(chosen.flatMap((place) => place.calls)), found, offer)
    const rest = textOf(raw.content, found, chosen)
    return { ...reply, text: rest, calls: withIds(calls, options.step), problem: null }
  }
  const [unknown] = found.unknown
  if (unknown !== undefined) {
    const { name, at } = unknown
    const why = `A call was written as text, but ${noSuchTool(name)}`
    return failWith({ why, name, from: raw.content.slice(at) })
  }
  if (text.trim() === '') return failWith(nothingSaid(raw, found, cut))
  return { ...reply, text, calls: [], problem: null }
}

const MAX_UNKNOWN = 3
/** The name is at the start of a call, so it is usually readable in an invalid one. */
const SAID_NAME = /"(?:name|tool|function)"\s*:\s*"([\w.:/-]{1,64})"/
/** The name is searched in this many characters. */
const NAME_WITHIN = 400

/** The tool of an invalid call, for its schema in the message. It is never run. */
function toolIn(from: string, name: string | undefined, offer: Offer): OfferedTool | undefined {
  const said = name ?? SAID_NAME.exec(from.slice(0, NAME_WITHIN))?.[1]
  const named = said === undefined ? undefined : offer.find(said)
  return named?.kind === 'known' ? named.tool : undefined
}

function nothingSaid(raw: RecordedReply, { openThought }: FoundCalls, cut: boolean): Unread {
  const nothing = openThought
    ? 'The thinking has no closing tag. The reply has no text and no call'
    : 'The reply has no text and no call'
  // The model made no mistake: the limit stopped it (row 50).
  const why = cut ? 'The limit came before any text or call' : nothing
  return { why, from: (raw.content || raw.reasoning).trim(), name: undefined }
}

/** The native calls up to the first invalid one. Later calls may depend on that one. */
function readNative(
  raw: RecordedReply,
  offer: Offer,
): { calls: MadeCall[]; unread: Unread | null } {
  const calls: MadeCall[] = []
  const broken = (unread: Unread) => ({ calls, unread })
  const cut = raw.finish_reason === 'length'
  for (const call of raw.tool_calls) {
    const from = call.arguments
    if (call.name.trim() === '')
      return broken({ why: 'A call has no tool name', from, name: undefined })
    // Servers send empty arguments for a tool without any. After a cut they may be incomplete.
    const whole = from.trim() === '' && cut ? undefined : readArguments(from)
    const given = whole ?? readUnclosed(from)
    const named = offer.find(call.name)
    const name = named.kind === 'known' ? named.tool.name : cleanName(call.name)
    if (given === undefined) {
      const why = `The arguments of ${call.name.slice(0, 60)} are not a JSON object`
      return broken({ why, from, name })
    }
    const checked = validateCalls(
      [{ name: call.name, arguments: given, unclosed: whole === undefined }],
      offer,
      { cut, written: false },
    )
    if (checked.kind === 'broken')
      return broken({
        why: `${call.name.slice(0, 60)} cannot be run: ${checked.why}`,
        from: `${call.name} ${from}`,
        name: checked.name,
        call: checked.call,
      })
    // The registry answers a call of an unknown tool with a list of the tools.
    const unchecked = { name, arguments: unsafeIn(given, USUAL_TEXTS) === null ? given : {} }
    const made = checked.kind === 'calls' ? checked.calls : [unchecked]
    for (const { name, arguments: each } of made) calls.push({ name, arguments: each })
  }
  return { calls, unread: null }
}

/** A name that no tool has is sent back in the history, where servers accept only these characters. */
function cleanName(name: string): string {
  return name
    .trim()
    .replace(/[^\w-]/g, '_')
    .slice(0, LIMITS.toolNameChars)
}

/** The first call tells the model which of its other calls have no tool. */
function withUnknown(
  [first, ...others]: MadeCall[],
  { unknown }: FoundCalls,
  offer: Offer,
): MadeCall[] {
  if (first === undefined) return []
  const names = [...new Set(unknown.map(({ name }) => name))].slice(0, MAX_UNKNOWN)
  const notes = names.map((name) => {
    const why = noSuchTool(name)
    return `In your reply ${why}. That call was not run.${suggestTools(name, offer)}`
  })
  return notes.length === 0
    ? [first, ...others]
    : [{ ...first, notes: [...(first.notes ?? []), ...notes] }, ...others]
}

/** Removes exact copies. The model gets to know how often it wrote the call. */
function withoutCopies(calls: readonly MadeCall[]): MadeCall[] {
  const counts = new Map<string, { call: MadeCall; times: number }>()
  for (const call of calls) {
    const known = counts.get(keyOf(call))
    if (known === undefined) counts.set(keyOf(call), { call, times: 1 })
    else known.times += 1
  }
  return [...counts.values()].map(({ call, times }) =>
    times === 1
      ? call
      : { ...call, notes: [`Your reply had this call ${times} times. It ran once.`] },
  )
}

function keyOf({ name, arguments: given }: MadeCall): string {
  return `${name} ${JSON.stringify(given, sorted)}`
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Gives each call an id of our own. What a server calls it is a label that identifies nothing here. */
function withIds(calls: readonly MadeCall[], step: number): ToolCall[] {
  return calls.map(({ name, arguments: given, notes }, index) => {
    return { id: `call_${step}_${index + 1}`, name, arguments: given, ...(notes && { notes }) }
  })
}
