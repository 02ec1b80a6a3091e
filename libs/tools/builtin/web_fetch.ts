import { z } from 'zod'
import { LIMITS } from '#core'
import { fetchPage } from '#web'
import { Place } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { UNTRUSTED, webEvidence } from '../result/web_evidence.js'

export const webFetch = defineTool({
  name: 'web_fetch',
  summary: 'Read a web page.',
  input: z.object({ url: Place }),
  aliases: {
    names: ['WebFetch', 'fetch', 'fetch_url', 'open_url', 'browse', 'get_url', 'visit'],
    fields: { url: ['uri', 'link', 'address', 'href'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'web_page',
  route: { for: ['web'], words: /https?:\/\//i },
  extra: true,
  card: {
    example: { url: 'https://nodejs.org/api/fs.html' },
    rules: ['Give a whole address with https.', 'Use `read_file` for files of the project.'],
    words: /https?:\/\//iu,
  },
  paths: () => [],
  urls: ({ url }) => [url],
  describe: ({ url }) => `fetch ${url}`,

  async run({ url }, { web, signal, onRequest }) {
    const page = await fetchPage(url, web, { signal, onRequest })
    if (!page.ok) return fail(page.message)
    if (page.status >= 400) return fail(`${page.url} returned HTTP status ${page.status}.`)
    const { title } = page
    const left = page.text.length - LIMITS.webTextChars
    const body = page.text.slice(0, LIMITS.webTextChars)
    const head = title === '' || body.startsWith(`# ${title}`) ? [] : [`# ${title}`]
    const more =
      left > 0 ? [`… ${left} more characters. Use download_file to get the whole page.`] : []
    const text = [`${page.url} ${UNTRUSTED}`, ...head, body, ...more].join('\n')
    return { ok: true, text, evidence: [webEvidence(url, page, title || page.url, text)] }
  },
})
