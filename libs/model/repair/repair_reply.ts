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

/** Asks a small question about a broken call; null: nobody is to be asked. */
export type AskRepair = (
  broken: { said: string; error: string; schema: string },
  ask: AskOptions,
) => Promise<SideAnswer>

/** A broken call is short; what is longer would be copied wrong. */
const SAID_CHARS = 4_000
const CALL_BEGINS = /[<{[]|```/

/**
 * The rung behind the parser: a call that it could not read is written anew by a side question, read by
 * the same parser, and taken only if the text says exactly that. Else the reply stays as it was.
 */
export async function* repairReply(
  raw: RecordedReply,
  reply: Reply,
  request: ChatRequest,
  ask: AskOptions,
  { repair, dialects }: { repair: AskRepair | undefined; dialects: readonly Dialect[] },
): AsyncGenerator<ModelEvent, Reply> {
  const said = brokenCall(raw, reply)
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
  const repaired = readRepaired(answer, said, raw, tools, ask.step, dialects)
  yield { type: 'note', text: describeSideAnswer('repair_call', answer, repaired !== null) }
  return repaired === null ? reply : { ...repaired, reasoning: reply.reasoning, usage: reply.usage }
}

/** The text of the one call that is broken; null where there is none, several, or the token limit cut it. */
function brokenCall(raw: RecordedReply, { problem }: Reply): string | null {
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
  raw: RecordedReply,
  tools: readonly OfferedTool[],
  step: number,
  dialects: readonly Dialect[],
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
