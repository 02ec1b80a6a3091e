import { z } from 'zod'
import { defineTool } from '../declare/tool.js'

export const task = defineTool({
  name: 'task',
  summary: 'Open a part of the work, to be finished first.',
  input: z.object({ prompt: z.string().trim().min(1), role: z.string().trim().optional() }),
  aliases: {
    names: ['agent', 'subagent', 'delegate'],
    fields: { prompt: ['description', 'task', 'question'], role: ['subagent_type', 'agent'] },
  },
  effect: 'plan',
  danger: false,
  evidence: null,
  unlisted: true,
  paths: () => [],
  describe: ({ prompt }) => `open: ${prompt}`,

  async run({ prompt, role }) {
    const line = [role, prompt]
      .filter((part) => part)
      .join(': ')
      .replace(/\s+/g, ' ')
    return {
      ok: true,
      text: `Opened: ${line}\nThere is no other agent: do it now. Finish it with resolve before you continue with the rest.`,
      plan: [{ type: 'spawn', hypothesis: line }],
    }
  },
})
