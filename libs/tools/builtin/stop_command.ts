import { z } from 'zod'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { backgroundResult, unknownCommand } from '../result/background_result.js'

export const stopCommand = defineTool({
  name: 'stop_command',
  summary: 'End a background command.',
  input: z.object({ id: OpenPlace.trim().min(1) }),
  aliases: {
    names: ['KillShell', 'KillBash', 'kill', 'stop', 'kill_command'],
    fields: { id: ['bash_id', 'command_id', 'shell_id', 'pid', 'job'] },
  },
  effect: 'plan',
  danger: false,
  evidence: 'shell_output',
  route: { for: ['run'], words: /\b(?:background|server|watch|daemon)\b/i },
  paths: () => [],
  describe: ({ id }) => `stop ${id}`,

  async run({ id }, { workspace: { background }, resultTokens }) {
    const ended = await background.stop(id)
    return ended === null
      ? fail(unknownCommand(id, background.ids()))
      : backgroundResult(ended, resultTokens)
  },
})
