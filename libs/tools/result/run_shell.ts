import { type EvidenceDraft, LIMITS } from '#core'
import { fail, type ToolContext, type ToolResult } from '../declare/tool.js'
import { findCallMark } from '../edit/guards/find_result_marks.js'
import { backgroundResult, movedResult } from './background_result.js'
import { commandEvidence, plainEvidence } from './command_evidence.js'
import { sandboxNotes, showEnd, showOutput } from './command_text.js'
import { isShellStart, type ShellAfter, shellAfter } from './shell_step.js'

/** Shortest timeout: a model that sends seconds instead of milliseconds still gets one second. */
const LEAST_MS = 1_000
/** End of the output in a result that nothing was judged of. The evidence row has all of it. */
const MOST_PLAIN_CHARS = 4_000
/** Tokens for the lines above the output. */
const FRAME_TOKENS = 120

/** What is run. `timeoutMs` as the model wrote it. */
interface Asked {
  command: string
  timeoutMs?: number | undefined
}

/** Runs a shell text to its end and makes the result of the call, with one evidence row. */
export async function runShell(
  { command, timeoutMs: asked }: Asked,
  context: ToolContext,
): Promise<ToolResult> {
  const copied = findCallMark(command)
  if (copied !== null) return fail(notWhole(copied))
  const { workspace, signal, move, onSpawn, onOutput, onEnd, shell } = context
  const folder = shell?.folder ?? ''
  const why = workspace.blocksForeground(command, folder)
  if (why !== null)
    return fail(
      `Not run: ${why}. Call run_command with ${JSON.stringify({ command, background: true })}. Then call read_output with its id.`,
    )
  const timeoutMs = Math.min(LIMITS.commandMaxMs, Math.max(LEAST_MS, asked ?? LIMITS.commandMs))
  const reports = shell !== undefined
  const place = { folder, variables: shell?.variables, reports }
  const result = await workspace.runCommand({
    command,
    ...place,
    timeoutMs,
    signal,
    move,
    onSpawn,
    onOutput,
  })
  if (result.movedTo !== undefined) {
    const { movedTo: id, output } = result
    const moved = movedResult({ id, command, output }, context.resultTokens)
    onEnd(moved)
    return moved
  }
  const ok = result.exitCode === 0 && !result.timedOut
  const end = showEnd(result, timeoutMs)
  onEnd({
    ok,
    text: `${end}\n${result.output.slice(-MOST_PLAIN_CHARS) || '(no output)'}`,
    evidence: [plainEvidence(command, result)],
  })
  const tests = workspace.discoverTests(context.testCommand)
  const scope = workspace.testScope(command, context.testCommand, folder)
  const unfinished =
    result.exitCode === 0
      ? workspace.whyUnfinished({ command, ...result }, context.testCommand)
      : null
  const evidence = commandEvidence(command, result, {
    tests: tests?.command ?? null,
    scope,
    unfinished,
  })
  const isTest = evidence.kind === 'test_result'
  const failed = isTest ? evidence.facts.passed !== true : !ok
  const most = isTest ? testTokens(failed) : Number.POSITIVE_INFINITY
  const output = showOutput(result.output, Math.min(most, context.resultTokens - FRAME_TOKENS), {
    command,
    failed,
  })
  const verdict = isTest ? [evidence.summary] : []
  const after = shell === undefined ? null : shellAfter(shell, result, workspace)
  const notes = [...(after?.lines ?? []), ...sandboxNotes(result)]
  return {
    ok,
    text: [end, ...verdict, ...notes, output || '(no output)'].join('\n'),
    evidence: [withPlace(evidence, context, after)],
  }
}

/** A prompt may show a long command without its middle (docs/design/prompt.md#rebuild). */
function notWhole(mark: string): string {
  return `Not run: "${mark}" replaces lines that your prompt does not show. Send every line of the command.`
}

function testTokens(failed: boolean): number {
  return failed ? LIMITS.failedTestTokens : LIMITS.passedTestTokens
}

/** Starts a shell text in the background, in the folder of the session; where it ends does not last. */
export async function startShellInBackground(
  command: string,
  { workspace, signal, onSpawn, resultTokens, shell }: ToolContext,
): Promise<ToolResult> {
  const copied = findCallMark(command)
  if (copied !== null) return fail(notWhole(copied))
  const place = { folder: shell?.folder, variables: shell?.variables }
  const started = await workspace.background.start({ command, ...place, signal, onSpawn })
  if (!started.ok) return fail(`Not started: ${started.message}`)
  return backgroundResult(started, resultTokens)
}

/** The row says where the command began, and what the next one starts with. */
function withPlace(
  evidence: EvidenceDraft,
  { shell }: ToolContext,
  after: ShellAfter | null,
): EvidenceDraft {
  if (shell === undefined || after === null) return evidence
  if (isShellStart(shell) && isShellStart(after.state)) return evidence
  const { folder, variables } = after.state
  const facts = { ...evidence.facts, shell: { folder, variables: { ...variables } } }
  return {
    ...evidence,
    facts: shell.folder === '' ? facts : { ...facts, cwd: shell.folder },
  }
}
