/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** One call of a reply. The program makes the `id`; it is unique within its reply. */
export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
  /** Set on a call that the program adds to a reply; stored with it. A call from a server never has it. */
  origin?: 'program'
  /** Id of an earlier call of the reply that has to work first. */
  needs?: string
  /** What the model has to know about how its call was read; added to the result of the call. */
  notes?: string[]
}

/** Tokens as the server counted them; 0 when it did not report them. */
export interface Usage {
  promptTokens: number
  completionTokens: number
  /** Prompt tokens that the engine took from its prefix cache. */
  reusedPrefixTokens: number
}

/** What one model was asked for. */
export interface ModelUse {
  model: string
  /** Steps and side questions that it answered. */
  requests: number
  usage: Usage
}

/** What models were asked for, and what it cost. */
export interface Bill {
  /** Sum over the models that have a price; null: none of them has one. */
  cost: number | null
  models: (ModelUse & { cost: number | null })[]
}

/** Costs as the prices of the settings give them. */
export interface Spending {
  currency: string
  /** All turns of the session of the task. */
  session: Bill
  /** All sessions of the folder since midnight, local time. */
  today: Bill
}

/** Why a reply cannot be used. Errors of the model are values, never exceptions. */
export interface Problem {
  code:
    | 'parser_error'
    | 'inference_error'
    | 'context_overflow'
    | 'auth_error'
    | 'refused'
    | 'unreachable'
    /** A server answers, and refuses for now: 429, 503, or a model that is loading. */
    | 'busy'
    /** Something answers that is not the API, such as a web page. */
    | 'not_api'
    /** The reply repeated itself and was ended. */
    | 'repetition'
    /** The reply passed one of its bounds and was ended. */
    | 'too_long'
    /** Thinking was ended at its budget. */
    | 'thinking_budget'
  message: string
  /**
   * The server sent an error in place of a reply, or closed the connection, before anything was said: on every try
   * (`tried`), or as long as the user lets it be waited for (`waited`). `refused`: it would refuse the same request again.
   * `cut`: its reply has no end, or an error in the place of one.
   */
  unanswered?: 'tried' | 'waited' | 'refused' | 'cut'
  /** The offending text, at most a few hundred characters. */
  excerpt?: string
  /** The served window in tokens, when the server reported it. */
  windowTokens?: number
  /** The call that was readable and could not be run. It stays in the model's history with its error. */
  refused?: ToolCall
}

/** The model that answered a request. */
export interface Route {
  /** Its name in the request. */
  model: string
  /** `host:port` of its endpoint; absent for a recording. */
  host?: string
  /** Why it was asked, where it is not the model of the session. */
  why?: string
}

/** One decision of the model: text and calls, or a problem. Calls before the problem are complete. */
export interface Reply {
  text: string
  reasoning: string
  calls: ToolCall[]
  problem: Problem | null
  finishReason: string | null
  usage: Usage | null
  /** Who answered, when it was not the model of the session: `strong`, `anthropic` … */
  by?: string
  /** Which model answered, and why it was asked; absent in replies of older versions. */
  route?: Route
  /** What the server said of a first sample whose tool call it could not read; this reply is the second one. */
  rejected?: string
}

/** One message of the conversation, in the format of OpenAI's chat API; a picture is added when it is sent. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  tool_calls?: WireCall[]
  tool_call_id?: string
  /** Evidence whose payload is a picture, with its data URL if the picture is to be sent. */
  picture?: { id: string; url?: string }
}

/** A tool call in a message: the arguments are one JSON string, keys as the model wrote them. */
export interface WireCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A tool as the model sees it. */
export interface ToolSchema {
  type: 'function'
  function: { name: string; description: string; parameters: Json }
}

/** A schema that the answer has to match (OpenAI's format). */
export interface ResponseFormat {
  type: 'json_schema'
  json_schema: { name: string; strict: true; schema: Json }
}

/** The exact body of a step's request. */
export interface ChatRequest {
  model: string
  messages: Message[]
  tools: ToolSchema[]
  max_tokens?: number
  temperature?: number
  top_p?: number
  /** Asks for no thinking, in the form that the server supports. */
  thinking?: 'off'
  response_format?: ResponseFormat
}
