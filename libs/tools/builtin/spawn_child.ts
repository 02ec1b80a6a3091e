import { z } from 'zod'
import { defineTool } from '../declare/tool.js'

export const spawnChild = defineTool({
  name: 'spawn_child',
  summary: 'Open a sub-question.',
  input: z.object({ hypothesis: z.string().trim().min(1) }),
  aliases: {
    names: ['subtask', 'sub_question', 'add_subtask'],
    fields: { hypothesis: ['question', 'text', 'prompt', 'subtask', 'task'] },
  },
  effect: 'plan',
  notes: 'other',
  danger: false,
  evidence: null,
  route: { base: 'roomy' },
  extra: true,
  card: {
    example: { hypothesis: 'The cache returns an old value' },
    rules: ['Write one statement that can be true or false.', 'End it with `resolve`.'],
  },
  paths: () => [],
  describe: ({ hypothesis }) => `open: ${hypothesis}`,

  async run({ hypothesis }) {
    const line = hypothesis.replace(/\s+/g, ' ')
    return {
      ok: true,
      text: `Opened: ${line}\nFinish it with resolve before you continue with the rest.`,
      plan: [{ type: 'spawn', hypothesis: line }],
    }
  },
})
