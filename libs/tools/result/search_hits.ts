import { z } from 'zod'

/** The fields of SearXNG's JSON answer that a model can use. */
const Answer = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
    }),
  ),
})

type Hit = z.infer<typeof Answer>['results'][number]

/** Length of a snippet; web_fetch reads the whole page. */
const SNIPPET_CHARS = 240

/** The request of a search: SearXNG's `/search?q=…&format=json`, below whatever path the base has. */
export function searchAddress(base: string, query: string): string {
  const url = new URL(base)
  const folder = url.pathname.replace(/\/(?:search\/?)?$/, '')
  url.pathname = `${folder}/search`
  url.search = ''
  url.searchParams.set('q', query)
  url.searchParams.set('format', 'json')
  return url.href
}

/** Parses the answer. @returns null when the text has another format */
export function readHits(text: string): Hit[] | null {
  try {
    const read = Answer.safeParse(JSON.parse(text))
    return read.success ? read.data.results : null
  } catch {
    return null
  }
}

/** Numbered: title, address, snippet; each on lines of its own. */
export function writeHits(head: string, hits: readonly Hit[]): string {
  const rows = hits.flatMap(({ title, url, content }, index) => {
    const snippet = oneLine(content ?? '').slice(0, SNIPPET_CHARS)
    return [
      `${index + 1}. ${oneLine(title ?? '') || url}`,
      `   ${url}`,
      ...(snippet === '' ? [] : [`   ${snippet}`]),
    ]
  })
  return [head, ...rows].join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
