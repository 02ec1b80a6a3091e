import { z } from 'zod'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { backgroundResult, unknownCommand } from '../result/background_result.js'
import { readStored } from '../result/read_stored.js'

export const readOutput = defineTool({
  name: 'read_output',
  summary: 'Output of a background command.',
  input: z.object({ id: OpenPlace.trim().min(1) }),
  aliases: {
    names: ['BashOutput', 'get_output', 'command_output'],
    fields: { id: ['bash_id', 'command_id', 'shell_id', 'pid', 'job'] },
  },
  effect: 'plan',
  danger: false,
  evidence: 'shell_output',
  route: { for: ['run'], words: /\b(?:background|server|watch|daemon)\b/i },
  paths: () => [],
  describe: ({ id }) => `read the output of ${id}`,

  async run({ id }, context) {
    const { workspace, signal, resultTokens } = context
    const { background } = workspace
    const seen = await background.read(id, signal)
    // An evidence id: the model means the output that was cut.
    const stored = seen === null ? readStored(id, {}, context) : null
    if (stored !== null) return stored
    return seen === null
      ? fail(unknownCommand(id, background.ids()))
      : backgroundResult(seen, resultTokens)
  },
})
