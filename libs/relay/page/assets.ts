import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** A file of the page, at its own path. */
export interface Asset {
  path: string
  type: string
  text: string
  /** For `If-None-Match`: the file changes with the proxy's version only. */
  etag: string
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const FIRST = 'page.html'

/** Reads the page; each line names its file as text, so that the build can put the file there. */
export function readAssets(): Asset[] {
  const files = {
    [FIRST]: readFileSync(new URL('./browser/page.html', import.meta.url), 'utf8'),
    'page.css': readFileSync(new URL('./browser/page.css', import.meta.url), 'utf8'),
    'icon.svg': readFileSync(new URL('./browser/icon.svg', import.meta.url), 'utf8'),
    'page.mjs': readFileSync(new URL('./browser/page.mjs', import.meta.url), 'utf8'),
    'ask.mjs': readFileSync(new URL('./browser/ask.mjs', import.meta.url), 'utf8'),
    'token.mjs': readFileSync(new URL('./browser/token.mjs', import.meta.url), 'utf8'),
    'elements.mjs': readFileSync(new URL('./browser/elements.mjs', import.meta.url), 'utf8'),
    'words.mjs': readFileSync(new URL('./browser/words.mjs', import.meta.url), 'utf8'),
    'tiles.mjs': readFileSync(new URL('./browser/tiles.mjs', import.meta.url), 'utf8'),
    'queue.mjs': readFileSync(new URL('./browser/queue.mjs', import.meta.url), 'utf8'),
    'engine.mjs': readFileSync(new URL('./browser/engine.mjs', import.meta.url), 'utf8'),
    'prompts.mjs': readFileSync(new URL('./browser/prompts.mjs', import.meta.url), 'utf8'),
    'usage.mjs': readFileSync(new URL('./browser/usage.mjs', import.meta.url), 'utf8'),
    'bars.mjs': readFileSync(new URL('./browser/bars.mjs', import.meta.url), 'utf8'),
  }
  return Object.entries(files).map(([name, text]) => ({
    path: name === FIRST ? '/' : `/page/${name}`,
    type: TYPES[extname(name)] ?? '',
    text,
    etag: etagOf(text),
  }))
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}
