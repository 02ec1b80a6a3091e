import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Test } from 'tap'
import { digestOf } from '../../libs/relay/settings/settings.js'
import { doneLine, lines, says, startOllama } from './fake_ollama.js'
import { chatOf, startRelay } from './relay.js'

export const TOKEN = 'a-token-of-this-test'
/** The header line of somebody who may. */
export const AUTH = `authorization: Bearer ${TOKEN}\r\n`
export const CHAT = JSON.stringify(chatOf('m'))
/** Lines of a proper chat request, but for the framing of its body. */
export const CHAT_HEAD = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${AUTH}content-type: application/json\r\n`

/** All that a relay may ever ask of an Ollama. */
const ALLOWED = new Set([
  'GET /api/version',
  'GET /api/tags',
  'GET /api/ps',
  'POST /api/show',
  'POST /api/chat',
])

/** A relay with one token before an Ollama that remembers what arrived. */
export async function startTarget(t: Test, values: Record<string, unknown> = {}) {
  const engine = await startOllama([{ name: 'm:latest', loadedWindow: 4_096 }], () =>
    lines(says('x'), doneLine()),
  )
  const relay = await startRelay({
    engine: 'ollama',
    engineUrl: engine.origin,
    insecureLoopback: false,
    tokens: [{ name: 'alice', sha256: digestOf(TOKEN).toString('hex') }],
    ...values,
  })
  t.teardown(async () => {
    await relay.stop()
    await engine.close()
  })
  const auth = { authorization: `Bearer ${TOKEN}` }

  return {
    engine,
    relay,
    auth,
    port: Number(new URL(relay.url).port),
    /** What reached the engine and must not. */
    strayed: () =>
      engine.requests
        .map(({ method, path }) => `${method} ${path}`)
        .filter((line) => !ALLOWED.has(line)),
    /** Everything as it should be: an ordinary client is served, no slot is held, nobody waits. */
    async assertWell(t: Test, after: string) {
      const answer = await relay.post(chatOf('m'), { headers: auth })
      t.equal(answer.status, 200, `${after}: an ordinary request is served`)
      await answer.text()
      t.match(await countQueue(relay.url), { running: 0, draining: 0, waiting: 0 }, after)
    },
  }
}

/** The totals of `/v1/queue`. */
export async function countQueue(url: string): Promise<Record<string, number>> {
  const answer = await fetch(`${url}/v1/queue`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return ((await answer.json()) as { totals: Record<string, number> }).totals
}

/** Turns of the loop without a byte. */
const QUIET_TURNS = 50
const FIRST_MS = 5_000

export interface RawOptions {
  /** Ends the sending side after the bytes. */
  half?: boolean
  /** How long silence is waited for before the client itself closes. */
  quietMs?: number
}

/** Sends bytes as they are; gives all that came until the other side closed or fell silent. */
export function sendBytes(
  port: number,
  bytes: string | Uint8Array,
  { half = false, quietMs = 150 }: RawOptions = {},
): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    let quiet: NodeJS.Timeout | undefined
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      if (half) socket.end(bytes)
      else socket.write(bytes)
    })
    let parts = 0
    const wait = (ms: number) => {
      clearTimeout(quiet)
      quiet = setTimeout(() => void leave(parts), ms)
    }
    // The server is in this process. On a busy machine time passes and it had no turn: turns are waited for too.
    const leave = async (before: number) => {
      for (let turn = 0; turn < QUIET_TURNS; turn += 1) await nextTurn()
      if (parts === before) socket.destroy()
    }
    // The first answer may take its time on a busy machine; what follows it comes at once.
    wait(FIRST_MS)
    socket.on('data', (part) => {
      parts += 1
      answer += part.toString('latin1')
      wait(quietMs)
    })
    socket.on('end', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(quiet)
      resolve(answer)
    })
  })
}

/** Statuses of all answers in what came back. */
export function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
}
