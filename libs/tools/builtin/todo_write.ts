import { z } from 'zod'
import { parseTodoItems } from '../call/todo_items.js'
import { defineTool } from '../declare/tool.js'

export const todoWrite = defineTool({
  name: 'todo_write',
  summary: 'Replace the to-do list.',
  input: z.object({
    items: z
      .array(z.string().meta({ jsonText: true }))
      .describe('"[ ] text", "[>] in progress", "[x] done"'),
  }),
  aliases: {
    names: ['TodoWrite', 'todo', 'update_todos', 'write_todos', 'todos', 'update_plan'],
    fields: { items: ['todos', 'tasks', 'list', 'todo_list', 'plan'] },
  },
  effect: 'plan',
  notes: 'list',
  danger: false,
  evidence: null,
  route: { base: 'roomy', for: ['plan'] },
  extra: true,
  card: {
    example: { items: ['[x] Find the cause', '[>] Fix it', '[ ] Run the tests'] },
    rules: ['`items` is a list of short texts.', 'Send all items each time.'],
    words: /\b(?:plan|steps|todo|to-do)\b/iu,
  },
  paths: () => [],
  describe: ({ items }) => `to-do list of ${items.length}`,

  async run({ items }) {
    const todo = parseTodoItems(items)
    const done = todo.filter((item) => item.status === 'done').length
    const next = todo.find((item) => item.status !== 'done')
    const text =
      todo.length === 0
        ? 'The list is empty now.'
        : `${done} of ${todo.length} done.${next ? ` Next: ${next.text}` : ''}`
    return { ok: true, text, plan: [{ type: 'todo', items: todo }] }
  },
})
