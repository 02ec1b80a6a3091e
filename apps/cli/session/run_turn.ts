import { endOf, type TaskResult } from '#core'
import { supervise } from '#supervisor'
import { type Input, type Notifier, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { describeChangedTests } from '../output/describe_accept.js'
import { endLine } from '../output/end_line.js'
import { resumeHint } from '../output/output.js'
import type { SessionScreen } from '../output/session/types.js'
import { drain, keepLearned } from '../run/drive.js'
import type { Wired } from '../run/wire.js'
import type { Interrupts } from './handle_interrupts.js'

/** What a turn needs of its session. */
interface Turn {
  wired: Wired
  flags: Flags
  input: Input
  interrupts: Interrupts
  notifier: Notifier
  screen: SessionScreen
}

/** Runs a task in a session and prints its end. Ctrl+C interrupts it. @returns how it ended */
export async function runTurn(taskId: string, talk: Turn): Promise<TaskResult> {
  const { wired, screen, interrupts } = talk
  screen.begin(wired.ledger.view(taskId).task.text)
  const turn = new AbortController()
  interrupts.turn = turn
  const run = supervise(taskId, wired.deps, turn.signal)
  const result = await drain(run, wired.audit, screen.show)
  keepLearned(wired, taskId)
  await printEnd(result, talk)
  interrupts.turn = null
  return result
}

async function printEnd(
  result: TaskResult,
  { flags, input, screen, wired, notifier }: Turn,
): Promise<void> {
  const { say } = wired
  const end = endLine(result, say)
  // A turn that the person ended needs no message.
  if (result.subtype !== 'interrupted' || result.cause !== undefined)
    notifier.ended(say('notify.ended', { end }), result.durationMs)
  const { subtype, cause } = result
  // The end line says it.
  const isStopped = subtype === 'interrupted' && cause === undefined
  const says = await screen.end(result, !isStopped)
  for (const line of describeChangedTests(result, '/accept')) input.print(`${line}\n`)
  // In a session only the endpoint needs one: everything else can be typed at the prompt.
  const advice = cause === undefined ? '' : endOf(result).advice
  if (advice !== '' && !says(advice))
    input.print(`${say('error.hint', { hint: showControls(say.part(advice)) })}\n`)
  if (result.subtype === 'resolved') input.print(`(${end})\n`)
  else input.print(`(${say('end.resume', { end, command: resumeHint(flags, result.taskId) })})\n`)
}
