import { z } from 'zod'
import { joinChunks, loadDialects, parseReply } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'

const Pieces = z.union([z.string(), z.array(z.string())])
const ToolsOffered = z.array(
  z.object({ name: z.string().min(1), parameters: z.json().optional() }).loose(),
)

const ParseQuestion = z.object({
  text: Pieces.nullish(),
  text_b64: Pieces.optional(),
  tools: ToolsOffered.default([]),
  tool_calls: z.array(z.unknown()).nullish(),
  stream_deltas: z.array(z.unknown()).nullish(),
  reasoning_content: z.string().nullish(),
  finish_reason: z.string().nullish(),
  ended: z.enum(['connection_reset', 'no_done_marker']).nullish(),
})

const FORM =
  'A question is {"text": TEXT or PIECES, "tools": [{"name","parameters"}], "tool_calls"?, "stream_deltas"?, "reasoning_content"?, "finish_reason"?, "ended"?}.'

/** What the agent would make of a reply: the calls it would run, or why it runs none. */
export async function answerParse(question: unknown): Promise<unknown> {
  const { success, data } = ParseQuestion.safeParse(question)
  if (!success) return { error: FORM }
  const gathered = joinChunks([
    ...(data.tool_calls ?? []).map(withPlace),
    ...(data.stream_deltas ?? []),
  ])
  // A stream that broke has no finish, unless the model had finished before.
  const finish = data.finish_reason ?? gathered.finish_reason ?? (data.ended ? null : 'stop')
  const raw = {
    ...gathered,
    content: textOf(data.text ?? '', data.text_b64) + gathered.content,
    reasoning: (data.reasoning_content ?? '') + gathered.reasoning,
    finish_reason: finish,
  }
  const tools = await asDeclared(data.tools)
  const options = { step: 1, tools, dialects: await loadDialects() }
  const { calls, text, reasoning, problem } = parseReply(raw, options)
  const known = new Set(data.tools.map(({ name }) => name))
  const unknown = calls.find(({ name }) => raw.tool_calls.length > 0 && !known.has(name))
  return {
    calls: calls
      .filter((call) => unknown === undefined || known.has(call.name))
      .map(({ name, arguments: given, notes }) => ({
        name,
        arguments: given,
        ...(notes && { notes }),
      })),
    text,
    reasoning,
    diagnostic: problem ?? (unknown === undefined ? null : noSuchTool(unknown.name, [...known])),
  }
}

/** The tools that are ours, with what our declarations say beyond a schema. */
async function asDeclared(tools: z.infer<typeof ToolsOffered>) {
  const known = await loadBuiltinTools()
  const { reading } = createRegistry(known)
  const isOurs = (wanted: string) => known.some(({ name }) => name === wanted)
  return tools.map((tool) => (isOurs(tool.name) ? { ...tool, ...reading(tool.name) } : tool))
}

/** Whole calls keep apart from each other, whatever ids they have. */
function withPlace(call: unknown, index: number): unknown {
  return typeof call === 'object' && call !== null ? { ...call, index } : call
}

function textOf(text: string | string[], bytes: string | string[] | undefined): string {
  if (bytes === undefined) return [text].flat().join('')
  const all = Buffer.concat([bytes].flat().map((part) => Buffer.from(part, 'base64')))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(all)
}

/** In a run the tool registry answers so, and nothing is executed. */
function noSuchTool(name: string, known: string[]): { code: string; message: string } {
  return {
    code: 'unknown_tool',
    message: `There is no tool "${name.slice(0, 60)}". Tools: ${known.join(', ')}.`,
  }
}
