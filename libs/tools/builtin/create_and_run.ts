import { z } from 'zod'
import { Place, WholeText } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { PATH_WORDS } from '../declare/words.js'

export const createAndRun = defineTool({
  name: 'create_and_run',
  summary: 'Write a file, then run a command if the file was written.',
  input: z.object({
    path: Place,
    content: WholeText,
    command: z.string().trim().min(1),
  }),
  aliases: {
    names: ['write_and_run', 'create_and_execute'],
    fields: { path: PATH_WORDS, content: ['contents', 'text', 'code'], command: ['cmd', 'run'] },
  },
  effect: 'command',
  danger: true,
  evidence: 'shell_output',
  route: { quiet: true },
  paths: ({ path }) => [{ path, access: 'write' }],
  command: ({ command }) => command,
  writesFirst: ({ path, content }) => ({ path, text: content }),
  describe: ({ path, command }) => `write ${path} and run ${command}`,
  // Each part has a gate, an intent and evidence of its own.
  expand: ({ path, content, command }) => [
    { name: 'write_file', arguments: { path, content } },
    { name: 'run_command', arguments: { command } },
  ],

  async run() {
    return fail('Call write_file and then run_command.')
  },
})
