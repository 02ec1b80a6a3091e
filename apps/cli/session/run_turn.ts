import { endOf, type TaskResult } from '#core'
import { supervise } from '#supervisor'
import { type Input, type Notifier, showControls } from '#terminal'
import { describeChangedTests } from '../output/describe/describe_accept.js'
import { endLine } from '../output/end_line.js'
import { oneLine } from '../output/one_line.js'
import type { SessionScreen } from '../output/session/types.js'
import { drain, keepLearned } from '../run/drive.js'
import type { Wired } from '../run/wire.js'
import type { Interrupts } from './leave/handle_interrupts.js'
import type { Talk } from './talk.js'

/** What a turn needs of its session. */
interface Turn {
  wired: Wired
  input: Input
  interrupts: Interrupts
  notifier: Notifier
  screen: SessionScreen
  state: Pick<Talk['state'], 'isLeaving' | 'unread'>
}

/**
 * Runs a task in a session and prints its end. Ctrl+C interrupts it: lines that are still queued go back to the input
 * line. @returns how it ended
 */
export async function runTurn(taskId: string, talk: Turn): Promise<TaskResult> {
  const { wired, screen, interrupts, state } = talk
  screen.begin(wired.ledger.view(taskId).task.text)
  state.unread = []
  const turn = new AbortController()
  turn.signal.addEventListener('abort', () => unsendLater(talk), { once: true })
  interrupts.turn = turn
  const run = supervise(taskId, wired.deps, turn.signal)
  const result = await drain(run, wired.audit, (event) => {
    if (event.type === 'reply' && event.depth === undefined) state.unread = []
    screen.show(event)
  })
  keepLearned(wired, taskId)
  await printEnd(result, talk)
  interrupts.turn = null
  return result
}

/** A question that is open takes what is typed first, and gives the half line back. */
function unsendLater({ input, interrupts, state }: Turn): void {
  queueMicrotask(() => {
    // A session that ends hands its lines to what reads next.
    if (!state.isLeaving && interrupts.signal === null) input.unsend(() => {})
  })
}

async function printEnd(
  result: TaskResult,
  { input, screen, state, wired, notifier }: Turn,
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
  for (const line of describeChangedTests(result, '/accept', screen.paintDiff))
    input.print(`${line}\n`)
  // In a session only the endpoint needs one: everything else can be typed at the prompt.
  const advice = cause === undefined ? '' : endOf(result).advice
  if (advice !== '' && !says(advice))
    input.print(`${say('error.hint', { hint: showControls(say.part(advice)) })}\n`)
  if (result.subtype === 'resolved') input.print(`(${end})\n`)
  else input.print(`(${say('end.resume', { end })})\n`)
  const unread = state.unread.map(oneLine).join(' · ')
  if (result.subtype !== 'resolved' && unread !== '')
    input.print(`${showControls(say('session.unread', { text: unread }))}\n`)
}
