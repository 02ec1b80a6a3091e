import { LIMITS } from '#core'
import { fetchUrl } from '../fetch/fetch_url.js'
import type { WebAccess, WebAnswer, WebFailure, WebRequest } from '../fetch/types.js'
import { decodePage } from './decode_page.js'

export interface WebPage {
  ok: true
  /** After the last redirect. */
  url: string
  status: number
  /** Size of the decompressed body. */
  bytes: number
  title: string
  /** The complete text; HTML is converted to Markdown. */
  text: string
}

const ACCEPT = 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.1'
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/
const TEXT =
  /^text\/|^application\/(?:[\w.+-]+\+)?(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|x-sh|x-ndjson)$/

/** Fetches a page as text: HTML becomes Markdown, other text is unchanged, other types are refused. */
export async function fetchPage(
  address: string,
  access: WebAccess,
  { signal, onRequest }: Pick<WebRequest, 'signal' | 'onRequest'>,
): Promise<WebPage | WebFailure> {
  const answer = await fetchUrl(address, access, {
    maxBytes: LIMITS.webBytes,
    timeoutMs: LIMITS.webMs,
    accept: ACCEPT,
    signal,
    onRequest,
  })
  if (!answer.ok) return answer
  const { url, status, bytes } = answer
  if (!isText(answer)) return refuseType(answer)
  const text = decodePage(answer)
  const head = { ok: true as const, url, status, bytes: bytes.length }
  if (!isHtml(answer)) return { ...head, title: '', text }
  const { readPage } = await import('./read_page.js')
  const read = await readPage({ html: text, address: url }, signal)
  return read.ok ? { ...head, ...read.page } : { ok: false, message: `${url}: ${read.message}.` }
}

function isText({ contentType, bytes }: WebAnswer): boolean {
  if (contentType !== '') return HTML.test(contentType) || TEXT.test(contentType)
  return !bytes.subarray(0, 8_192).includes(0)
}

function isHtml({ contentType, bytes }: WebAnswer): boolean {
  if (contentType !== '') return HTML.test(contentType)
  return /^\s*<(?:!doctype html|html)/i.test(bytes.subarray(0, 512).toString('latin1'))
}

function refuseType({ url, contentType, bytes }: WebAnswer): WebFailure {
  const kind = contentType === '' ? 'not text' : `${contentType.slice(0, 80)}, not text`
  const message = `${url} is ${kind} (${bytes.length} bytes). Save it with download_file and inspect the file.`
  return { ok: false, message }
}
