import { z } from 'zod'
import { LIMITS } from '#core'
import { defineTool, fail, type ToolContext, type ToolResult } from '../declare/tool.js'
import { backgroundResult } from '../result/background_result.js'
import { commandEvidence, plainEvidence } from '../result/command_evidence.js'
import { sandboxNotes, showEnd, showOutput } from '../result/command_text.js'

/** Shortest timeout: a model that sends seconds instead of milliseconds still gets one second. */
const LEAST_MS = 1_000
/** End of the output that a result shows which nothing was judged of. The evidence row has all of it. */
const MOST_PLAIN_CHARS = 4_000
/** Tokens for the lines above the output. */
const FRAME_TOKENS = 120

export const runCommand = defineTool({
  name: 'run_command',
  summary: 'Run a shell command in the project folder, e.g. its tests.',
  input: z.object({
    command: z.string().trim().min(1),
    timeout_ms: z.int().min(1).optional(),
    background: z.boolean().optional(),
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
  evidence: 'shell_output',
  paths: () => [],
  command: ({ command }) => command,
  describe: ({ command, background }) =>
    background ? `run in the background: ${command}` : `run ${command}`,

  async run({ command, timeout_ms: asked, background }, context) {
    const { workspace, signal, onSpawn, onOutput, onEnd } = context
    if (background) return startInBackground(command, context)
    const why = workspace.blocksForeground(command)
    if (why !== null)
      return fail(
        `Not run: ${why}. Call run_command with ${JSON.stringify({ command, background: true })}. Then call read_output with its id.`,
      )
    const timeoutMs = Math.min(LIMITS.commandMaxMs, Math.max(LEAST_MS, asked ?? LIMITS.commandMs))
    const result = await workspace.runCommand({ command, timeoutMs, signal, onSpawn, onOutput })
    const ok = result.exitCode === 0 && !result.timedOut
    const end = showEnd(result, timeoutMs)
    onEnd({
      ok,
      text: `${end}\n${result.output.slice(-MOST_PLAIN_CHARS) || '(no output)'}`,
      evidence: [plainEvidence(command, result)],
    })
    const tests = workspace.discoverTests(context.testCommand)
    const scope = workspace.testScope(command, context.testCommand)
    const evidence = commandEvidence(command, result, { tests: tests?.command ?? null, scope })
    const output = showOutput(result.output, context.resultTokens - FRAME_TOKENS)
    const verdict = evidence.kind === 'test_result' ? [evidence.summary] : []
    const notes = sandboxNotes(result)
    const text = [end, ...verdict, ...notes, output || '(no output)'].join('\n')
    return { ok, text, evidence: [evidence] }
  },
})

async function startInBackground(
  command: string,
  { workspace, signal, onSpawn, resultTokens }: ToolContext,
): Promise<ToolResult> {
  const started = await workspace.background.start({ command, signal, onSpawn })
  if (!started.ok) return fail(`Not started: ${started.message}`)
  return backgroundResult(started, resultTokens)
}
