import type { ServerResponse } from 'node:http'
import { collectChat } from '../chat/collect_chat.js'
import { Refusal, refusalBody, refusalEvent, refusalHeaders } from '../refusals/refusal.js'

/** The answer to one client, in whichever form it asked for. */
export interface Downstream {
  /** Sends status and headers if this form can do so before the answer is known. */
  open(headers: Record<string, string>): void
  /** true: status and headers are gone, a refusal must be an event. */
  isOpen(): boolean
  /** false: the reader is slow. */
  write(bytes: Buffer): boolean
  /** true: the form has lines that clients ignore, and can send them before the answer is known. */
  hasComments: boolean
  /** Such a line; nothing where the form has none. */
  comment(text: string): void
  /** The proper end. @param headers as for `open`, where it was not called */
  end(headers: Record<string, string>): void
  fail(refusal: Refusal, headers: Record<string, string>): void
}

const SLOW_READER_BYTES = 1_048_576
/** An answer in one piece stays in memory until its end. */
const MAX_ANSWER_BYTES = 64 * 1_048_576

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A buffering front proxy would turn tokens into bursts (proxy.md 2, item 17).
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** An SSE stream; what is written must be whole events. */
export function streamTo(response: ServerResponse, requestId: string): Downstream {
  return {
    hasComments: true,
    open(headers) {
      if (!response.headersSent) response.writeHead(200, { ...headers, ...STREAM_HEADERS })
      response.flushHeaders()
    },
    isOpen: () => response.headersSent,
    write(bytes) {
      // The engine goes on while the client is up to 1 MiB behind: a short stall costs nobody the slot.
      return (
        bytes.length === 0 || response.write(bytes) || response.writableLength < SLOW_READER_BYTES
      )
    },
    // A single newline: with a blank line after it some clients dispatch an empty event.
    comment: (text) => void response.write(`: ${text}\n`),
    end: () => void response.end(),
    fail(refusal, headers) {
      if (!response.headersSent) refuse(response, refusal, headers, requestId)
      else response.end(refusalEvent(refusal, requestId))
    },
  }
}

/** One JSON object, put together from the chunks of a chat stream. */
export function collectTo(response: ServerResponse, requestId: string): Downstream {
  const collected = collectChat()
  return {
    ...oneAnswer(response, requestId, (bytes) => collected.add(bytes)),
    end: (headers) => sendJson(response, 200, headers, JSON.stringify(collected.completion())),
  }
}

/** One JSON object as the engine sent it. */
export function passTo(response: ServerResponse, requestId: string): Downstream {
  const chunks: Buffer[] = []
  return {
    ...oneAnswer(response, requestId, (bytes) => chunks.push(bytes)),
    end: (headers) => sendJson(response, 200, headers, Buffer.concat(chunks)),
  }
}

function oneAnswer(response: ServerResponse, requestId: string, keep: (bytes: Buffer) => void) {
  let size = 0
  return {
    hasComments: false,
    write(bytes: Buffer): boolean {
      size += bytes.length
      if (size > MAX_ANSWER_BYTES)
        throw new Refusal('engine_error', 'The answer is larger than 64 MiB; ask for a stream.')
      keep(bytes)
      return true
    },
    open: () => {},
    isOpen: () => response.headersSent,
    comment: () => {},
    fail: (refusal: Refusal, headers: Record<string, string>) =>
      refuse(response, refusal, headers, requestId),
  }
}

function refuse(
  response: ServerResponse,
  refusal: Refusal,
  headers: Record<string, string>,
  requestId: string,
): void {
  Object.assign(headers, refusalHeaders(refusal))
  sendJson(response, refusal.status, headers, JSON.stringify(refusalBody(refusal, requestId)))
}

function sendJson(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  headers['content-type'] = 'application/json; charset=utf-8'
  headers['content-length'] = String(Buffer.byteLength(body))
  response.writeHead(status, headers)
  response.end(body)
}
