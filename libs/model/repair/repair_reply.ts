import type { ChatRequest, RecordedReply, Reply } from '#core'
import { isObject } from '../json/parse_json.js'
import type { AskOptions, ModelEvent } from '../models/model.js'
import { createOffer, type OfferedTool } from '../parse/calls/offered_tools.js'
import { parseReply } from '../parse/parse_reply.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { SideAnswer } from '../side/ask_side_question.js'
import { describeSideAnswer } from '../side/side.js'
import { splitThinking } from '../thinking/split_thinking.js'
import { matchesText } from './compare_with_text.js'

/** Asks the side question that rewrites an invalid call. */
export type AskRepair = (
  invalid: { said: string; error: string; schema: string },
  ask: AskOptions,
) => Promise<SideAnswer>

interface RepairOptions {
  request: ChatRequest
  ask: AskOptions
  /** Undefined when the side question is off. */
  repair: AskRepair | undefined
  dialects: readonly Dialect[]
}

interface ReadOptions {
  raw: RecordedReply
  tools: readonly OfferedTool[]
  step: number
  dialects: readonly Dialect[]
}

/** A longer call is not repaired: a small model would copy it with errors. */
const SAID_CHARS = 4_000
const CALL_BEGINS = /[<{[]|```/

/**
 * Repairs a call that the parser could not read. A side question rewrites it, the same parser reads the
 * result, and the call is accepted only if it is exactly what the text says.
 * @returns the reply with the repaired call, or the reply as it was
 */
export async function* repairReply(
  raw: RecordedReply,
  reply: Reply,
  { request, ask, repair, dialects }: RepairOptions,
): AsyncGenerator<ModelEvent, Reply> {
  const said = invalidCallIn(raw, reply)
  if (repair === undefined || said === null) return reply
  const tools = ask.tools ?? request.tools.map((tool) => tool.function)
  const offer = createOffer(tools)
  const meant = offer.names
    .map((name) => offer.tool(name))
    .find((tool) => {
      return tool !== undefined && said.includes(tool.name)
    })
  if (meant === undefined) return reply
  const schema = JSON.stringify(meant.parameters ?? {})
  const answer = await repair({ said, error: reply.problem?.message ?? '', schema }, ask)
  const repaired = readRepaired(answer, said, { raw, tools, step: ask.step, dialects })
  yield { type: 'note', text: describeSideAnswer('repair_call', answer, repaired !== null) }
  return repaired === null ? reply : { ...repaired, reasoning: reply.reasoning, usage: reply.usage }
}

/** The text of the only call when it is invalid; null for several calls or one that the token limit cut. */
function invalidCallIn(raw: RecordedReply, { problem }: Reply): string | null {
  if (problem?.code !== 'parser_error' || raw.finish_reason === 'length') return null
  const [call, ...others] = raw.tool_calls
  if (others.length > 0) return null
  const { text } = splitThinking(raw.content)
  const from = text.search(CALL_BEGINS)
  const said = call === undefined ? text.slice(Math.max(0, from)) : `${call.name} ${call.arguments}`
  const isCall = call !== undefined || from !== -1
  return isCall && said.length <= SAID_CHARS ? said.trim() : null
}

function readRepaired(
  { source, value }: SideAnswer,
  said: string,
  { raw, tools, step, dialects }: ReadOptions,
): Reply | null {
  if (source === 'fallback' || typeof value.name !== 'string' || !isObject(value.arguments))
    return null
  const { name } = value
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined || !matchesText(said, { name, arguments: value.arguments }, tool))
    return null
  const [call] = raw.tool_calls
  const written = { ...(call?.id === undefined ? {} : { id: call.id }), name }
  const again: RecordedReply = {
    content: '',
    reasoning: '',
    tool_calls: [{ ...written, arguments: JSON.stringify(value.arguments) }],
    finish_reason: 'tool_calls',
  }
  const reply = parseReply(again, { step, tools, dialects })
  return reply.problem === null ? { ...reply, finishReason: raw.finish_reason } : null
}
