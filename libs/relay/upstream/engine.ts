import type { ChatBody, PlainBody } from '../chat/chat_body.js'
import type { ProxySettings } from '../settings/settings.js'
import type { StopSignal } from '../signals/stop_signal.js'

/** A model as `/v1/models` shows it; null where the engine does not tell. */
export interface ModelEntry {
  id: string
  created: number | null
  /** Served window in tokens, per slot: what a prompt and its answer share. */
  windowTokens: number | null
  loaded: boolean | null
  tools: boolean | null
  vision: boolean | null
  slots: number | null
  /** Names the model's files: another when it was pulled or created anew; absent where nobody tells. */
  digest?: string | null
  /** Bytes that the loaded model takes, and how many of them lie on the card; absent where nobody tells. */
  memory?: { bytes: number; onCardBytes: number } | null
}

/** Tokens as the engine counted them. */
export interface EngineUsage {
  promptTokens: number
  completionTokens: number
  /** Of the prompt, what the engine still had from before; absent where it does not tell. */
  cachedTokens?: number
  /** true: reckoned from the time the prompt took, not counted. */
  cachedEstimated?: true
  /** Time that the engine took to read the rest of the prompt; absent where it does not tell. */
  promptMs?: number
}

/** How a stream came to its proper end. */
export interface Ending {
  usage: EngineUsage | null
  finishReason: string | null
}

/** Where an engine's answer goes. */
export interface Sink {
  /** Any byte of the engine: the silence timers start anew. */
  heard(): void
  /** The engine has begun an answer: status and headers may go out. Repeats do nothing. */
  accept(warnings?: string[]): void
  /** Whole SSE events (chat, completions) or pieces of a JSON body. false: wait for `whenDrained`. */
  write(bytes: Buffer): boolean
  whenDrained(resume: () => void): void
}

/** A chat request on its way, checked and allowed. */
export interface ChatCall {
  body: ChatBody
  /** Estimate of what the pictures in the body cost. */
  imageTokens: number
  requestId: string
  person: string
  /** From `x-aircoder-session` and `x-aircoder-step`, for engines that reckon with them. */
  session: string | null
  step: number | null
}

/** A chat call made ready before any header goes out, so that a refusal has its status. */
export interface Prepared {
  /** Request fields that the engine will not honour. */
  ignored: string[]
  /** true: the model is still to be loaded, the first token may take that much longer. */
  cold: boolean
  /**
   * Runs to the end of the answer and emits OpenAI SSE events, the last one `[DONE]`.
   * @throws Refusal when the engine does not end properly; whatever the signal carries when it aborts
   */
  run(sink: Sink, signal: StopSignal): Promise<Ending>
}

export type PlainRoute = 'completions' | 'embeddings'

/** One running connection to an engine. */
export interface Upstream {
  /** Models the engine has; throws a Refusal when it does not answer within seconds. */
  list(): Promise<ModelEntry[]>
  /** @throws Refusal for what the engine cannot take */
  prepare(call: ChatCall): Promise<Prepared>
  /**
   * Looks at a body of a route beyond chat before it waits; absent: it travels on as it is.
   * @returns  the names of the fields that the engine will not honour
   * @throws   Refusal for what the engine cannot take
   */
  checkPlain?(route: PlainRoute, body: PlainBody): Promise<string[]>
  /** Present where the engine has the routes beyond chat. */
  plain?(route: PlainRoute, body: PlainBody, sink: Sink, signal: StopSignal): Promise<Ending>
  close(): Promise<void>
}

/** An engine: one file in `engines/`, which carries all that the relay must know about it. */
export interface Engine {
  name: string
  /** What an engineUrl of this engine is: an address, a GGUF file or its hub name, or nothing at all. */
  place: 'http' | 'gguf' | null
  /** Used when no engineUrl is set; null: the engine has no address. */
  defaultUrl: string | null
  /** Requests it works on at once, unless told. */
  defaultSlots: number
  /** true: nothing is sent while a tool call is written, so silence there is no fault. */
  silentCalls: boolean
  /** true: it must put a model out to take another in, so the queue sends it one model's requests at a time. */
  swaps?: boolean
  /** How long it may go on working after a cancel before its first byte; the slot rests that long. */
  settleMs: number
  /** @throws AircoderError when the settings do not suit this engine */
  open(settings: ProxySettings): Promise<Upstream>
}

/** Types an engine's declaration. */
export function defineEngine(engine: Engine): Engine {
  return engine
}
