import { z } from 'zod'
import { defineTool } from '../declare/tool.js'

export const moreTools = defineTool({
  name: 'more_tools',
  summary: 'Name further tools: long files, notebooks, waiting, notes.',
  input: z.object({}),
  aliases: { names: ['list_tools', 'tools', 'help', 'available_tools'] },
  effect: 'read',
  danger: false,
  evidence: null,
  rare: true,
  paths: () => [],
  describe: () => 'name further tools',

  async run(_, { more = [] }) {
    const lines = more.map(({ name, summary, form }) => `${name} ${form}: ${summary}`)
    return {
      ok: true,
      text: [`Call these like any other tool.`, ...lines].join('\n'),
    }
  },
})
