import { z } from 'zod'
import type { KnownNote } from '../declare/memory.js'
import { defineTool, fail } from '../declare/tool.js'
import { MEMORY_WORDS } from '../route/memory_words.js'

/** Row 209: characters of a note beside others. A note that is asked for by name is shown whole. */
const BODY_CHARS = 200

export const memorySearch = defineTool({
  name: 'memory_search',
  summary: 'Search notes and earlier tasks by words, or read one note by its name.',
  input: z.object({ query: z.string().trim().min(1) }),
  aliases: {
    names: ['search_memory', 'read_memory', 'get_memory', 'recall_memory', 'query_memory'],
    fields: { query: ['text', 'words', 'search', 'name', 'keywords', 'q'] },
  },
  effect: 'read',
  danger: false,
  evidence: null,
  route: { words: MEMORY_WORDS, quiet: true },
  extra: true,
  paths: () => [],
  describe: ({ query }) => `search memory for ${query}`,

  async run({ query }, { memory }) {
    if (memory === undefined) return fail('This run has no memory.')
    const named = memory.list().find(({ name }) => name === query.replace(/\.md$/, ''))
    if (named !== undefined) return { ok: true, text: lines(named, named.body) }
    const { notes, tasks } = memory.search(query)
    if (notes.length + tasks.length === 0)
      return { ok: true, text: `Nothing that is remembered has these words: ${query}` }
    const found = notes.map((note) => {
      const body = note.body.replace(/\s+/g, ' ')
      const cut = body.length > BODY_CHARS
      return lines(note, cut ? `${body.slice(0, BODY_CHARS)}… (search "${note.name}")` : body)
    })
    const earlier = tasks.length === 0 ? [] : ['Earlier tasks:', ...tasks]
    return { ok: true, text: [...found, ...earlier].join('\n') }
  },
})

function lines({ scope, name, type, isRule, created, caveat }: KnownNote, body: string): string {
  const head = `${name} (${scope}, ${isRule ? 'rule' : type}${created === '' ? '' : `, ${created}`}): ${body}`
  return caveat === '' ? head : `${head}\n  ${caveat}`
}
