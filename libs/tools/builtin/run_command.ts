import { z } from 'zod'
import { LIMITS } from '#core'
import { commandEvidence } from '../command_evidence.js'
import { showEnd, showOutput } from '../command_text.js'
import { defineTool } from '../tool.js'

/** No command does anything in less; a model that means seconds learns it from the message. */
const LEAST_MS = 1_000
/** Left free for the lines above the output. */
const FRAME_TOKENS = 120

export const runCommand = defineTool({
  name: 'run_command',
  summary: 'Run a shell command in the project folder, e.g. its tests.',
  input: z.object({
    command: z.string().trim().min(1),
    timeout_ms: z.int().min(1).optional(),
    background: z
      .boolean()
      .refine((background) => !background, {
        error: 'commands cannot run in the background here; leave it out and let the command end',
      })
      .optional()
      .meta({ hidden: true }),
  }),
  effect: 'command',
  danger: true,
  evidence: 'shell_output',
  paths: () => [],
  command: ({ command }) => command,
  describe: ({ command }) => `run ${command}`,

  async run({ command, timeout_ms: asked }, context) {
    const timeoutMs = Math.min(LIMITS.commandMaxMs, Math.max(LEAST_MS, asked ?? LIMITS.commandMs))
    const { workspace, signal, onSpawn, onOutput } = context
    const result = await workspace.runCommand({ command, timeoutMs, signal, onSpawn, onOutput })
    const tests = workspace.discoverTests(context.testCommand)
    const evidence = commandEvidence(command, result, tests?.command ?? null)
    const output = showOutput(result.output, context.resultTokens - FRAME_TOKENS)
    const verdict = evidence.kind === 'test_result' ? [evidence.summary] : []
    return {
      ok: result.exitCode === 0 && !result.timedOut,
      text: [showEnd(result, timeoutMs), ...verdict, output || '(no output)'].join('\n'),
      evidence: [evidence],
    }
  },
})
