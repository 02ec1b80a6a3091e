import { z } from 'zod'
import { defineTool } from '../declare/tool.js'

export const task = defineTool({
  name: 'task',
  summary: 'Set a part of the work apart, to be finished first.',
  input: z.object({ prompt: z.string().trim().min(1), role: z.string().trim().optional() }),
  effect: 'plan',
  danger: false,
  evidence: null,
  unlisted: true,
  paths: () => [],
  describe: ({ prompt }) => `part: ${prompt}`,

  async run({ prompt, role }) {
    const line = [role, prompt]
      .filter((part) => part)
      .join(': ')
      .replace(/\s+/g, ' ')
    return {
      ok: true,
      text: `Opened: ${line}\nNobody else works on it: do it now, and settle it with resolve before the rest.`,
      plan: [{ type: 'spawn', hypothesis: line }],
    }
  },
})
