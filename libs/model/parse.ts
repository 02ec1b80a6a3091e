import type { Problem, RecordedReply, Reply, ToolCall } from '#core'
import { withLists } from './actions.js'
import { excerptOf } from './excerpt.js'
import { asObject } from './json.js'
import { splitThinking } from './reasoning.js'
import { findTextCalls, type TextCall } from './text_calls.js'

export interface ParseOptions {
  /** Number of the step, for ids that the server did not give. */
  step: number
  /** Names of the tools that the model was offered. */
  tools: readonly string[]
}

interface RawCall extends TextCall {
  id?: string | undefined
}

/**
 * Turns a finished raw reply into a decision: text and calls, or a problem that says why there is none.
 * Never throws; linear in the length of the reply; a reply with a problem has no calls.
 * @param raw  content and argument strings verbatim; a null `finish_reason` is a stream that broke
 * @returns    a Reply whose `usage` is null
 */
export function parseReply(raw: RecordedReply, options: ParseOptions): Reply {
  const { text, reasoning } = readThinking(raw)
  const reply = { text, reasoning, finishReason: raw.finish_reason, usage: null }
  const fail = (problem: Problem): Reply => ({ ...reply, calls: [], problem })

  if (raw.finish_reason === null)
    return fail({
      code: 'inference_error',
      message: 'The stream ended without a finish, so the reply may be cut. Nothing of it was run.',
      ...(text === '' ? {} : { excerpt: excerptOf(text) }),
    })

  const cut = raw.finish_reason === 'length'
  if (raw.tool_calls.length > 0) {
    const read = readNative(raw)
    if ('why' in read) return fail(parserProblem(read.why, read.from, cut))
    return { ...reply, calls: withIds(read.calls, options.step), problem: null }
  }

  const found = findTextCalls(text, new Set(options.tools))
  if (found.kind === 'broken')
    return fail(parserProblem(`A call was written as text, but ${found.why}`, found.from, cut))
  if (found.kind === 'calls')
    return { ...reply, text: found.rest, calls: withIds(found.calls, options.step), problem: null }
  if (cut && text.trim() === '')
    return fail(parserProblem('There is neither text nor a call', '', true))
  return { ...reply, calls: [], problem: null }
}

/** Thinking comes in a field of its own, in tags, or both. */
function readThinking(raw: RecordedReply): { text: string; reasoning: string } {
  const split = splitThinking(raw.content)
  return {
    text: split.text,
    reasoning: [raw.reasoning, split.reasoning].filter(Boolean).join('\n'),
  }
}

/** All native calls, or why one of them cannot be read: a reply is run whole or not at all. */
function readNative(raw: RecordedReply): { calls: RawCall[] } | { why: string; from: string } {
  const calls: RawCall[] = []
  for (const call of raw.tool_calls) {
    if (call.name.trim() === '') return { why: 'A call has no tool name', from: call.arguments }
    // Servers send no arguments at all for a tool without any; cut off, that would be a guess.
    const none = call.arguments.trim() === '' && raw.finish_reason !== 'length'
    const given = none ? {} : asObject(call.arguments)
    if (given === undefined)
      return {
        why: `The arguments of ${call.name.slice(0, 60)} are not a JSON object`,
        from: call.arguments,
      }
    calls.push({ id: call.id, name: call.name, arguments: given })
  }
  return { calls }
}

function parserProblem(why: string, from: string, cut: boolean): Problem {
  const message = cut
    ? `The reply was cut by the token limit (finish_reason length). ${why}. Nothing was run; answer in smaller parts.`
    : `${why}. Nothing was run; send the whole call again as valid JSON.`
  return { code: 'parser_error', message, ...(from === '' ? {} : { excerpt: excerptOf(from) }) }
}

/** Keeps the server's ids where they are unique in the reply, and makes the others. */
function withIds(calls: RawCall[], step: number): ToolCall[] {
  const given = new Set(calls.map((call) => call.id))
  const used = new Set<string>()
  return calls.map((call, index) => {
    let id = call.id ?? ''
    if (id === '' || used.has(id)) {
      id = `call_${step}_${index + 1}`
      while (used.has(id) || given.has(id)) id = `${id}x`
    }
    used.add(id)
    return { id, name: call.name, arguments: withLists(call.name, call.arguments) }
  })
}
