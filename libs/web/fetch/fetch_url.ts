import type { IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { LIMITS, VERSION } from '#core'
import { type Destination, findDestination } from './destination.js'
import { readBody } from './read_body.js'
import type { WebAccess, WebAnswer, WebFailure, WebRequest } from './types.js'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Gets what an address holds: GET alone, no cookies, no credentials, no proxy. Each redirect is checked
 * like the first address, and one that leads to another host is told instead of followed, because the
 * person was asked for this host.
 */
export async function fetchUrl(
  text: string,
  access: WebAccess,
  request: WebRequest,
): Promise<WebAnswer | WebFailure> {
  const deadline = AbortSignal.timeout(request.timeoutMs)
  const signal = AbortSignal.any([request.signal, deadline])
  try {
    let place = await within(findDestination(text, access), signal)
    for (let hop = 0; hop <= LIMITS.webRedirects; hop += 1) {
      if (!place.ok) return place
      const { url } = place
      const answer = await send(place, request, signal)
      const target = redirectOf(answer)
      if (target === null) {
        const read = await readAnswer(answer, url, request.maxBytes)
        // A body that our own deadline cut is told as such.
        if (!read.ok) signal.throwIfAborted()
        return read
      }
      answer.destroy()
      place = await within(findDestination(new URL(target, url).href, access), signal)
      if (place.ok && !isSameHost(url, place.url)) return leadsAway(url, place.url)
    }
    return fail(`${hostOf(text)} redirects more than ${LIMITS.webRedirects} times.`)
  } catch (error) {
    if (request.signal.aborted) return fail('Stopped by the user.')
    if (deadline.aborted)
      return fail(
        `${hostOf(text)} did not answer in whole within ${request.timeoutMs / 1_000} seconds.`,
      )
    return fail(`${hostOf(text)} could not be reached: ${(error as Error).message}`)
  }
}

/** A name server that is silent must not outlast the deadline. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('stopped'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function send(
  { url, addresses }: Destination,
  { accept, onRequest }: WebRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } =
    url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const headers = {
    host: url.host,
    'user-agent': `aircoder/${VERSION}`,
    accept,
    'accept-encoding': 'gzip, deflate, br',
    connection: 'close',
  }
  // The checked addresses and no others: asked again, a hostile name server could say something else.
  const lookup: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  }
  const options: RequestOptions = { method: 'GET', headers, lookup, signal, agent: false }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const line = `GET ${url.pathname}${url.search} HTTP/1.1\r\n`
  const bytes = Buffer.byteLength(`${line}${head.join('')}\r\n`)
  onRequest?.({ host: url.host, url: url.href, bytes })
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('error', reject)
    // Interim answers and upgrades are no answers.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('it answered with another protocol'))
    })
    sent.end()
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return REDIRECTS.has(statusCode) ? (headers.location ?? null) : null
}

/** The same site: `www.` in front does not matter, and http may become https, never the other way. */
function isSameHost(from: URL, to: URL): boolean {
  const bare = (url: URL) => `${url.hostname.replace(/^www\.|\.$/g, '')}:${url.port}`
  return bare(from) === bare(to) && !(from.protocol === 'https:' && to.protocol === 'http:')
}

function leadsAway(from: URL, to: URL): WebFailure {
  return fail(
    `${from.host} sends on to ${to.href.slice(0, 500)}, which was not asked for. If that is what is wanted, call again with that address.`,
  )
}

async function readAnswer(
  answer: IncomingMessage,
  url: URL,
  maxBytes: number,
): Promise<WebAnswer | WebFailure> {
  const body = await readBody(answer, maxBytes)
  if (!body.ok) return fail(`${url.href.slice(0, 500)}: ${body.message}.`)
  const type = answer.headers['content-type'] ?? ''
  return {
    ok: true,
    url: url.href,
    status: answer.statusCode ?? 0,
    contentType: (type.split(';')[0] ?? '').trim().toLowerCase(),
    charset: /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1]?.toLowerCase() ?? null,
    bytes: body.bytes,
  }
}

function hostOf(text: string): string {
  return URL.canParse(text) ? new URL(text).host : text.slice(0, 100)
}

function fail(message: string): WebFailure {
  return { ok: false, message }
}
