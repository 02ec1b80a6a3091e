import { type Act, type Ask, type FakeEndpoint, jsonAct, startEndpoint } from './fake_endpoint.js'
import { overflow } from './fake_ollama.js'
import { render, type TemplatePath } from './ollama_program/render.js'

export interface BoxModel {
  /** GGUF blob; two models with one file share a runner. */
  file: string
  /** num_ctx as baked; absent: the engine's default of 4,096. */
  window?: number
  /** What else is baked, as `/api/create` got it. */
  parameters?: Record<string, unknown>
  capabilities?: string[]
  sizeBytes?: number
  /** Metadata as `/api/show` gives it; absent: Qwen3 8B's shape. */
  info?: Record<string, unknown>
}

export interface BoxOptions {
  /** true: an older Ollama, which takes what does not fit and drops the rest in silence. */
  silent?: boolean
  /** Share of a loaded model that lies on the card. */
  onCard?: number
  /** Who renders the template. */
  template?: TemplatePath
  /** A role that every template forgets. */
  hidden?: string
}

/** An Ollama whose models can be created, loaded and overfilled; one is loaded at a time. */
export interface OllamaBox extends FakeEndpoint {
  models: Map<string, BoxModel>
  loaded(): string | null
  /** Requests that made the engine load a model. */
  loads(): number
}

const DEFAULT_WINDOW = 4_096
const SHAPE = {
  'general.architecture': 'qwen3',
  'qwen3.block_count': 36,
  'qwen3.context_length': 40_960,
  'qwen3.embedding_length': 4_096,
  'qwen3.attention.head_count': 32,
  'qwen3.attention.head_count_kv': 8,
  'qwen3.attention.key_length': 128,
  'qwen3.attention.value_length': 128,
}

type Body = Record<string, unknown>

/** Starts it on a free port. Answers have the shapes of Ollama at fb307609. */
export async function startOllamaBox(
  models: Record<string, BoxModel>,
  { silent = false, onCard = 1, template = 'jinja', hidden }: BoxOptions = {},
): Promise<OllamaBox> {
  const known = new Map(Object.entries(models))
  let loaded: string | null = null
  let loads = 0

  const routes: Record<string, (body: Body, ask: Ask) => Act> = {
    'GET /api/version': () => jsonAct(200, { version: '0.99.0' }),
    'GET /api/tags': () =>
      jsonAct(200, {
        models: [...known].map(([name, { sizeBytes = 5_200_000_000 }]) => ({
          name,
          size: sizeBytes,
        })),
      }),
    'GET /api/ps': () => jsonAct(200, { models: loaded === null ? [] : [rowOf(loaded)] }),
    'POST /api/show': (body) => {
      const model = known.get(String(body.model))
      return model === undefined ? missing(body) : jsonAct(200, showOf(String(body.model), model))
    },
    'POST /api/create': (body) => create(body),
    'POST /api/chat': (body) => chat(body),
  }

  function windowOf({ window = DEFAULT_WINDOW, info = SHAPE }: BoxModel): number {
    const trained = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
    return Math.min(window, Number(trained ?? window))
  }

  function rowOf(name: string): object {
    const model = known.get(name)
    const size = (model?.sizeBytes ?? 5_200_000_000) + 1_000_000_000
    return {
      name,
      size,
      size_vram: Math.round(size * onCard),
      context_length: model && windowOf(model),
    }
  }

  function create(body: Body): Act {
    const base = known.get(withTag(String(body.from)))
    const file = base?.file ?? Object.values((body.files ?? {}) as Record<string, string>)[0]
    if (file === undefined)
      return jsonAct(400, { error: "neither 'from' or 'files' was specified" })
    const { num_ctx: window, ...parameters } = (body.parameters ?? {}) as { num_ctx?: number }
    const inherited = window ?? base?.window
    known.set(withTag(String(body.model)), {
      ...base,
      file: file.replace(/^sha256:/, '/models/blobs/sha256-'),
      parameters,
      ...(inherited === undefined ? {} : { window: inherited }),
    })
    return jsonAct(200, { status: 'success' })
  }

  function chat(body: Body): Act {
    const name = withTag(String(body.model))
    const model = known.get(name)
    if (model === undefined) return missing(body)
    if (loaded !== name) loads += 1
    loaded = name
    const messages = (body.messages ?? []) as { role: string; content: string }[]
    if (body._debug_render_only === true) {
      const shown = messages.filter(({ role }) => role !== hidden)
      const rendered_template = render(template, shown, (body.tools ?? []) as unknown[])
      return jsonAct(200, { model: name, done: false, _debug_info: { rendered_template } })
    }
    const done = { model: name, message: { role: 'assistant', content: '' }, done: true }
    if (messages.length === 0) return jsonAct(200, { ...done, done_reason: 'load' })
    // A word is a token here, and the template takes a few.
    const tokens =
      9 +
      messages
        .map(({ content }) => content)
        .join(' ')
        .split(/\s+/).length
    const window = windowOf(model)
    if (tokens > window && !silent) return overflow(tokens, window)
    const counted = Math.min(tokens, window)
    return jsonAct(200, { ...done, done_reason: 'stop', prompt_eval_count: counted, eval_count: 1 })
  }

  const endpoint = await startEndpoint((ask) => {
    if (ask.path.startsWith('/api/blobs/')) return jsonAct(ask.method === 'HEAD' ? 404 : 201, {})
    const route = routes[`${ask.method} ${ask.path}`]
    if (route === undefined) return jsonAct(404, { error: 'no such route' })
    return route(JSON.parse(ask.body || '{}') as Body, ask)
  })
  return { ...endpoint, models: known, loaded: () => loaded, loads: () => loads }
}

function showOf(name: string, model: BoxModel): object {
  const { file, window, parameters = {}, info = SHAPE } = model
  const capabilities = model.capabilities ?? ['completion', 'tools']
  const baked = Object.entries({ ...(window && { num_ctx: window }), ...parameters })
  return {
    modelfile: `# Modelfile generated by "ollama show"\n# FROM ${name}\n\nFROM ${file}\nTEMPLATE """{{ .Prompt }}\nFROM no file"""\n`,
    parameters: baked
      .map(([name, value]) => `${name.padEnd(30)} ${JSON.stringify(value)}`)
      .join('\n'),
    template: '{{ .Prompt }}',
    capabilities,
    details: { family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
    model_info: info,
  }
}

function missing(body: Body): Act {
  return jsonAct(404, { error: `model '${body.model}' not found` })
}

function withTag(name: string): string {
  return name.includes(':') ? name : `${name}:latest`
}
