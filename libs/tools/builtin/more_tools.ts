import { z } from 'zod'
import { defineTool } from '../declare/tool.js'

export const moreTools = defineTool({
  name: 'more_tools',
  summary: 'Shows the arguments of further tools, such as:',
  input: z.object({}),
  aliases: { names: ['list_tools', 'tools', 'help', 'available_tools'] },
  effect: 'read',
  danger: false,
  lists: true,
  extra: true,
  evidence: null,
  route: { base: 'always' },
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
