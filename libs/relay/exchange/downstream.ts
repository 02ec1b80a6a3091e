import type { ServerResponse } from 'node:http'
import { collectChat } from '../chat/collect_chat.js'
import { Refusal, refusalBody, refusalEvent, refusalHeaders } from '../refusals/refusal.js'
import { withPlausibleUsage } from '../upstream/check_usage.js'
import { ANY_USAGE, type MostUsage } from '../upstream/plausible_usage.js'

/** The answer to one client, in the form that it requested. */
export interface Downstream {
  /** Sends status and headers if this form can do so before the answer is known. */
  open(headers: Record<string, string>): void
  /** true: status and headers are sent, so a refusal must be an event. */
  isOpen(): boolean
  /** false: the reader is slow. */
  write(bytes: Buffer): boolean
  /** true: the form has lines that clients ignore, and can send them before the answer is known. */
  hasComments: boolean
  /** Sends such a line; does nothing where the form has none. */
  comment(text: string): void
  /** Ends the answer regularly. @param headers as for `open`, where that was not called */
  end(headers: Record<string, string>): void
  fail(refusal: Refusal, headers: Record<string, string>): void
}

const SLOW_READER_BYTES = 1_048_576
/** An answer that is not a stream stays in memory until its end. */
const MAX_ANSWER_BYTES = 64 * 1_048_576

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy in front that buffers would send tokens in bursts (docs/design/proxy.md#streams).
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** An SSE stream; each write must consist of whole events. */
export function streamTo(
  response: ServerResponse,
  requestId: string,
  most: MostUsage = ANY_USAGE,
): Downstream {
  return {
    hasComments: true,
    open(headers) {
      if (!response.headersSent) response.writeHead(200, { ...headers, ...STREAM_HEADERS })
      response.flushHeaders()
    },
    isOpen: () => response.headersSent,
    write(events) {
      const bytes = withPlausibleUsage(events, most)
      // The engine continues while the client is up to 1 MiB behind, so that a short stall does not lose the slot.
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

/** One JSON object, merged from the chunks of a chat stream. */
export function collectTo(
  response: ServerResponse,
  requestId: string,
  most: MostUsage = ANY_USAGE,
): Downstream {
  const collected = collectChat()
  return {
    ...oneAnswer(response, requestId, (bytes) => collected.add(withPlausibleUsage(bytes, most))),
    end: (headers) => sendJson(response, 200, headers, JSON.stringify(collected.completion())),
  }
}

/** One JSON object as the engine sent it. */
export function passTo(
  response: ServerResponse,
  requestId: string,
  most: MostUsage = ANY_USAGE,
): Downstream {
  const chunks: Buffer[] = []
  return {
    ...oneAnswer(response, requestId, (bytes) => chunks.push(bytes)),
    end: (headers) =>
      sendJson(response, 200, headers, withPlausibleUsage(Buffer.concat(chunks), most)),
  }
}

function oneAnswer(response: ServerResponse, requestId: string, keep: (bytes: Buffer) => void) {
  let size = 0
  return {
    hasComments: false,
    write(bytes: Buffer): boolean {
      size += bytes.length
      if (size > MAX_ANSWER_BYTES)
        throw new Refusal('engine_error', 'The answer is larger than 64 MiB; set "stream": true.')
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
