import type { ChatBody, PlainBody } from '../chat/chat_body.js'
import type { ProxySettings } from '../settings/settings.js'
import type { StopSignal } from '../signals/stop_signal.js'

/** A model as `/v1/models` shows it; null where the engine does not report it. */
export interface ModelEntry {
  id: string
  created: number | null
  /** Served window in tokens, per slot: the prompt and its answer share it. */
  windowTokens: number | null
  loaded: boolean | null
  tools: boolean | null
  vision: boolean | null
  slots: number | null
  /** Identifies the model's files: it changes when the model is pulled or created again; absent where it is unknown. */
  digest?: string | null
  /** Bytes that the loaded model takes, and how many of them are on the card; absent where it is unknown. */
  memory?: { bytes: number; onCardBytes: number } | null
}

/** Tokens as the engine counted them. Absent fields were not reported. */
export interface EngineUsage {
  promptTokens: number
  completionTokens: number
  /** Tokens of the prompt that came from the engine's cache. */
  cachedTokens?: number
  /** true: `cachedTokens` is estimated from the time that the prompt took. */
  cachedEstimated?: true
  /** Time that the engine took to read the rest of the prompt. */
  promptMs?: number
  /** Time that the engine took to write the answer. */
  completionMs?: number
}

/** The regular end of a stream. */
export interface Ending {
  usage: EngineUsage | null
  finishReason: string | null
}

/** Receives an engine's answer. */
export interface Sink {
  /** Call it for any bytes of the engine: it resets the silence timers. */
  heard(): void
  /** Call it while the engine reads the prompt and reports how far it is: tokens that it has read, of those that it must read. */
  read?(tokens: number, of: number): void
  /** The engine has begun an answer: status and headers may be sent. Further calls do nothing. */
  accept(warnings?: string[]): void
  /** Whole SSE events (chat, completions) or pieces of a JSON body. false: wait for `whenDrained`. */
  write(bytes: Buffer): boolean
  whenDrained(resume: () => void): void
}

/** A chat request that was checked and is allowed. */
export interface ChatCall {
  body: ChatBody
  /** Estimated tokens of the images in the body. */
  imageTokens: number
  requestId: string
  person: string
  /** From `x-aircoder-session` and `x-aircoder-step`, for engines that use them. */
  session: string | null
  step: number | null
}

/** A chat call that was prepared before any header is sent, so that a refusal has its own status. */
export interface Prepared {
  /** Request fields that the engine ignores. */
  ignored: string[]
  /** true: the model must be loaded first, so the first token takes longer. */
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
  /** The engine's models; throws a Refusal when it does not answer within seconds. */
  list(): Promise<ModelEntry[]>
  /** @throws Refusal for a request that the engine does not support */
  prepare(call: ChatCall): Promise<Prepared>
  /**
   * Checks the body of another route than chat before it waits; absent: the body is not checked.
   * @returns  the names of the fields that the engine ignores
   * @throws   Refusal for a request that the engine does not support
   */
  checkPlain?(route: PlainRoute, body: PlainBody): Promise<string[]>
  /** Present where the engine has the other routes. */
  plain?(route: PlainRoute, body: PlainBody, sink: Sink, signal: StopSignal): Promise<Ending>
  /**
   * Present where the engine can unload a model and load it again.
   * @returns false: the model was not loaded, so nothing was done
   */
  reload?(model: string, signal: StopSignal): Promise<boolean>
  close(): Promise<void>
}

/** An engine: one file in `engines/` that declares all that the relay needs to know about it. */
export interface Engine {
  name: string
  /** What `engineUrl` means for this engine: an address, a GGUF file or its hub name; null: it is not used. */
  place: 'http' | 'gguf' | null
  /** Used when no engineUrl is set; null: the engine has no address. */
  defaultUrl: string | null
  /** true: its servers have no usual address, so a start without engineUrl says which one it tries. */
  urlIsGuess?: boolean
  /** Requests that it runs at the same time, unless the settings say otherwise. */
  defaultSlots: number
  /** true: it sends nothing while it writes a tool call, so that silence is expected there. */
  silentCalls: boolean
  /** true: it must unload a model to load another one, so the queue sends it one model's requests at a time. */
  swaps?: boolean
  /** How long it continues to work after a cancel before its first byte; the slot is kept for so long. */
  settleMs: number
  /** @throws AircoderError when the settings are invalid for this engine */
  open(settings: ProxySettings): Promise<Upstream>
}

/** Types an engine's declaration. */
export function defineEngine(engine: Engine): Engine {
  return engine
}
