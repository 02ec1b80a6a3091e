import { z } from 'zod'
import { defineTool, fail } from '../declare/tool.js'
import { MEMORY_WORDS } from '../route/memory_words.js'

const MOST_ROWS = 40

export const memoryList = defineTool({
  name: 'memory_list',
  summary: 'List what is remembered: one line a note, newest first.',
  input: z.object({}),
  aliases: { names: ['list_memory', 'list_memories', 'memories', 'show_memory'] },
  effect: 'read',
  danger: false,
  evidence: null,
  route: { words: MEMORY_WORDS, quiet: true },
  extra: true,
  paths: () => [],
  describe: () => 'list memory',

  async run(_, { memory }) {
    if (memory === undefined) return fail('This run has no memory.')
    const notes = memory.list()
    if (notes.length === 0) return { ok: true, text: 'Nothing is remembered yet.' }
    const lines = notes
      .slice(0, MOST_ROWS)
      .map(({ scope, name, type, isRule, created, description, caveat }) => {
        const kind = [scope, isRule ? 'rule' : type, created].filter((part) => part !== '')
        return `${name} (${kind.join(', ')}): ${description}${caveat === '' ? '' : ` [${caveat}]`}`
      })
    const more = notes.length - lines.length
    const rest = more > 0 ? [`${more} older notes are not listed. Use memory_search.`] : []
    return { ok: true, text: [...lines, ...rest].join('\n') }
  },
})
