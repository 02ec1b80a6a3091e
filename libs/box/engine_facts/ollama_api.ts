import { createReadStream } from 'node:fs'
import { Agent, request } from 'undici'
import { AircoderError, describeSystemError } from '#core'

/** Questions about models are answered at once. */
const ASK_MS = 10_000
const CONNECT_MS = 5_000

export interface OllamaAnswer {
  status: number
  /** Parsed JSON, or the text where it is none. */
  body: unknown
  text: string
  /** The engine's clock, milliseconds since 1970; null: not reported. */
  dateMs: number | null
}

/** Ollama's own routes, for the commands of the operator; one request at a time. */
export interface OllamaApi {
  url: string
  /**
   * Asks once; any status is an answer.
   * @throws AircoderError ENGINE_UNREACHABLE
   */
  ask(
    method: 'GET' | 'POST' | 'HEAD',
    path: string,
    body?: object,
    limitMs?: number,
  ): Promise<OllamaAnswer>
  /** Sends a file as it is. */
  upload(path: string, file: string, limitMs: number): Promise<OllamaAnswer>
  close(): Promise<void>
}

const OLLAMA_URL = 'http://127.0.0.1:11434'

/**
 * @param engineUrl  with or without /v1 and a slash
 * @param token      bearer token, where something in front of Ollama asks for one
 */
export function openOllamaApi(engineUrl: string | undefined, token?: string): OllamaApi {
  const url = (engineUrl ?? OLLAMA_URL).replace(/\/+$/, '').replace(/\/v1$/, '')
  const { protocol, port } = new URL(url)
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 })
  const headers = {
    // Ollama on loopback answers 403 to any other name.
    ...(protocol === 'http:' ? { host: `127.0.0.1:${port || 80}` } : {}),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }

  async function send(
    method: 'GET' | 'POST' | 'HEAD',
    path: string,
    body: string | ReturnType<typeof createReadStream> | undefined,
    type: string,
    limitMs: number,
  ): Promise<OllamaAnswer> {
    try {
      const answer = await request(url + path, {
        method,
        dispatcher: agent,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
        body,
        signal: AbortSignal.timeout(limitMs),
      })
      const text = await answer.body.text()
      const date = Date.parse(String(answer.headers.date ?? ''))
      return {
        status: answer.statusCode,
        body: parse(text),
        text,
        dateMs: Number.isNaN(date) ? null : date,
      }
    } catch (cause) {
      const reason = describe(cause as Error & { code?: string }, limitMs)
      throw new AircoderError('ENGINE_UNREACHABLE', { url, reason }, { cause })
    }
  }

  return {
    url,
    ask: (method, path, body, limitMs = ASK_MS) =>
      send(method, path, body && JSON.stringify(body), 'application/json', limitMs),
    upload: (path, file, limitMs) =>
      send('POST', path, createReadStream(file), 'application/octet-stream', limitMs),
    close: () => agent.destroy(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function describe(error: Error & { code?: string }, limitMs: number): string {
  if (error.name === 'TimeoutError') return `no answer within ${limitMs / 1000} s`
  return describeSystemError(error)
}
