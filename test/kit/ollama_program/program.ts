import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { NativeBody } from './generate.js'
import { render, type TemplatePath, tokensOf } from './render.js'
import { type Piece, Runner } from './runner.js'

export interface ProgramModel {
  path: TemplatePath
  /** num_ctx as baked; absent: 4,096. */
  window?: number
  capabilities?: string[]
  /** Set: Ollama only passes it on. */
  remote?: string
}

export interface ProgramOptions {
  loadMs?: number
  /** For one token of a prompt, and one of an answer. */
  readMs?: number
  writeMs?: number
}

/** An Ollama with one place for a model, as it was measured (docs/design/engines.md#ollama), on a real socket. */
export interface OllamaProgram {
  url: string
  /** Bodies of `/api/chat`, in order, also those of loads. */
  chats: NativeBody[]
  /** Loads begun, and loads given up because their client left. */
  loads: { begun: number; ended: number }
  /** Loads that had to wait for running work, or would have. */
  reloadsWhileBusy: number
  loaded(): string | null
  isBusy(): boolean
  unload(): void
  killRunner(): void
  close(): Promise<void>
}

/** Options that make Ollama restart its runner. */
const RUNNER_OPTIONS = ['num_ctx', 'num_batch', 'num_thread', 'num_gpu']
const WINDOW = 4_096

interface Loaded {
  name: string
  /** What it was started with; another demand is another runner. */
  key: string
  runner: Runner
}

export async function startProgram(
  models: Record<string, ProgramModel>,
  { loadMs = 0, readMs = 0, writeMs = 0 }: ProgramOptions = {},
): Promise<OllamaProgram> {
  const chats: NativeBody[] = []
  const loads = { begun: 0, ended: 0 }
  let loaded: Loaded | null = null
  let reloadsWhileBusy = 0

  async function load(name: string, model: ProgramModel, body: NativeBody, signal: AbortSignal) {
    const given = RUNNER_OPTIONS.map((option) => body.options?.[option] ?? null)
    const key = JSON.stringify([name, body.shift !== false, given])
    if (loaded?.key === key && loaded.runner.isAlive()) return loaded.runner
    if (loaded !== null && loaded.runner.busy > 0 && loaded.runner.isAlive()) reloadsWhileBusy += 1
    loads.begun += 1
    loaded = null
    // While it loads `/api/ps` is empty, and who leaves ends the load.
    await pause(loadMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) {
      loads.ended += 1
      return null
    }
    const windowTokens = model.window ?? WINDOW
    loaded = { name, key, runner: new Runner({ path: model.path, windowTokens, readMs, writeMs }) }
    return loaded.runner
  }

  async function chat(body: NativeBody, response: ServerResponse, signal: AbortSignal) {
    chats.push(body)
    const name = withTag(body.model)
    const model = models[name]
    if (model === undefined) return refuse(response, 404, `model '${body.model}' not found`)
    const error = errorOf(name, model, body)
    if (error !== null) return refuse(response, ...error)
    const runner = await load(name, model, body, signal)
    if (runner === null) return
    const { messages = [], tools = [] } = body
    const head = { model: body.model, created_at: new Date().toISOString() }
    const whole = (rest: object) =>
      json(response, 200, { ...head, message: { role: 'assistant', content: '' }, ...rest })
    if (messages.length === 0) return whole({ done: true, done_reason: 'load' })
    if (body._debug_render_only) {
      const rendered_template = render(model.path, messages, tools)
      return whole({ done: false, _debug_info: { rendered_template } })
    }
    for await (const piece of runner.answer(body, signal)) await send(response, head, piece)
    if (!response.writableEnded) response.end()
  }

  function errorOf(name: string, model: ProgramModel, body: NativeBody): [number, string] | null {
    const can = capabilitiesOf(model)
    if (model.remote) return [403, 'cloud is disabled: remote inference is unavailable']
    if (!can.includes('completion')) return [400, `"${name}" does not support chat`]
    if (body.tools?.length && !can.includes('tools'))
      return [400, `registry.ollama.ai/library/${name} does not support tools`]
    if (body.think && !can.includes('thinking')) return [400, `"${name}" does not support thinking`]
    if (typeof body.format === 'string' && body.format !== 'json')
      return [
        500,
        `invalid format: "${body.format}"; expected "json" or a valid JSON Schema object`,
      ]
    const type = typeof body.format === 'object' ? body.format.type : undefined
    if (type !== undefined && !/^(?:object|array|string|number|integer|boolean|null)$/.test(type))
      return [
        400,
        `{"error":{"code":400,"message":"JSON schema error at #: unrecognized type ${type}"}}`,
      ]
    const seen = body.messages?.some(({ images = [] }) => images.length > 0) ?? false
    if (seen && !can.includes('vision'))
      return model.path === 'go'
        ? [
            400,
            '{"error":{"code":400,"message":"Multimodal data provided, but model does not support multimodal requests.","type":"invalid_request_error"}}',
          ]
        : [
            500,
            '{"error":{"code":500,"message":"image input is not supported","type":"server_error"}}',
          ]
    return null
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController()
    response.on('close', () => left.abort())
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url = '' } = request
    // Other names than its own are refused without a body.
    if (!/^127\.0\.0\.1:\d+$/.test(request.headers.host ?? '')) {
      response.writeHead(403).end()
      return
    }
    if (url === '/api/tags')
      return json(response, 200, {
        models: Object.keys(models).length === 0 ? null : tagsOf(models),
      })
    if (url === '/api/ps')
      return json(response, 200, {
        models:
          loaded === null
            ? []
            : [{ name: loaded.name, context_length: models[loaded.name]?.window ?? WINDOW }],
      })
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as NativeBody
    if (url === '/api/chat') return chat(body, response, left.signal)
    const model = models[withTag(body.model)]
    if (url === '/api/embed' && model !== undefined) return embed(body, model, response)
    if (url === '/api/show' && model !== undefined)
      return json(response, 200, showOf(withTag(body.model), model))
    return refuse(response, 404, `model '${body.model}' not found`)
  }

  const server = createServer((request, response) => {
    response.on('error', () => {})
    route(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chats,
    loads,
    get reloadsWhileBusy() {
      return reloadsWhileBusy
    },
    loaded: () => loaded?.name ?? null,
    isBusy: () => (loaded?.runner.busy ?? 0) > 0,
    unload() {
      loaded = null
    },
    killRunner: () => loaded?.runner.kill(),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Headers leave with the first line, so that a error before it has a status. */
async function send(response: ServerResponse, head: object, piece: Piece): Promise<void> {
  if (piece.kind === 'refused' && !response.headersSent)
    return refuse(response, piece.status, piece.error)
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const line = lineOf(head, piece)
  if (line !== null) await new Promise((resolve) => response.write(line, resolve))
}

function lineOf(head: object, piece: Piece): string | null {
  const text = (value: object) => `${JSON.stringify(value)}\n`
  if (piece.kind === 'line') {
    const { message, logprobs } = piece
    return text({ ...head, message, done: false, ...(logprobs && { logprobs }) })
  }
  if (piece.kind === 'done')
    return text({
      ...head,
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: piece.reason,
      // Kept tokens are counted too; only the time tells.
      prompt_eval_count: piece.read + piece.kept,
      prompt_eval_duration: piece.read * 1e6,
      eval_count: piece.written,
    })
  if (piece.kind === 'died')
    return text({ error: 'an error was encountered while running the model: unexpected EOF' })
  if (piece.kind === 'refused') return text({ error: piece.error })
  return null
}

/** Two numbers for each text: its words and its characters. */
function embed(body: NativeBody, model: ProgramModel, response: ServerResponse): void {
  const texts = [body.input ?? []].flat()
  const counts = texts.map((text) => tokensOf(text).length)
  if (body.truncate === false && counts.some((count) => count > (model.window ?? WINDOW))) {
    refuse(response, 400, 'the input length exceeds the context length')
    return
  }
  json(response, 200, {
    model: body.model,
    embeddings: texts.map((text, index) => [counts[index], text.length]),
    prompt_eval_count: counts.reduce((sum, count) => sum + count, 0),
  })
}

function capabilitiesOf({ capabilities = ['completion', 'tools'] }: ProgramModel): string[] {
  return capabilities
}

function tagsOf(models: Record<string, ProgramModel>): object[] {
  return Object.entries(models).map(([name, { remote }]) => ({
    name,
    ...(remote && { remote_host: remote }),
  }))
}

function showOf(name: string, model: ProgramModel): object {
  const { window, remote } = model
  return {
    modelfile: `# Modelfile generated by "ollama show"\nFROM /models/blobs/sha256-${name}\nTEMPLATE x\n`,
    parameters: window === undefined ? '' : `num_ctx                        ${window}`,
    capabilities: capabilitiesOf(model),
    // The trained window, which is not the one that is served.
    model_info: { 'llama.context_length': 131_072 },
    ...(remote && { remote_host: remote }),
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, error: string): void {
  json(response, status, { error })
}

function withTag(name: string): string {
  return name.includes(':') ? name : `${name}:latest`
}
