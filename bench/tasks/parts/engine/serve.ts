import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChatRequest } from '#core'
import { answer, type ModelOptions } from '../model/model.js'
import type { Answer } from '../model/moves.js'
import { hashText } from '../random.js'
import { type Cost, openSlot } from './slot.js'
import { countTokens } from './tokens.js'

/** One request and what was answered. */
export interface Exchange extends Cost {
  request: ChatRequest
  /** null: refused, since the prompt does not fit into the window. */
  answer: Answer | null
  goal: string
}

export interface Engine {
  baseUrl: string
  exchanges: readonly Exchange[]
  close(): void
}

export interface EngineOptions extends ModelOptions {
  windowTokens: number
  /** Called before a request is answered; false: it is never answered. */
  before?(number: number): boolean | Promise<boolean>
}

/** An OpenAI-compatible endpoint on the loopback with one slot, a window and the limited model. */
export async function serveModel(options: EngineOptions): Promise<Engine> {
  const { windowTokens, before = () => true } = options
  const exchanges: Exchange[] = []
  const slot = openSlot()
  const seen = new Map<number, number>()
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    if (request.method === 'GET' && request.url === '/v1/models')
      return sendJson(response, 200, { object: 'list', data: [model(windowTokens)] })
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions'))
      return sendJson(response, 404, { error: { message: 'not here' } })
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      return
    }
    const text = Buffer.concat(parts).toString()
    const body = JSON.parse(text) as ChatRequest
    if (!(await before(exchanges.length + 1))) return
    const cost = slot.admit(body)
    if (cost.promptTokens >= windowTokens) {
      exchanges.push({ request: body, ...cost, answer: null, goal: 'refused' })
      const message = `the request exceeds the available context size (${cost.promptTokens} of ${windowTokens} tokens)`
      return sendJson(response, 400, {
        error: { code: 400, type: 'exceed_context_size_error', message, n_ctx: windowTokens },
      })
    }
    const key = hashText(text)
    const again = seen.get(key) ?? 0
    seen.set(key, again + 1)
    const made = answer(body, options, again)
    exchanges.push({ request: body, ...cost, answer: made.answer, goal: made.meant.goal })
    sendAnswer(response, made.answer, cost)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    exchanges,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function model(windowTokens: number): object {
  return { id: 'limited', object: 'model', context_window: windowTokens, loaded: true, tools: true }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Streams an answer as vLLM and llama.cpp do: text, calls, the end, the counts. */
function sendAnswer(response: ServerResponse, { text, calls, finish }: Answer, cost: Cost): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', model: 'limited', ...fields })}\n\n`,
    )
  const choice = (delta: object, reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: reason }] })
  choice({ role: 'assistant', content: '' })
  if (text !== '') choice({ content: text })
  for (const [index, { name, raw }] of calls.entries())
    choice({
      tool_calls: [
        { index, id: `call_${index}`, type: 'function', function: { name, arguments: raw } },
      ],
    })
  choice({}, finish)
  const completion =
    countTokens(text) + calls.reduce((sum, { raw }) => sum + countTokens(raw) + 8, 0)
  const { promptTokens, prefillTokens } = cost
  send({
    choices: [],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completion,
      total_tokens: promptTokens + completion,
      prompt_tokens_details: { cached_tokens: promptTokens - prefillTokens },
    },
  })
  response.end('data: [DONE]\n\n')
}
