import { type Message, plausibleCount, type RecordedReply, type WireCall } from '#core'
import { isObject, parseJson, toJson } from '../json/parse_json.js'
import { readLoose } from '../json/read_loose_json.js'
import { textOf } from './chat_body.js'
import type { CloudReply } from './provider.js'

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; tool_use_id: string; content: string }

interface Turn {
  role: 'user' | 'assistant'
  content: Block[]
}

/** Replaces a missing result of a call: the API rejects a conversation with a call without a result. */
const NO_RESULT = '(the result is not available)'

/**
 * A conversation as alternating turns that start with the user. Results are first in the turn after their
 * calls, every call has a result, and a result without a call becomes text (row 269).
 */
export function toTurns(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = []
  const add = (role: Turn['role'], ...blocks: Block[]) => {
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  const open = new Set<string>()
  const closeCalls = () => {
    for (const id of open) add('user', { type: 'tool_result', tool_use_id: id, content: NO_RESULT })
    open.clear()
  }
  for (const message of messages) {
    const { role, content, tool_calls: calls = [], tool_call_id: answered = '' } = message
    if (role === 'tool' && open.delete(plainId(answered))) {
      add('user', { type: 'tool_result', tool_use_id: plainId(answered), content })
      continue
    }
    closeCalls()
    if (role !== 'assistant') add('user', ...textBlocks(content))
    else {
      if (turns.length === 0) add('user', ...textBlocks('(start of the conversation)'))
      add('assistant', ...textBlocks(content), ...calls.map(useBlock))
      for (const call of calls) open.add(plainId(call.id))
    }
  }
  closeCalls()
  return turns
    .filter((turn) => turn.content.length > 0)
    .map((turn) => ({ ...turn, content: turn.content.sort(resultsFirst) }))
}

function resultsFirst(a: Block, b: Block): number {
  return Number(b.type === 'tool_result') - Number(a.type === 'tool_result')
}

/** The API rejects an empty text block. */
function textBlocks(text: string): Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

function useBlock({ id, function: call }: WireCall): Block {
  return { type: 'tool_use', id: plainId(id), name: call.name, input: inputOf(call.arguments) }
}

/** Arguments as an object, repaired where nothing is lost; otherwise their text under the key `text`. */
function inputOf(text: string): Record<string, unknown> {
  const strict = parseJson(text)
  if (isObject(strict)) return strict
  const read = readLoose(text, Math.max(0, text.indexOf('{')))
  if (read.kind === 'value' && isObject(read.value)) return read.value
  return text.trim() === '' ? {} : { text }
}

/** The API accepts only letters, digits, `_` and `-` in ids. */
function plainId(id: string): string {
  return id.replace(/[^\w-]/g, '_') || 'call'
}

/** Its stop reasons as our finish reasons; unknown ones are kept. */
const ENDS = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool_calls'],
  ['max_tokens', 'length'],
])

/** Reads one whole message of content blocks; null when it is invalid. */
export function readBlocks(body: unknown): CloudReply | null {
  if (!isObject(body) || !Array.isArray(body.content)) return null
  const blocks: unknown[] = body.content
  const of = (type: string) => blocks.filter((block) => isObject(block) && block.type === type)
  const joined = (type: string, key: string) =>
    of(type)
      .map((block) => (isObject(block) ? textOf(block[key]) : ''))
      .join('')
  const stop = textOf(body.stop_reason)
  const raw: RecordedReply = {
    content: joined('text', 'text'),
    reasoning: joined('thinking', 'thinking'),
    tool_calls: of('tool_use').flatMap((block) =>
      isObject(block)
        ? [{ id: textOf(block.id), name: textOf(block.name), arguments: argumentsOf(block.input) }]
        : [],
    ),
    finish_reason: stop === '' ? null : (ENDS.get(stop) ?? stop),
  }
  return { raw, usage: readBlockUsage(body.usage) }
}

function argumentsOf(input: unknown): string {
  return typeof input === 'string' ? input : toJson(input ?? {})
}

/** The API reports cached tokens separately; our prompt tokens include them. */
function readBlockUsage(usage: unknown): CloudReply['usage'] {
  if (!isObject(usage)) return null
  const reused = plausibleCount(usage.cache_read_input_tokens)
  const written = plausibleCount(usage.cache_creation_input_tokens)
  return {
    promptTokens: plausibleCount(usage.input_tokens) + reused + written,
    completionTokens: plausibleCount(usage.output_tokens),
    reusedPrefixTokens: reused,
  }
}
