import { countNoun, outputNote } from '#core'
import { decide, gateRequest } from '#gate'
import { showControls } from '#terminal'
import type { CommandResult } from '#workspace'
import type { Talk } from '../talk.js'

/** `!ls`, not `!=` or `!important` in a sentence: the sign is the first character. */
const SHELL = /^!\s*([^\s!=][\s\S]*)$/
const TIMEOUT_MS = 600_000
/** Of a long output the person and the model see the beginning and the end. */
const SHOWN_LINES = 40
const MODEL_CHARS = 8_000

/** The command of a line that begins with `!`; null for other lines. */
export function readShellLine(line: string): string | null {
  return SHELL.exec(line.trim())?.[1]?.trim() ?? null
}

/**
 * Runs a command that the person typed, in the folder and under the deny rules of the agent's commands. It is not
 * asked for: its words are the person's own. Esc and Ctrl+C end it. The model sees its output with the next message.
 */
export async function runShellLine(command: string, talk: Talk): Promise<void> {
  const { input, terminal, wired, interrupts, state, mover } = talk
  const refusal = refusalOf(command, talk)
  if (refusal !== null) return input.print(`${showControls(refusal)}\n`)
  const own = new AbortController()
  const { turn } = interrupts
  // While a turn runs, Esc belongs to the turn.
  if (turn === null) interrupts.turn = own
  const movable = mover.offer()
  try {
    const { workspace } = wired.deps
    const signal = turn === null ? own.signal : AbortSignal.any([own.signal, turn.signal])
    const result = await workspace.runCommand({
      ...{ command, timeoutMs: TIMEOUT_MS, signal },
      move: movable.signal,
    })
    const end = endOf(result)
    const lines = result.output.trimEnd().split('\n')
    const shown = showControls(cutLines(lines).join('\n'))
    const isBoxed = (await wired.sandbox.found).program !== null
    const head = shown === '' ? '' : `${shown}\n`
    terminal.print(`${head}(${wired.say.part(whereOf(end, isBoxed))})\n`)
    const text = result.output.trimEnd()
    const { movedTo: id } = result
    const more = id === undefined ? '' : `Call read_output with id ${id} for its new output.`
    const output =
      text.length <= MODEL_CHARS
        ? text
        : `${text.slice(0, MODEL_CHARS / 2)}\n…\n${text.slice(-MODEL_CHARS / 2)}`
    state.shellOutputs.push(outputNote({ command, end, output, more }))
  } finally {
    movable.end()
    if (interrupts.turn === own) interrupts.turn = null
  }
}

/** Why it may not run; null: it may. What would be asked is allowed: the person typed it. */
function refusalOf(command: string, { wired }: Talk): string | null {
  const { registry, workspace, parts, gate } = wired.deps
  const checked = registry.validate({ id: 'shell', name: 'run_command', arguments: { command } })
  if (!checked.ok) return checked.message
  const verdict = decide(
    gateRequest({
      tool: checked.tool,
      input: checked.input,
      workspace,
      programs: parts.programs,
      session: {
        mode: gate.mode(),
        capabilities: gate.capabilities,
        allow: gate.allow,
        approved: [],
        web: gate.web,
        safe: gate.safeCommands,
      },
    }),
  )
  return verdict.decision === 'deny' ? `denied (${verdict.rule}): ${verdict.reason}` : null
}

/** How a line ended, and that its command saw only what the sandbox shows. */
export function whereOf(end: string, isBoxed: boolean): string {
  return isBoxed ? `${end}, in the sandbox` : end
}

function endOf(result: CommandResult): string {
  if (result.movedTo !== undefined) return `runs in the background as ${result.movedTo}`
  if (result.aborted) return 'stopped'
  if (result.timedOut) return 'stopped after 10 minutes'
  return result.exitCode === null ? 'did not end by itself' : `exit code ${result.exitCode}`
}

function cutLines(lines: readonly string[]): readonly string[] {
  const left = lines.length - SHOWN_LINES
  if (left <= 1) return lines
  const half = SHOWN_LINES / 2
  return [...lines.slice(0, half), `… ${countNoun(left, 'more line')}`, ...lines.slice(-half)]
}
