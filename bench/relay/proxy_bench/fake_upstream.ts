import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What was asked of the upstream since its start. */
export interface UpstreamStats {
  active: number
  started: number
  finished: number
  aborted: number
}

/**
 * Knobs of one answer. They travel in the model's name, the one field that every gateway forwards
 * untouched: `bench;t=200;g=5`.
 */
const KNOBS = {
  /** Events of a stream, milliseconds between them (0: as fast as the reader), characters of each. */
  t: 200,
  g: 5,
  c: 4,
  /** Milliseconds before the first event. */
  ttft: 0,
  /** After so many events: destroy the socket, send an error event, end without a finish, go silent. */
  die: -1,
  err: -1,
  cut: -1,
  hang: -1,
  /** Answer with this status instead. */
  status: 200,
}
type Knobs = typeof KNOBS

/** Serves an OpenAI-shaped engine on loopback; prints its address, ends with its input. */
export async function serveFakeUpstream(): Promise<null> {
  const stats: UpstreamStats = { active: 0, started: 0, finished: 0, aborted: 0 }
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part)).on('error', () => {})
    request.on('end', () => {
      if (path === '/bench/stats') return sendJson(response, 200, stats)
      if (path === '/v1/models')
        return sendJson(response, 200, { object: 'list', data: [{ id: 'bench' }] })
      if (!path.endsWith('/chat/completions')) return sendJson(response, 404, { error: {} })
      answerChat(response, Buffer.concat(parts).toString(), stats)
    })
  })
  server.keepAliveTimeout = 120_000
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 8_192, resolve))
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for await (const _ of process.stdin);
  server.close()
  server.closeAllConnections()
  return null
}

function answerChat(response: ServerResponse, raw: string, stats: UpstreamStats): void {
  const body = JSON.parse(raw) as { model: string; stream?: boolean; stream_options?: object }
  const knobs = readKnobs(body.model)
  if (knobs.status !== 200) {
    if (knobs.status !== 400) response.setHeader('retry-after', '1')
    sendJson(response, knobs.status, { error: { message: `status ${knobs.status}` } })
    return
  }
  stats.active += 1
  stats.started += 1
  let timer: NodeJS.Timeout | undefined
  response.on('error', () => {})
  response.once('close', () => {
    clearTimeout(timer)
    stats.active -= 1
    if (response.writableFinished) stats.finished += 1
    else stats.aborted += 1
  })
  const words = Math.ceil(raw.length / 4)
  const usage = { prompt_tokens: words, completion_tokens: knobs.t, total_tokens: words + knobs.t }
  const base = { id: 'chatcmpl-bench', created: 1, model: body.model }
  const text = 'x'.repeat(knobs.c)
  const later = (act: () => void) => {
    if (knobs.ttft > 0) timer = setTimeout(act, knobs.ttft)
    else act()
  }
  if (body.stream !== true) {
    const message = { role: 'assistant', content: text.repeat(knobs.t) }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    const whole = { ...base, object: 'chat.completion', choices, usage }
    later(() => sendJson(response, 200, whole))
    return
  }
  const event = (delta: object, finish_reason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason }]
    return `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices })}\n\n`
  }
  const first = event({ role: 'assistant', content: text }, null)
  // Two by turns: some gateways end a stream of equal chunks.
  const middle = [text, text.replaceAll('x', 'y')].map((content) => event({ content }, null))
  const counted = { ...base, object: 'chat.completion.chunk', choices: [], usage }
  const last = `${event({}, 'stop')}data: ${JSON.stringify(counted)}\n\ndata: [DONE]\n\n`
  let sent = 0
  const step = (): void => {
    if (response.destroyed) return
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (sent === knobs.die) return void response.destroy()
    if (sent === knobs.err) return void response.end('data: {"error":{"message":"bench"}}\n\n')
    if (sent === knobs.cut) return void response.end()
    if (sent === knobs.hang) return
    if (sent >= knobs.t) return void response.end(last)
    const hasRoom = response.write(sent === 0 ? first : middle[sent & 1])
    sent += 1
    if (knobs.g > 0) timer = setTimeout(step, knobs.g)
    else if (!hasRoom) response.once('drain', step)
    else if (sent % 64 === 0) setImmediate(step)
    else step()
  }
  later(step)
}

function readKnobs(model: string): Knobs {
  const knobs = { ...KNOBS }
  for (const part of model.split(';').slice(1)) {
    const [name = '', value] = part.split('=')
    if (name in knobs) knobs[name as keyof Knobs] = Number(value)
  }
  return knobs
}

function sendJson(response: ServerResponse, status: number, value: object): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
