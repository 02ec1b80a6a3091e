const REDIRECTS = 5
/** Time of silence after which a connection to the hub counts as lost. */
const SILENT_MS = 60_000

/** The hub's data about a file before it is downloaded. */
export interface HubFile {
  /** Changes with the file; null: the hub reports no version. */
  version: string | null
  size: number | null
  sha256: string | null
}

/** An answer that a retry does not change. */
export class HubRefusal extends Error {}

/**
 * Requests size, version and checksum of a file. The Hugging Face hub answers requests for large files with a
 * redirect that already has these headers (`x-linked-etag` is the SHA-256).
 * @throws HubRefusal, or errors of fetch
 */
export async function askHub(url: string, token: string | undefined): Promise<HubFile> {
  const { headers, body } = await request(url, 'HEAD', token, {}, (answer) =>
    answer.headers.has('x-linked-size'),
  )
  await body?.cancel()
  const tag = headers.get('x-linked-etag') ?? headers.get('etag')
  const version = tag === null ? null : tag.replace(/^W\//, '').replace(/"/g, '')
  return {
    version,
    size: sizeOf(headers.get('x-linked-size') ?? headers.get('content-length')),
    sha256: version !== null && /^[0-9a-f]{64}$/.test(version) ? version : null,
  }
}

/**
 * Fetches a file from a byte on.
 * @returns whether the answer starts at that byte (otherwise it is the whole file), and its pieces
 * @throws  HubRefusal, or errors of fetch; silence for a minute counts as a lost connection
 */
export async function fetchFrom(
  url: string,
  token: string | undefined,
  start: number,
): Promise<{ resumed: boolean; pieces: AsyncIterable<Uint8Array> }> {
  const range: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {}
  const { status, headers, body } = await request(url, 'GET', token, range, () => false)
  const resumed =
    status === 206 && headers.get('content-range')?.startsWith(`bytes ${start}-`) === true
  if (status === 206 && !resumed) {
    await body?.cancel()
    throw new Error('the hub answered with another range than the requested one')
  }
  return { resumed, pieces: body === null ? noPieces() : untilSilent(body) }
}

// Redirects are followed here, not by fetch: the token is for the hub, not for the target of a redirect.
async function request(
  start: string,
  method: 'GET' | 'HEAD',
  token: string | undefined,
  headers: Record<string, string>,
  isEnough: (answer: Response) => boolean,
): Promise<Response> {
  let url = new URL(start)
  const { origin } = url
  for (let hop = 0; hop <= REDIRECTS; hop += 1) {
    const bearer: Record<string, string> =
      token !== undefined && url.origin === origin ? { authorization: `Bearer ${token}` } : {}
    const answer = await connect(url, {
      method,
      redirect: 'manual',
      // A compressed answer has another length than the file.
      headers: { 'accept-encoding': 'identity', ...headers, ...bearer },
    })
    if (answer.status < 400 && isEnough(answer)) return answer
    const target = answer.headers.get('location')
    if (answer.status < 300 || answer.status > 399 || target === null)
      return assertGood(answer, url)
    await answer.body?.cancel()
    url = new URL(target, url)
  }
  throw new HubRefusal(`more than ${REDIRECTS} redirects`)
}

async function connect(url: URL, init: RequestInit): Promise<Response> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error('no answer in time')), SILENT_MS)
  try {
    return await fetch(url, { ...init, signal: stop.signal })
  } finally {
    clearTimeout(timer)
  }
}

async function assertGood(answer: Response, url: URL): Promise<Response> {
  const { status } = answer
  if (status === 200 || status === 206) return answer
  await answer.body?.cancel()
  if (status === 401 || status === 403)
    throw new HubRefusal(`${url.host} asks for a token (${status}); set engineToken`)
  if (status === 404) throw new HubRefusal(`${url.host} has no such file (404)`)
  throw new Error(`${url.host} answered ${status}`)
}

async function* untilSilent(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const timer = setTimeout(() => {
        void reader.cancel(new Error('silent')).catch(() => {})
      }, SILENT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function* noPieces(): AsyncGenerator<Uint8Array> {}

function sizeOf(text: string | null): number | null {
  const size = Number(text ?? 'none')
  return Number.isSafeInteger(size) && size > 0 ? size : null
}
