import { z } from 'zod'
import { defineTool } from '../declare/tool.js'
import { runShell, startShellInBackground } from '../result/run_shell.js'

export const runCommand = defineTool({
  name: 'run_command',
  summary: 'Run a shell command, e.g. the tests.',
  input: z.object({
    command: z.string().trim().min(1),
    timeout_ms: z.int().min(1).optional().meta({ spare: true }),
    background: z.boolean().optional().meta({ spare: true }),
  }),
  aliases: {
    names: [
      'bash',
      'shell',
      'sh',
      'terminal',
      'execute',
      'exec',
      'execute_command',
      'run_shell_command',
      'run_terminal_cmd',
      'shell_command',
      'run_bash',
      'command',
    ],
    fields: {
      command: ['cmd', 'commands', 'script', 'bash_command', 'shell_command', 'code'],
      timeout_ms: ['timeout_milliseconds'],
      background: ['run_in_background', 'is_background'],
    },
  },
  effect: 'command',
  danger: true,
  shell: true,
  evidence: 'shell_output',
  route: { base: 'always', for: ['write', 'run', 'plan'] },
  card: {
    example: { command: 'npm test' },
    rules: [
      'Give one line of shell text.',
      'Set `background` to true for a server or a watcher.',
      'A command cannot ask: pass options such as --yes.',
      'Use `read_file` and `grep` to read files.',
    ],
    words: /\b(?:run|execute|tests?|build|install|start|compile|lance|ejecuta)\b|运行/iu,
    priority: 3,
  },
  paths: () => [],
  command: ({ command }) => command,
  describe: ({ command, background }) =>
    background ? `run in the background: ${command}` : `run ${command}`,

  async run({ command, timeout_ms: timeoutMs, background }, context) {
    return background
      ? startShellInBackground(command, context)
      : runShell({ command, timeoutMs }, context)
  },
})
