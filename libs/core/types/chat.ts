/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** One call as the model made it; `id` is unique within its reply. */
export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
}

/** Tokens as the server counted them; 0 where it did not say. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Prompt tokens that the engine took from its prefix cache. */
  reusedPrefixTokens: number
}

/** Why a reply cannot be acted on. The model's failure is data, never an exception. */
export interface Problem {
  code:
    | 'parser_error'
    | 'inference_error'
    | 'context_overflow'
    | 'auth_error'
    | 'unreachable'
    /** The reply went round in circles and was ended. */
    | 'repetition'
    /** Thinking was ended at its budget. */
    | 'thinking_budget'
  message: string
  /** The offending text, at most a few hundred characters. */
  excerpt?: string
  /** The served window in tokens, when the server named it. */
  windowTokens?: number
}

/** One decision of the model: text and calls, or a problem, before which calls may have been complete. */
export interface Reply {
  text: string
  reasoning: string
  calls: ToolCall[]
  problem: Problem | null
  finishReason: string | null
  usage: Usage | null
  /** Who answered, where it was not the session's own model: `strong`, `anthropic` … */
  by?: string
}

/** One entry of the conversation on the wire (OpenAI's chat shape; a picture becomes a part of it when it is sent). */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  tool_calls?: WireCall[]
  tool_call_id?: string
  /** Evidence whose payload is a picture; with its data URL where it is to be shown. */
  picture?: { id: string; url?: string }
}

/** A tool call in a message: the arguments are one JSON string, keys as the model wrote them. */
export interface WireCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A tool as the model is told about it. */
export interface ToolSchema {
  type: 'function'
  function: { name: string; description: string; parameters: Json }
}

/** A schema that the answer has to keep to (OpenAI's shape). */
export interface ResponseFormat {
  type: 'json_schema'
  json_schema: { name: string; strict: true; schema: Json }
}

/** The exact body that a step sends. */
export interface ChatRequest {
  model: string
  messages: Message[]
  tools: ToolSchema[]
  max_tokens?: number
  temperature?: number
  top_p?: number
  /** The server is told not to think, in the words that it knows. */
  thinking?: 'off'
  response_format?: ResponseFormat
}
