import type { ToolSchema } from '#core'
import { type Known, type ProbeAnswer, type ProbeAsk, userSays } from './probe.js'

/** Two common tools. */
export const PROBE_TOOLS: ToolSchema[] = [
  tool('read_file', 'Reads a text file.', ['path']),
  tool('write_file', 'Writes a text file.', ['path', 'content']),
]

function tool(name: string, description: string, required: string[]): ToolSchema {
  const properties = Object.fromEntries(required.map((key) => [key, { type: 'string' }]))
  return {
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties, required } },
  }
}

/** Enough for some thinking before the call. */
const CALL_TOKENS = 1_024

/** Asks for calls with the tools in the request. */
export function askNatively(text: string): ProbeAsk {
  return { messages: userSays(text), tools: PROBE_TOOLS, maxTokens: CALL_TOKENS }
}

/** Asks for calls with the tools described in the text, in the format of a dialect. */
export function askInText(text: string, dialect: string, { dialects }: Known): ProbeAsk {
  const example = { name: 'read_file', arguments: { path: 'docs/notes.md' } }
  const form = dialects.find(({ name }) => name === dialect)?.write([example]) ?? ''
  const prompt = `You have two tools: read_file(path) and write_file(path, content). To call a tool, write exactly this form:\n${form}\n\n${text}`
  return { messages: userSays(prompt), taught: PROBE_TOOLS, maxTokens: CALL_TOKENS }
}

/** Asks for calls in the form that worked in earlier probes. */
export function askForCall(text: string, known: Known): ProbeAsk {
  const { tools, dialect } = known.found
  if (tools !== 'none') return askNatively(text)
  return askInText(text, dialect ?? known.shipped.dialect, known)
}

/** The calls of a tool in a reply. */
export function callsOf({ reply }: ProbeAnswer, name: string): Record<string, unknown>[] {
  return reply.calls.filter((call) => call.name === name).map((call) => call.arguments)
}
