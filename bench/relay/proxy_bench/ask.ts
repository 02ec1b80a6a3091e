import { type Agent, request as openRequest } from 'node:http'

/** Who is asked, and how. */
export interface Target {
  /** With /v1. */
  url: string
  headers: Record<string, string>
  agent: Agent
}

/** What one client saw of one answer; times in milliseconds. */
export interface Seen {
  status: number
  ttftMs: number | null
  totalMs: number
  gapsMs: number[]
  events: number
  reads: number
  bytes: number
  /** The stream ended with a finish_reason, with [DONE], with an error event, as the tail shows. */
  finish: boolean
  done: boolean
  errorEvent: boolean
  retryAfter: string | null
  /** Error of the connection itself. */
  transport: string | null
}

const MARK = Buffer.from('data: ')
const TAIL = 600

/** Sends one chat request and watches its answer to the end, or leaves it where `leave` says. */
export function ask(
  { url, headers, agent }: Target,
  body: Buffer,
  leave: { afterEvents?: number; afterMs?: number } = {},
  limitMs = 120_000,
): Promise<Seen> {
  return new Promise((resolve) => {
    const begun = performance.now()
    const seen: Seen = {
      status: 0,
      ttftMs: null,
      totalMs: 0,
      gapsMs: [],
      events: 0,
      reads: 0,
      bytes: 0,
      finish: false,
      done: false,
      errorEvent: false,
      retryAfter: null,
      transport: null,
    }
    let last = 0
    let tail = ''
    const end = (error: Error | null) => {
      clearTimeout(limit)
      clearTimeout(leaving)
      if (seen.totalMs > 0) return
      seen.totalMs = performance.now() - begun
      seen.transport = error === null ? null : error.message
      seen.done = tail.includes('data: [DONE]')
      seen.finish = /"finish_reason":\s*"/.test(tail)
      seen.errorEvent = /"error":\s*[{"]/.test(tail)
      resolve(seen)
    }
    const go = () => {
      end(null)
      request.destroy()
    }
    const request = openRequest(
      `${url}/chat/completions`,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          ...headers,
        },
      },
      (answer) => {
        seen.status = answer.statusCode ?? 0
        seen.retryAfter = answer.headers['retry-after'] ?? null
        const streams = answer.headers['content-type']?.includes('event-stream') === true
        answer.on('data', (chunk: Buffer) => {
          const now = performance.now()
          seen.reads += 1
          seen.bytes += chunk.length
          if (!streams) return
          const count = countMarks(chunk)
          if (count > 0) {
            if (seen.ttftMs === null) seen.ttftMs = now - begun
            else seen.gapsMs.push(now - last)
            last = now
            seen.events += count
          }
          tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - TAIL))).slice(-TAIL)
          if (seen.events >= (leave.afterEvents ?? Number.POSITIVE_INFINITY)) go()
        })
        answer.on('end', () => end(answer.complete ? null : new Error('incomplete')))
        answer.on('error', end)
      },
    )
    request.on('error', end).setNoDelay(true)
    const limit = setTimeout(() => {
      end(new Error('the client waited too long'))
      request.destroy()
    }, limitMs)
    const leaving = leave.afterMs === undefined ? undefined : setTimeout(go, leave.afterMs)
    request.end(body)
  })
}

function countMarks(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + 1)) count += 1
  return count
}

export function chatBody(model: string, stream: boolean, content: unknown = 'hi'): Buffer {
  const counted = stream ? { stream_options: { include_usage: true } } : {}
  return Buffer.from(
    JSON.stringify({ model, stream, ...counted, messages: [{ role: 'user', content }] }),
  )
}
