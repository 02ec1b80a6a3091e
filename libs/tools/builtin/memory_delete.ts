import { z } from 'zod'
import { nearestNames } from '../call/names.js'
import { defineTool, fail } from '../declare/tool.js'
import { MEMORY_WORDS } from '../route/memory_words.js'

export const memoryDelete = defineTool({
  name: 'memory_delete',
  summary: 'Propose to forget a note. The user is asked.',
  input: z.object({ name: z.string().trim().min(1).describe('as memory_list shows it') }),
  aliases: {
    names: ['delete_memory', 'remove_memory', 'forget_memory', 'forget'],
    fields: { name: ['key', 'id', 'note', 'title'] },
  },
  effect: 'memory',
  danger: true,
  evidence: null,
  route: { words: MEMORY_WORDS, quiet: true },
  extra: true,
  paths: () => [],
  describe: ({ name }) => `forget the note ${name}`,

  async run({ name: given }, { memory }) {
    if (memory === undefined) return fail('This run has no memory.')
    const notes = memory.list()
    const name = given.replace(/\.md$/, '')
    const note = notes.find((one) => one.name === name)
    if (note === undefined) {
      const near = nearestNames(
        name,
        notes.map((one) => one.name),
      )
      const hint = near.length === 0 ? ' Call memory_list.' : ` Did you mean ${near.join(' or ')}?`
      return fail(`There is no note "${given}".${hint}`)
    }
    const shown = note.body.split('\n').map((line) => `- ${line}`)
    const change = { action: 'delete' as const, scope: note.scope, name: note.name }
    return { ok: true, text: '', memory: { change, shown: shown.join('\n') } }
  },
})
