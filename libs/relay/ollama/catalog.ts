import { z } from 'zod'
import type { Clock } from '#core'
import type { ModelEntry } from '../engine.js'
import { Refusal } from '../errors.js'
import type { EngineHttp } from '../upstream_http.js'

/** A model's window changes when it is loaded anew, its card only when it is created anew. */
const RUNNING_MS = 2_000
const CARD_MS = 60_000
const PARALLEL_ASKS = 4

const Tags = z.looseObject({ models: z.array(z.looseObject({ name: z.string() })).nullish() })
const Running = z.looseObject({
  models: z
    .array(z.looseObject({ name: z.string(), context_length: z.number().nullish() }))
    .nullish(),
})
const Show = z.looseObject({
  parameters: z.string().nullish(),
  capabilities: z.array(z.string()).nullish(),
})

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
}

/** Reads what Ollama knows of its models, each answer kept for a moment. */
export interface Catalog {
  list(): Promise<ModelEntry[]>
  /** null: no such model. */
  card(id: string): Promise<ModelCard | null>
}

/**
 * `/api/ps` says the window per slot of what is loaded, `/api/show` the capabilities; `/api/tags` and the
 * trained window are not trusted (ollama.md 2).
 */
export function createCatalog(http: EngineHttp, clock: Clock): Catalog {
  const shows = new Map<string, { at: number; show: z.output<typeof Show> }>()
  let running: { at: number; windows: Map<string, number | null> } | null = null

  async function windowsOfLoaded(): Promise<Map<string, number | null>> {
    if (running !== null && clock.monotonic() - running.at < RUNNING_MS) return running.windows
    const models = parse(Running, await http.ask('GET', '/api/ps', null)).models ?? []
    const windows = new Map(models.map((model) => [model.name, model.context_length ?? null]))
    running = { at: clock.monotonic(), windows }
    return windows
  }

  async function showOf(name: string) {
    const kept = shows.get(name)
    if (kept !== undefined && clock.monotonic() - kept.at < CARD_MS) return kept.show
    const show = parse(Show, await http.ask('POST', '/api/show', { model: name }))
    shows.set(name, { at: clock.monotonic(), show })
    return show
  }

  async function card(id: string): Promise<ModelCard | null> {
    const name = id.includes(':') ? id : `${id}:latest`
    try {
      const show = await showOf(name)
      const windows = await windowsOfLoaded()
      const parameters = show.parameters ?? ''
      return {
        name,
        windowTokens: windows.get(name) ?? readNumCtx(parameters),
        loaded: windows.has(name),
        stops: readStops(parameters),
        capabilities: show.capabilities ?? null,
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'model_not_found') return null
      throw error
    }
  }

  return {
    card,
    async list() {
      const tags = parse(Tags, await http.ask('GET', '/api/tags', null)).models ?? []
      const names = tags.map((model) => model.name)
      const entries: ModelEntry[] = []
      for (let at = 0; at < names.length; at += PARALLEL_ASKS) {
        const some = names.slice(at, at + PARALLEL_ASKS)
        const cards = await Promise.all(some.map((name) => card(name)))
        entries.push(...cards.filter((found) => found !== null).map(entryOf))
      }
      return entries
    },
  }
}

function entryOf({ name, windowTokens, loaded, capabilities }: ModelCard): ModelEntry {
  return {
    id: name,
    created: null,
    windowTokens,
    loaded,
    tools: capabilities?.includes('tools') ?? null,
    vision: capabilities?.includes('vision') ?? null,
    slots: null,
  }
}

function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new Refusal('engine_unavailable', 'What answers as the engine does not speak like Ollama.')
}

/** `/api/show` gives the Modelfile's parameters as lines of name and value. */
function readNumCtx(parameters: string): number | null {
  const value = /^num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1]
  return value === undefined ? null : Number(value)
}

function readStops(parameters: string): string[] {
  return [...parameters.matchAll(/^stop\s+(.+?)\s*$/gm)].map(([, text = '']) => {
    try {
      return z.string().parse(JSON.parse(text))
    } catch {
      return text
    }
  })
}
