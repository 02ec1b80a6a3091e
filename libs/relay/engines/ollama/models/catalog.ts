import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Clock } from '#core'
import { Refusal } from '../../../refusals/refusal.js'
import type { ModelEntry } from '../../../upstream/engine.js'
import type { EngineHttp } from '../../../upstream/engine_http.js'
import { RunningSchema, readParameters, ShowSchema, TagsSchema } from './api_schema.js'
import type { Runners } from './runners.js'

/** A model's window changes when it is loaded anew, its card only when it is created anew. */
const RUNNING_MS = 2_000
const CARD_MS = 60_000
const PARALLEL_ASKS = 4

/** What must be known of a model to translate for it. */
export interface ModelCard {
  /** Ollama's full name, with its tag. */
  name: string
  /** Effective window: of the loaded runner, else as baked, else null. */
  windowTokens: number | null
  loaded: boolean
  /** Stop texts of the Modelfile; a request's own would replace them. */
  stops: string[]
  /** null: an Ollama that does not tell. */
  capabilities: string[] | null
  /** Names this state of it: another when it was created anew. */
  key: string
  /** Name of the GGUF file, by which its runner is known; null: it is not told. */
  file: string | null
  /** Slots of the loaded runner; null: not loaded, or its process cannot be seen from here. */
  slots: number | null
  /** null: not loaded, or it is not told. */
  memory: ModelEntry['memory']
}

/** Reads what Ollama knows of its models, each answer kept for a moment. */
export interface Catalog {
  list(): Promise<ModelEntry[]>
  /**
   * @param runningMs  how old may be what is known of the loaded models
   * @returns null: no such model
   */
  card(id: string, runningMs?: number): Promise<ModelCard | null>
  /** A model was loaded: its window and its slots are others now. */
  forgetLoaded(): void
}

/**
 * `/api/ps` says the window per slot of what is loaded, `/api/show` the capabilities; `/api/tags` and the
 * trained window are not trusted (docs/design/engines.md#ollama-window). A model that Ollama only passes on to a cloud is none of ours.
 * @param runners  the runners that can be seen from here
 */
export function createCatalog(http: EngineHttp, runners: Runners, clock: Clock): Catalog {
  const shows = new Map<string, { at: number; facts: Facts | null }>()
  let running: { at: number; models: Map<string, Loaded> } | null = null

  async function askLoaded(ageMs: number): Promise<Map<string, Loaded>> {
    if (running !== null && clock.monotonic() - running.at < ageMs) return running.models
    const rows = parse(RunningSchema, await http.ask('GET', '/api/ps', null)).models ?? []
    const models = new Map(rows.map((row) => [row.name, readLoaded(row)]))
    running = { at: clock.monotonic(), models }
    return models
  }

  /** null: Ollama only passes it on to a cloud. */
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
      const digests = new Map(tags.map(({ name, digest }) => [name, digest ?? null]))
      const entries: ModelEntry[] = []
      for (let at = 0; at < names.length; at += PARALLEL_ASKS) {
        const some = names.slice(at, at + PARALLEL_ASKS)
        const cards = await Promise.all(some.map((name) => card(name)))
        for (const found of cards)
          if (found !== null)
            entries.push({ ...entryOf(found), digest: digests.get(found.name) ?? null })
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

/** What of a card stays while the model is loaded and put out. */
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
  throw new Refusal('engine_unavailable', 'What answers as the engine does not speak like Ollama.')
}

function readWindow(value: string | undefined): number | null {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null
}

/** The weights come first; a template further down may hold any text. */
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
