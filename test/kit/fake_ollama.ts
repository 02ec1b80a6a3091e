import { type Act, type Ask, type FakeEndpoint, jsonAct, startEndpoint } from './fake_endpoint.js'

export interface FakeOllamaModel {
  /** With its tag. */
  name: string
  digest?: string
  modifiedAt?: string
  /** As `/api/show` prints them. */
  parameters?: string
  capabilities?: string[]
  /** Set: it is loaded, with this window. */
  loadedWindow?: number
  /** In all, and of these on the card. */
  loadedBytes?: [all: number, onCard: number]
}

export interface FakeOllama extends FakeEndpoint {
  /** Bodies of `/api/chat`, parsed, in order. */
  chats: Record<string, unknown>[]
}

const NDJSON = { 'content-type': 'application/x-ndjson' }

/**
 * An Ollama on a real socket: its lists from `models`, its answers by `chat`.
 * Shapes and behaviour are those that were measured (docs/design/engines.md#ollama).
 */
export async function startOllama(
  models: FakeOllamaModel[],
  chat: (body: Record<string, unknown>, ask: Ask) => Act | Promise<Act>,
): Promise<FakeOllama> {
  const chats: Record<string, unknown>[] = []
  const endpoint = await startEndpoint((ask) => {
    if (ask.path === '/api/tags')
      return jsonAct(200, {
        models:
          models.length === 0
            ? null
            : models.map(({ name, digest, modifiedAt }) => ({
                name,
                digest,
                modified_at: modifiedAt,
              })),
      })
    if (ask.path === '/api/ps') return jsonAct(200, { models: loaded(models) })
    const body = JSON.parse(ask.body || '{}') as Record<string, unknown>
    const model = models.find(({ name }) => name === body.model)
    if (model === undefined) return jsonAct(404, { error: `model '${body.model}' not found` })
    if (ask.path === '/api/show')
      return jsonAct(200, {
        parameters: model.parameters ?? '',
        capabilities: model.capabilities ?? ['completion'],
        model_info: { 'llama.context_length': 131_072 },
      })
    if (ask.path === '/api/generate') return chat(body, ask)
    if (ask.path !== '/api/chat') return jsonAct(404, { error: 'no such route' })
    chats.push(body)
    return chat(body, ask)
  })
  return { ...endpoint, chats }
}

function loaded(models: FakeOllamaModel[]): object[] {
  return models
    .filter((model) => model.loadedWindow !== undefined)
    .map(({ name, loadedWindow, loadedBytes }) => ({
      name,
      context_length: loadedWindow,
      ...(loadedBytes && { size: loadedBytes[0], size_vram: loadedBytes[1] }),
    }))
}

/** Lines of a streamed answer. */
export function lines(...values: unknown[]): Act {
  return { headers: NDJSON, body: values.map((value) => `${JSON.stringify(value)}\n`) }
}

/** One line with a piece of text. */
export function says(content: string, rest: object = {}): object {
  return { model: 'm', message: { role: 'assistant', content }, done: false, ...rest }
}

/** One line with calls, which Ollama sends whole. */
export function calls(...made: [name: string, args: object][]): object {
  const tool_calls = made.map(([name, args]) => ({ function: { name, arguments: args } }))
  return { model: 'm', message: { role: 'assistant', content: '', tool_calls }, done: false }
}

/** The line without which no answer is complete. */
export function doneLine(reason = 'stop', rest: object = {}): object {
  return {
    model: 'm',
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: reason,
    prompt_eval_count: 11,
    eval_count: 5,
    ...rest,
  }
}

/** How the runner refuses a prompt beyond the window: its JSON as a string inside `error`. */
export function overflow(promptTokens: number, windowTokens: number): Act {
  const inner = {
    code: 400,
    message: 'request exceeds the available context size',
    type: 'exceed_context_size_error',
    n_prompt_tokens: promptTokens,
    n_ctx: windowTokens,
  }
  return jsonAct(400, { error: JSON.stringify({ error: inner }) })
}
