import { systemClock } from '#core'
import { assertFits, estimatePrompt } from '../chat/window.js'
import { Refusal } from '../refusals/refusal.js'
import type { StopSignal } from '../signals/stop_signal.js'
import { createChunkWriter } from '../upstream/chunks.js'
import {
  type ChatCall,
  defineEngine,
  type Ending,
  type EngineUsage,
  type Sink,
} from '../upstream/engine.js'
import { openEngineHttp } from '../upstream/engine_http.js'
import { readAnswer } from './ollama/answer.js'
import { assertCapable } from './ollama/capable.js'
import { complete, translateCompletion } from './ollama/complete.js'
import { embed, readEmbedding } from './ollama/embed.js'
import type { Counts } from './ollama/lines.js'
import { createLoads } from './ollama/loads.js'
import { keepBoth } from './ollama/mixed.js'
import { createCatalog, type ModelCard } from './ollama/models/catalog.js'
import { createRunners, type PromptCounts } from './ollama/models/runners.js'
import { reloadModel } from './ollama/reload.js'
import {
  type NativeRequest,
  type Translation,
  translateRequest,
  untruncated,
} from './ollama/request.js'
import { createReuseMeter } from './ollama/reuse.js'
import { createTemplateProbe } from './ollama/template_probe.js'

/** The runner's message for a tool call that the token limit cut, where the runner renders the template itself. */
const CUT_CALL = /invalid tool call arguments.*unexpected end of JSON input/s

/** A count that differs more than this from the estimate is not of this prompt: factor and tokens. */
const OTHER_SIZE = 3
const OTHER_TOKENS = 512
const OLD_ERROR = 'it answered with the error of another request'

/** A loaded runner is ready in less (20-100 ms); after a restart the weights are read again. */
const RESTARTED_MS = 200

/** Maximum age of the list of loaded models when a request begins. */
const FRESH_MS = 250

/** Ollama by its native API, the only one that refuses instead of truncating silently (docs/design/engines.md#ollama-route). */
export const ollama = defineEngine({
  name: 'ollama',
  place: 'http',
  defaultUrl: 'http://127.0.0.1:11434',
  // OLLAMA_NUM_PARALLEL is 1 by default.
  defaultSlots: 1,
  silentCalls: true,
  // A card has room for one model, and a load waits for all running requests (docs/design/engines.md#ollama-loading).
  swaps: true,
  // After a cancel the runner reads the prompt to the end of its batch: 0.9-1.1 s measured.
  settleMs: 1_000,
  async open(settings) {
    const url = (settings.engineUrl ?? this.defaultUrl ?? '')
      .replace(/\/+$/, '')
      .replace(/\/v1$/, '')
    const token = settings.engineToken
    const http = openEngineHttp(url, {
      ...hostHeader(url),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    })
    const runners = createRunners(isHere(url) ? '/proc' : null, systemClock)
    const catalog = createCatalog(http, runners, systemClock)
    const reuse = createReuseMeter()
    const probe = createTemplateProbe(http)
    const asAlways = (model: string) => untruncated(model, settings.keepAlive)
    const loads = createLoads(
      http,
      () => settings.coldTokenMs,
      asAlways,
      (model) => {
        catalog.forgetLoaded()
        reuse.forget(model)
      },
    )

    async function find(model: string, runningMs?: number): Promise<ModelCard> {
      const card = await catalog.card(model, runningMs)
      if (card !== null) return card
      throw new Refusal('model_not_found', `The engine has no model ${model}.`)
    }

    function translate({ body, imageTokens }: ChatCall, card: ModelCard): Translation {
      const promptTokens = estimatePrompt(body, imageTokens)
      assertFits(promptTokens, card.windowTokens)
      return translateRequest(body, card, promptTokens, settings.keepAlive)
    }

    /** Asked again in the slot: earlier data about the model may be old. */
    async function begin(model: string, signal: StopSignal): Promise<ModelCard> {
      const card = await find(model, FRESH_MS)
      if (card.loaded) return card
      await loads.ensure(card.name, signal)
      return find(model)
    }

    async function run(
      call: ChatCall,
      prepared: { card: ModelCard; native: NativeRequest },
      sink: Sink,
      signal: StopSignal,
    ): Promise<Ending> {
      const { body, requestId } = call
      const card = await begin(body.model, signal)
      const same = card.windowTokens === prepared.card.windowTokens
      const { messages, ...rest } = same ? prepared.native : translate(call, card).native
      const kept = await keepBoth(messages, probe, card.key, asAlways(card.name))
      const writer = createChunkWriter(body.model, requestId, Math.floor(systemClock.now() / 1000))
      let counted: Promise<PromptCounts | null> = Promise.resolve(null)
      const answer = readAnswer(writer, sink, {
        usage: body.stream !== true || body.stream_options?.include_usage === true,
        tools: rest.tools !== undefined,
        began() {
          counted = runners.countsSince(card.file)
        },
      })
      try {
        await http.post('/api/chat', { ...rest, messages: kept }, answer, signal)
      } catch (error) {
        if (error instanceof Refusal && CUT_CALL.test(error.message))
          return answer.endCut(cutUsage(call, rest))
        if (isOfAnother(error, call))
          throw new Refusal('engine_error', `The engine failed: ${OLD_ERROR}`)
        throw error
      }
      const counts = answer.counts()
      return answer.end(counts === null ? null : withReuse(card.name, counts, await counted))
    }

    /**
     * The runner's counts where they are of this prompt alone, else an estimate from the time that the prompt took.
     */
    function withReuse(
      model: string,
      { promptTokens, completionTokens, promptMs, completionMs, loadMs }: Counts,
      counted: PromptCounts | null,
    ): EngineUsage {
      const usage: EngineUsage = { promptTokens, completionTokens }
      if (completionMs !== null) usage.completionMs = completionMs
      if (loadMs >= RESTARTED_MS) {
        // Its cache is empty, and its speed may be another: only its own counts would be true.
        reuse.forget(model)
        catalog.forgetLoaded()
        return usage
      }
      const estimated = promptMs === null ? null : reuse.measure(model, promptTokens, promptMs)
      if (counted !== null && counted.read + counted.kept === promptTokens)
        return { ...usage, cachedTokens: counted.kept }
      return estimated === null
        ? usage
        : { ...usage, cachedTokens: estimated, cachedEstimated: true }
    }

    return {
      list: () => catalog.list(),
      async prepare(call) {
        const card = await find(call.body.model)
        assertCapable(card, call.body)
        const { native, ignored } = translate(call, card)
        return {
          ignored,
          cold: !card.loaded,
          run: (sink, signal) => run(call, { card, native }, sink, signal),
        }
      },
      async checkPlain(route, body) {
        const card = await find(body.model)
        if (route === 'completions')
          return translateCompletion(body, card, settings.keepAlive).ignored
        readEmbedding(body, card)
        return []
      },
      async plain(route, body, sink, signal) {
        if (route === 'completions') {
          const card = await begin(body.model, signal)
          const { native } = translateCompletion(body, card, settings.keepAlive)
          return complete(http, native, body, sink, signal)
        }
        const card = await find(body.model, FRESH_MS)
        const { keep_alive: keepAlive } = asAlways(card.name)
        return embed(http, card, body, keepAlive, sink, signal)
      },
      reload: (model, signal) =>
        reloadModel(model, { http, catalog, loads, clock: systemClock }, signal),
      close: () => http.close(),
    }
  },
})

/** An error for a prompt of quite another size: the last words of a runner that died. */
function isOfAnother(error: unknown, { body, imageTokens }: ChatCall): boolean {
  if (!(error instanceof Refusal) || error.code !== 'context_length_exceeded') return false
  const said = error.facts.numbers?.prompt_tokens ?? 0
  const ours = estimatePrompt(body, imageTokens)
  return said > ours * OTHER_SIZE + OTHER_TOKENS || said < ours / OTHER_SIZE - OTHER_TOKENS
}

/** What a cut call used: the output is the whole limit, the prompt is estimated. */
function cutUsage(
  { body, imageTokens }: ChatCall,
  { options }: Pick<NativeRequest, 'options'>,
): EngineUsage {
  const completionTokens = Number(options.num_predict ?? 0)
  return { promptTokens: estimatePrompt(body, imageTokens), completionTokens }
}

// Ollama on loopback answers 403 without a body to any other host name; with TLS the name is needed.
function hostHeader(url: string): Record<string, string> {
  const { protocol, port } = new URL(url)
  return protocol === 'http:' ? { host: `127.0.0.1:${port || 80}` } : {}
}

/** The processes of an engine on another box cannot be read. */
function isHere(url: string): boolean {
  return /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(url).hostname)
}
