import type { ChatRequest, ToolSchema } from '#core'
import { type Line, linesOf } from './lines.js'

/** A call that is still visible, with its result. */
export interface SeenCall {
  tool: string
  args: Record<string, unknown>
  result: string
  ok: boolean
  /** Position among all calls and results, growing with time. */
  at: number
}

/** Everything that the model can know: the text of its window, read once. */
export interface See {
  tools: readonly ToolSchema[]
  /** All text but the tools and the system text. */
  text: string
  /** The lines of it with the file that each belongs to. */
  lines: readonly Line[]
  calls: readonly SeenCall[]
  /** What came after its last own message. */
  fresh: string
  /** Its own words. */
  own: string
  /** Newest program note or user message, after its last own message; empty: none. */
  note: string
}

const BAD =
  /^(?:error|failed|not written|not changed|refused|denied|invalid|not run|edit \d+ of|no such|unknown|\S+: (?:old_str|.{0,40}not found|the new text))|does not exist|was not found|nothing was changed|not unique|refused|withheld|was not read|was changed by/i

/** Reads the window. What is not in the request, the model does not know. */
export function readWindow({ messages, tools = [] }: ChatRequest): See {
  const calls: SeenCall[] = []
  const open = new Map<string, Pick<SeenCall, 'tool' | 'args'>>()
  const texts: string[] = []
  const own: string[] = []
  const lines: Line[] = []
  let fresh: string[] = []
  let note = ''
  for (const [at, message] of messages.entries()) {
    if (message.role === 'system') continue
    if (message.role === 'assistant') {
      own.push(message.content)
      texts.push(message.content)
      fresh = []
      note = ''
      for (const { id, function: made } of message.tool_calls ?? [])
        open.set(id, { tool: made.name, args: parse(made.arguments) })
      continue
    }
    texts.push(message.content)
    fresh.push(message.content)
    const call = message.role === 'tool' ? open.get(message.tool_call_id ?? '') : undefined
    if (message.role === 'user') note = message.content
    lines.push(...linesOf(message.content, at, pathIn(call?.args)))
    if (call !== undefined) {
      const result = message.content.replace(/^\[e\d+(?: e\d+)*\] /, '')
      calls.push({ ...call, result, ok: !BAD.test(result.slice(0, 400)), at })
    }
  }
  return {
    tools,
    text: texts.join('\n'),
    lines,
    calls,
    fresh: fresh.join('\n'),
    own: own.join('\n'),
    note,
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The path among the arguments of a call, whatever its name. */
export function pathIn(args: Record<string, unknown> | undefined): string | null {
  const value = args?.path ?? args?.file_path ?? args?.filename ?? args?.file
  return typeof value === 'string' ? value.replace(/^\.\//, '') : null
}
