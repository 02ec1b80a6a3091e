import { randomUUID } from 'node:crypto'

/** Base64 that was removed from a body, by the mark that replaces it. */
export type Lifted = Map<string, Buffer>

/** A chat body as its route gets it. */
export interface LiftedBody {
  json: unknown
  lifted: Lifted
}

/** Below this, parsing the whole body is as fast. */
const WORTH_BYTES = 64 * 1_024
/** At most this many are removed; a request with more is refused anyway. */
const MOST = 1_000
const NEEDLE = ';base64,'
/** A whole string that is a data URL and the value of one of the two names that pictures have. */
const BEFORE = /"(?:url|image_url)"\s*:\s*"data:[\w.+/-]{0,100}$/
const BEFORE_BYTES = 200
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Parses a body without its pictures: a string of several MiB costs the event loop tens of milliseconds
 * in JSON.parse and stays in memory as long as the request (docs/design/proxy.md#pictures). Their base64 stays where it is in
 * the body's bytes, and a mark that nobody can guess replaces it.
 * @param parse  turns JSON text into a value, or throws
 */
export function parseLifted(body: Buffer, parse: (text: string) => unknown): LiftedBody {
  const lifted = new Map<string, Buffer>()
  const pieces: string[] = []
  let done = 0
  if (body.length >= WORTH_BYTES) {
    const nonce = randomUUID()
    for (const [start, end] of longBase64(body)) {
      const mark = `lifted-${nonce}-${lifted.size}`
      lifted.set(mark, body.subarray(start, end))
      pieces.push(body.toString('utf8', done, start), mark)
      done = end
    }
  }
  if (lifted.size === 0) return { json: parse(body.toString('utf8')), lifted }
  pieces.push(body.toString('utf8', done))
  const json = parse(pieces.join(''))
  // A mark at another place would reach the engine as text.
  if (marksInPlace(json, lifted) === lifted.size) return { json, lifted }
  return { json: parse(body.toString('utf8')), lifted: new Map() }
}

function* longBase64(body: Buffer): Generator<[start: number, end: number]> {
  let at = 0
  for (let count = 0; count < MOST; ) {
    const found = body.indexOf(NEEDLE, at, 'latin1')
    if (found === -1) return
    const start = found + NEEDLE.length
    const end = body.indexOf(QUOTE, start)
    if (end === -1) return
    at = end
    if (end - start < WORTH_BYTES) continue
    if (!BEFORE.test(body.toString('latin1', Math.max(0, found - BEFORE_BYTES), found))) continue
    // An escape: only the parser knows what the text is.
    if (body.subarray(start, end).includes(BACKSLASH)) continue
    count += 1
    yield [start, end]
  }
}

/** Counts the marks at places that `findImages` finds. */
function marksInPlace(json: unknown, lifted: Lifted): number {
  const seen = new Set<string>()
  for (const message of listIn(json, 'messages'))
    for (const part of listIn(message, 'content')) {
      const { type, image_url: place } = (part ?? {}) as { type?: unknown; image_url?: unknown }
      if (type !== 'image_url' && type !== 'input_image') continue
      const url = (place as { url?: unknown } | null | undefined)?.url ?? place
      const mark = typeof url === 'string' ? url.slice(url.indexOf(NEEDLE) + NEEDLE.length) : ''
      if (lifted.has(mark)) seen.add(mark)
    }
  return seen.size
}

function listIn(value: unknown, name: string): unknown[] {
  const list = (value as Record<string, unknown> | null)?.[name]
  return Array.isArray(list) ? list : []
}
