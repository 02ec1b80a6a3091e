import type { Logger } from 'pino'
import { type Clock, systemClock } from '#core'
import { createLog, createRelay, resolveProxySettings } from '#relay'

export interface RunningRelay {
  /** Without a path; `urls` has one for each place it listens at. */
  url: string
  urls: string[]
  /** POSTs a chat body, or any other path's. */
  post(
    body: object,
    options?: { path?: string; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<Response>
  stop(): Promise<void>
}

/** Starts a relay in this process, on a free port of 127.0.0.1, with one person and quick timers. */
export async function startRelay(
  values: Record<string, unknown>,
  clock: Clock = systemClock,
  log: Logger = createLog('silent'),
): Promise<RunningRelay> {
  const settings = resolveProxySettings([
    {
      source: 'test',
      values: {
        port: 0,
        insecureLoopback: true,
        logLevel: 'silent',
        drainMs: 50,
        ...values,
      },
    },
  ])
  const relay = await createRelay({ settings, clock, log })
  const urls = await relay.listen()
  const [url = ''] = urls
  return {
    url,
    urls,
    post: (body, { path = '/v1/chat/completions', headers = {}, signal } = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
      }),
    stop: () => relay.stop(),
  }
}

/** A chat body with one user message. */
export function chatOf(model: string, rest: object = {}): object {
  return { model, messages: [{ role: 'user', content: 'hi' }], ...rest }
}

/** The last event of an SSE text, parsed; the raw text where it is no JSON. */
export function lastEvent(text: string): unknown {
  const last = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .at(-1)
  const data = (last ?? '').slice('data:'.length).trim()
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

/** Waits until the condition holds; a test that never gets there ends by tap's timeout. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
