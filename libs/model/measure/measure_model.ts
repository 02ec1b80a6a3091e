import { type Clock, LIMITS, type RecordedReply } from '#core'
import { createClient } from '../client/client.js'
import type { GetOptions } from '../endpoint/get_text.js'
import { loadedWindow } from '../endpoint/models/ollama_models.js'
import { seconds } from '../endpoint/seconds.js'
import { INTERRUPTED, type Model } from '../models/model.js'
import { loadDialects } from '../parse/load_dialects.js'
import { type Measured, nothingMeasured } from '../profile/measured.js'
import { shippedProfile } from '../profile/shipped_profiles.js'
import { type Found, type Known, loadProbes, type ProbeAnswer, type ProbeAsk } from './probe.js'

export interface MeasureOptions extends GetOptions {
  model: string
  /** The window that the endpoint reports, in tokens; null when it reports none. */
  reportedWindow: number | null
  signal: AbortSignal
  /** Called before each probe, to show progress. */
  onProbe?: ((probe: string) => void) | undefined
  /** Time for one request, in ms; LIMITS.probeMs unless a test says otherwise. */
  probeMs?: number
}

const NO_REPLY: RecordedReply = { content: '', reasoning: '', tool_calls: [], finish_reason: null }

/**
 * Measures a model with about a dozen small requests, one after the other, at temperature 0, each with a
 * time limit. Never throws for a failed probe: its value is null and `missing` has the reason.
 */
export async function measureModel(options: MeasureOptions): Promise<Measured> {
  const { model, clock, signal } = options
  const ask = createAsker(options)
  let { reportedWindow } = options
  const found: Measured = { ...nothingMeasured(), atMs: clock.now(), reportedWindow }
  const answers = new Map<string, ProbeAnswer[]>()
  const dialects = await loadDialects()
  const { profile: shipped } = shippedProfile(model)

  for (const probe of await loadProbes()) {
    if (signal.aborted) break
    options.onProbe?.(probe.name)
    const nonce = `n${Math.trunc(clock.now()) % 1_000_000}`
    const known: Known = { shipped, dialects, reportedWindow, found, answers, nonce }
    const asks = probe.ask(known)
    let result: Found
    if (typeof asks === 'string') result = asks
    else {
      const received: ProbeAnswer[] = []
      for (const each of asks) received.push(await ask(model, each))
      answers.set(probe.name, received)
      result = probe.judge(received, known)
    }
    if (typeof result === 'string') found.missing[probe.name] = result
    else Object.assign(found, result)
    // A bare Ollama reports its window once the model is loaded, which is so after the first answer.
    reportedWindow ??= await loadedWindow(options, model)
    found.reportedWindow = reportedWindow
  }
  return found
}

/** Returns a function that sends one request of a probe, without retries. */
function createAsker(
  options: MeasureOptions,
): (model: string, ask: ProbeAsk) => Promise<ProbeAnswer> {
  const { clock, baseUrl, token, signal } = options
  const ms = options.probeMs ?? LIMITS.probeMs
  let raw = NO_REPLY
  const limits = { tries: 1, firstTokenMs: ms, idleMs: ms }
  const record = (reply: RecordedReply) => {
    raw = reply
  }
  const client = createClient({ baseUrl, token, clock, record, limits })
  return (model, ask) => {
    raw = NO_REPLY
    return askOnce(client, { model, ask }, { clock, signal, ms, raw: () => raw })
  }
}

async function askOnce(
  client: Model,
  { model, ask }: { model: string; ask: ProbeAsk },
  {
    clock,
    signal,
    ms,
    raw,
  }: { clock: Clock; signal: AbortSignal; ms: number; raw(): RecordedReply },
): Promise<ProbeAnswer> {
  const { messages, tools = [], taught, maxTokens } = ask
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const asked = client.ask(
    { model, messages, tools, max_tokens: maxTokens, temperature: 0, top_p: 1 },
    {
      step: 1,
      sessionId: 'probe',
      signal: limit,
      tools: taught?.map((tool) => tool.function),
    },
  )
  const started = clock.monotonic()
  let firstMs: number | null = null
  for (;;) {
    const next = await asked.next()
    const passed = clock.monotonic() - started
    if (!next.done) {
      if (next.value.type === 'delta' || next.value.type === 'thinking') firstMs ??= passed
      continue
    }
    const reply = next.value
    if (reply.problem?.message === INTERRUPTED)
      reply.problem = { ...reply.problem, message: `no answer within ${seconds(ms)}` }
    return {
      reply,
      raw: raw(),
      promptTokens: reply.usage?.promptTokens ?? 0,
      completionTokens: reply.usage?.completionTokens ?? 0,
      reusedTokens: reply.usage?.reusedPrefixTokens ?? 0,
      firstMs: firstMs ?? passed,
      totalMs: passed,
    }
  }
}
