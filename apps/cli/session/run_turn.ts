import { endOf, type TaskResult } from '#core'
import { supervise } from '#supervisor'
import { createScreen, type Input, type Live, type Notifier, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { describeChangedTests } from '../output/describe_accept.js'
import { endLine } from '../output/end_line.js'
import { resumeHint, wantsColor } from '../output/output.js'
import { sayFor } from '../output/say_for.js'
import { drain, keepLearned } from '../run/drive.js'
import type { Wired } from '../run/wire.js'
import type { Interrupts } from './handle_interrupts.js'

/** What a turn needs of its session. */
interface Turn {
  wired: Wired
  flags: Flags
  input: Input
  interrupts: Interrupts
  live: Live | null
  notifier: Notifier
}

/** Runs a task in a session and prints its end. Ctrl+C interrupts it. @returns how it ended */
export async function runTurn(taskId: string, talk: Turn): Promise<TaskResult> {
  const { wired, flags, input, live, interrupts } = talk
  const color = wantsColor(flags, process.stdout, process.env)
  const verbose = flags.verbose === true
  const screen = createScreen({ write: input.print, color, verbose, live: live !== null })
  const turn = new AbortController()
  interrupts.turn = turn
  const run = supervise(taskId, wired.deps, turn.signal)
  const result = await drain(run, wired.audit, (event) => {
    screen.show(event)
    live?.watch(event)
  })
  live?.end()
  keepLearned(wired, taskId)
  printEnd(result, screen.end(result), talk)
  interrupts.turn = null
  return result
}

function printEnd(
  result: TaskResult,
  answer: string | null,
  { flags, input, wired, notifier }: Turn,
): void {
  const say = sayFor(wired.settings)
  const end = endLine(result, say)
  // A turn that the person ended needs no message.
  if (result.subtype !== 'interrupted' || result.cause !== undefined)
    notifier.ended(say('notify.ended', { end }), result.durationMs)
  const { subtype, cause } = result
  // The end line says it.
  const isStopped = subtype === 'interrupted' && cause === undefined
  if (answer !== null && !isStopped) input.print(`${showControls(answer)}\n`)
  for (const line of describeChangedTests(result, '/accept')) input.print(`${line}\n`)
  // In a session only the endpoint needs one: everything else can be typed at the prompt.
  const advice = cause === undefined ? '' : endOf(result).advice
  if (advice !== '' && !answer?.includes(advice)) input.print(`hint: ${showControls(advice)}\n`)
  if (result.subtype === 'resolved') input.print(`(${end})\n`)
  else input.print(`(${say('end.resume', { end, command: resumeHint(flags, result.taskId) })})\n`)
}
