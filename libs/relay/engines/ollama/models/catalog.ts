import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Clock } from '#core'
import { Refusal } from '../../../refusals/refusal.js'
import type { ModelEntry } from '../../../upstream/engine.js'
import type { EngineHttp } from '../../../upstream/engine_http.js'
import { RunningSchema, readParameters, ShowSchema, TagsSchema } from './api_schema.js'
import type { Runners } from './runners.js'

/** Cache times: a model's window changes when it is reloaded, its card only when it is created again, which a list shows by its digest. */
const RUNNING_MS = 2_000
const CARD_MS = 60_000
const PARALLEL_ASKS = 4

/** The properties of a model that translating a request needs. */
export interface ModelCard {
  /** Ollama's full name, with its tag. */
  name: string
  /** Effective window: of the loaded runner, else as baked; null: unknown. */
  windowTokens: number | null
  loaded: boolean
  /** Stop texts of the Modelfile; those of a request would replace them. */
  stops: string[]
  /** null: this Ollama does not report them. */
  capabilities: string[] | null
  /** Changes when the model is created again. */
  key: string
  /** Name of the GGUF file, which identifies its runner; null: not reported. */
  file: string | null
  /** Slots of the loaded runner; null: not loaded, or its process is not visible. */
  slots: number | null
  /** null: not loaded, or not reported. */
  memory: ModelEntry['memory']
}

/** Reads and caches Ollama's data about its models. */
export interface Catalog {
  list(): Promise<ModelEntry[]>
  /**
   * @param runningMs  maximum age of the data about loaded models
   * @returns          null: no such model
   */
  card(id: string, runningMs?: number): Promise<ModelCard | null>
  /** Call it when a model was loaded: its window and slots may have changed. */
  forgetLoaded(): void
}

/**
 * `/api/ps` reports the window per slot of loaded models, `/api/show` the capabilities; `/api/tags` and the trained
 * window are not reliable (docs/design/engines.md#ollama-window). Models that Ollama runs in a cloud are skipped.
 * @param runners  the runners that are visible on this box
 */
export function createCatalog(http: EngineHttp, runners: Runners, clock: Clock): Catalog {
  const shows = new Map<string, { at: number; facts: Facts | null }>()
  /** Of the last list: a model that is created again has another one. */
  const digests = new Map<string, string | null>()
  let running: { at: number; models: Map<string, Loaded> } | null = null

  async function askLoaded(ageMs: number): Promise<Map<string, Loaded>> {
    if (running !== null && clock.monotonic() - running.at < ageMs) return running.models
    const rows = parse(RunningSchema, await http.ask('GET', '/api/ps', null)).models ?? []
    const models = new Map(rows.map((row) => [row.name, readLoaded(row)]))
    running = { at: clock.monotonic(), models }
    return models
  }

  /** null: Ollama runs it in a cloud. */
  async function factsOf(name: string): Promise<Facts | null> {
    const kept = shows.get(name)
    if (kept !== undefined && clock.monotonic() - kept.at < CARD_MS) return kept.facts
    const show = parse(ShowSchema, await http.ask('POST', '/api/show', { model: name }))
    const facts = show.remote_host ? null : readFacts(name, show)
    shows.set(name, { at: clock.monotonic(), facts })
    return facts
  }

  async function card(id: string, runningMs = RUNNING_MS): Promise<ModelCard | null> {
    const name = id.includes(':') ? id : `${id}:latest`
    try {
      const facts = await factsOf(name)
      if (facts === null) return null
      const found = (await askLoaded(runningMs)).get(name)
      const { bakedWindow, ...rest } = facts
      return {
        ...rest,
        windowTokens: found?.windowTokens ?? bakedWindow,
        loaded: found !== undefined,
        slots: found === undefined ? null : (runners.find(facts.file)?.slots ?? null),
        memory: found?.memory ?? null,
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'model_not_found') return null
      throw error
    }
  }

  return {
    card,
    forgetLoaded() {
      running = null
      runners.forget()
    },
    async list() {
      const tags = parse(TagsSchema, await http.ask('GET', '/api/tags', null)).models ?? []
      const names = tags.filter((model) => !model.remote_host).map((model) => model.name)
      const byName = new Map(tags.map((tag) => [tag.name, tag]))
      for (const { name, digest = null } of tags) {
        if (digests.has(name) && digests.get(name) !== digest) shows.delete(name)
        digests.set(name, digest)
      }
      const entries: ModelEntry[] = []
      for (let at = 0; at < names.length; at += PARALLEL_ASKS) {
        const some = names.slice(at, at + PARALLEL_ASKS)
        const cards = await Promise.all(some.map((name) => card(name)))
        for (const found of cards)
          if (found !== null)
            entries.push({
              ...entryOf(found),
              created: secondsOf(byName.get(found.name)?.modified_at),
              digest: byName.get(found.name)?.digest ?? null,
            })
      }
      return entries
    },
  }
}

interface Loaded {
  windowTokens: number | null
  memory: ModelEntry['memory']
}

function readLoaded(row: NonNullable<z.output<typeof RunningSchema>['models']>[number]): Loaded {
  const memory = row.size ? { bytes: row.size, onCardBytes: row.size_vram ?? 0 } : null
  return { windowTokens: row.context_length ?? null, memory }
}

/** The fields of a card that do not change when the model is loaded or unloaded. */
type Facts = Omit<ModelCard, 'windowTokens' | 'loaded' | 'slots' | 'memory'> & {
  bakedWindow: number | null
}

function readFacts(name: string, show: z.output<typeof ShowSchema>): Facts {
  const parameters = readParameters(show.parameters ?? '')
  const modelfile = show.modelfile ?? ''
  return {
    name,
    bakedWindow: readWindow(parameters.num_ctx?.[0]),
    stops: (parameters.stop ?? []).map(readText),
    capabilities: show.capabilities ?? null,
    key: `${name} ${createHash('sha256').update(modelfile).digest('base64')}`,
    file: readFile(modelfile),
  }
}

function entryOf({
  name,
  windowTokens,
  loaded,
  capabilities,
  slots,
  memory,
}: ModelCard): ModelEntry {
  return {
    id: name,
    created: null,
    windowTokens,
    loaded,
    tools: capabilities?.includes('tools') ?? null,
    vision: capabilities?.includes('vision') ?? null,
    slots,
    memory,
  }
}

function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Refusal('engine_unavailable', 'The server at the address of the engine is not Ollama.')
}

function readWindow(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null
}

/** Seconds since 1970; null: not reported, or no time. */
function secondsOf(time: string | null | undefined): number | null {
  const ms = Date.parse(time ?? '')
  return Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1_000) : null
}

/** The first FROM line names the weights; a template further down may contain any text. */
function readFile(modelfile: string): string | null {
  const path = /^FROM\s+(\S.*?)\s*$/m.exec(modelfile)?.[1]
  return path === undefined ? null : basename(path)
}

/** A text parameter as `/api/show` prints it, without its quotes. */
function readText(printed: string): string {
  try {
    return z.string().parse(JSON.parse(printed))
  } catch {
    return printed
  }
}
