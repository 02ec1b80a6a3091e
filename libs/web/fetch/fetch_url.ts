import type { IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { LIMITS, VERSION } from '#core'
import { type Destination, findDestination } from './destination.js'
import { readBody } from './read_body.js'
import type { WebAccess, WebAnswer, WebFailure, WebRequest } from './types.js'

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Fetches a URL with GET, without cookies, credentials or a proxy. Each redirect is checked like the first
 * URL. A redirect to another host is reported and not followed, because the user allowed only this host.
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
        // When our own deadline interrupted the body, the deadline is the reason to report.
        if (!read.ok) signal.throwIfAborted()
        return read
      }
      answer.destroy()
      place = await within(findDestination(new URL(target, url).href, access), signal)
      if (place.ok && !isSameHost(url, place.url)) return refuseRedirect(url, place.url)
    }
    return fail(`${hostOf(text)} redirects more than ${LIMITS.webRedirects} times.`)
  } catch (error) {
    if (request.signal.aborted) return fail('Stopped by the user.')
    if (deadline.aborted)
      return fail(
        `${hostOf(text)} did not answer completely within ${request.timeoutMs / 1_000} seconds.`,
      )
    return fail(`${hostOf(text)} could not be reached: ${(error as Error).message}`)
  }
}

/** Ends the wait at the deadline, also when the name server does not answer. */
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
  // Only the checked addresses: a hostile name server could answer a second lookup differently.
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
    let informational = 0
    sent.on('information', () => {
      informational += 1
      if (informational > LIMITS.informationalAnswers)
        sent.destroy(new Error('it sent informational answers and no reply'))
    })
    // An upgrade is not an answer to a GET.
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('it switched to another protocol'))
    })
    sent.end()
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return REDIRECTS.has(statusCode) ? (headers.location ?? null) : null
}

/** `www.` is ignored; http may become https, but not the reverse. */
function isSameHost(from: URL, to: URL): boolean {
  const bare = (url: URL) => `${url.hostname.replace(/^www\.|\.$/g, '')}:${url.port}`
  return bare(from) === bare(to) && !(from.protocol === 'https:' && to.protocol === 'http:')
}

function refuseRedirect(from: URL, to: URL): WebFailure {
  return fail(
    `${from.host} redirects to another host: ${to.href.slice(0, 500)}. It was not followed. To fetch it, call again with that URL.`,
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
