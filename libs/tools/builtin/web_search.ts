import { z } from 'zod'
import { LIMITS } from '#core'
import { fetchPage } from '#web'
import { defineTool, fail } from '../declare/tool.js'
import { readHits, searchAddress, writeHits } from '../result/search_hits.js'
import { UNTRUSTED, webEvidence } from '../result/web_evidence.js'

const NO_ENDPOINT =
  'Web search is not configured: the user has not set searchUrl (AIRCODER_SEARCH_URL), the address of a SearXNG server. Use web_fetch with a known address, or continue without the web.'

export const webSearch = defineTool({
  name: 'web_search',
  summary: 'Search the web.',
  input: z.object({ query: z.string().trim().min(1).max(400) }),
  aliases: {
    names: ['WebSearch', 'search', 'google', 'search_web', 'internet_search'],
    fields: { query: ['q', 'search', 'search_query', 'search_term', 'text'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'web_page',
  route: { for: ['web'] },
  extra: true,
  paths: () => [],
  urls: ({ query }, web) => (web.searchUrl === null ? [] : [searchAddress(web.searchUrl, query)]),
  describe: ({ query }) => `search the web for ${query}`,

  async run({ query }, { web, signal, onRequest }) {
    if (web.searchUrl === null) return fail(NO_ENDPOINT)
    const address = searchAddress(web.searchUrl, query)
    // The user configured this server, so it may be in a private network.
    const allowPrivate = [...web.allowPrivate, new URL(web.searchUrl).hostname]
    const page = await fetchPage(address, { ...web, allowPrivate }, { signal, onRequest })
    if (!page.ok) return fail(page.message)
    const hits = page.status === 200 ? readHits(page.text) : null
    if (hits === null)
      return fail(
        `The search server returned HTTP status ${page.status} and no JSON results. The user can enable the format json in its settings (search.formats).`,
      )
    const shown = hits.slice(0, LIMITS.searchResults)
    const head = `${shown.length} results for ${query} ${UNTRUSTED}`
    const text = shown.length === 0 ? `No result for ${query}.` : writeHits(head, shown)
    return { ok: true, text, evidence: [webEvidence(address, page, `search: ${query}`, text)] }
  },
})
