import type { NumberedOutcome } from '#context'
import type { Outcome, ToolCall } from '#core'
import { callKey, type View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { showDifference } from './show_difference.js'

/** A shorter result costs less than the line that would replace it. */
const LEAST_CHARS = 240

interface PastCall {
  /** Equal for calls of one tool that differ only in white space. */
  key: string
  step: number
  /** Evidence ids as the result shows them, `e7` or `e7 e8`. */
  ids: string
  text: string
  /** It reads only. */
  pure: boolean
}

/**
 * Shortens repeated results in the prompt. A reading call whose result equals, byte for byte, a result of the same
 * call that the prompt still shows is one line that names it. A text that the head has is one line too. The call
 * still runs (a person may have changed the file), and its whole outcome and evidence are stored. What a rebuild
 * dropped or shortened is shown in full again. A file that has changed since is shown in its changed places. After a
 * failed edit the text was asked for, so it is shown.
 */
export function shortenRepeats(
  { view, reply, number }: Frame,
  outcomes: readonly NumberedOutcome[],
  deps: Pick<Deps, 'registry'>,
): NumberedOutcome[] {
  const past = pastCalls(view, deps)
  const asked = lastFailedEdit(view, deps)
  return outcomes.map(({ outcome, ids }) => {
    const call = reply.calls.find(({ id }) => id === outcome.callId)
    const made = { name: outcome.tool, arguments: call?.arguments ?? {} }
    const result = { ids: ids.join(' '), text: outcome.text, step: number }
    const now = pastCall(made, result, deps)
    const line =
      sameBefore(past, now, { outcome, asked }) ??
      inHead(view, now, { outcome, asked }) ??
      changedSince(past, now, { outcome, asked })
    past.push(now)
    return line === null ? { outcome, ids } : { outcome: { ...outcome, text: line }, ids }
  })
}

interface Repeat {
  outcome: Outcome
  /** The step of the last failed edit; 0: none. */
  asked: number
}

function mayShorten({ pure }: PastCall, { ok, text }: Outcome): boolean {
  return pure && ok && text.length >= LEAST_CHARS
}

function sameBefore(past: readonly PastCall[], now: PastCall, { outcome, asked }: Repeat) {
  if (!mayShorten(now, outcome)) return null
  const earlier = past.findLast(
    ({ key, text, ids, step }) =>
      key === now.key && isShown(now.text, text) && ids !== '' && step >= asked,
  )
  if (earlier === undefined) return null
  return `Nothing new. The result is the same as ${earlier.ids} above, which shows the same text.`
}

/** The newest text of the same read that the prompt has in full. */
function changedSince(past: readonly PastCall[], now: PastCall, { outcome, asked }: Repeat) {
  if (!mayShorten(now, outcome)) return null
  const earlier = past.findLast(({ key, ids }) => key === now.key && ids !== '')
  if (earlier === undefined || earlier.step < asked) return null
  return showDifference(outcome, earlier)
}

/** A correction of the program may follow a result. */
function isShown(text: string, content: string): boolean {
  return content === text || content.startsWith(`${text}\n[aircoder] `)
}

/** The head shows the text of a result below a line that begins with `---`: files as they are now, outputs. */
function inHead({ generation }: View, now: PastCall, { outcome, asked }: Repeat): string | null {
  if (!mayShorten(now, outcome) || generation === null || generation.step < asked) return null
  const head = generation.head.map(({ content }) => content).join('\n')
  const body = now.text
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('… '))
    .join('\n')
  if (body.length < LEAST_CHARS) return null
  const at = head.indexOf(body)
  const title = at === -1 ? undefined : head.slice(0, at).split('\n').findLast(isTitle)
  return title === undefined
    ? null
    : `Nothing new. The first message has the same text below "${title}".`
}

function isTitle(line: string): boolean {
  return line.startsWith('--- ')
}

function lastFailedEdit({ recentCalls }: View, { registry }: Pick<Deps, 'registry'>): number {
  const failed = recentCalls.findLast(
    ({ tool, ok }) => !ok && registry.find(tool)?.effect === 'edit',
  )
  return failed?.step ?? 0
}

/** The calls that the tail of the prompt shows, oldest first, each with the text that it shows. */
function pastCalls(view: View, deps: Pick<Deps, 'registry'>): PastCall[] {
  const calls: PastCall[] = []
  let open: ToolCall[] = []
  for (const { message, step, taskId } of view.tail) {
    if (message.tool_calls !== undefined)
      open = message.tool_calls.map(({ id, function: { name, arguments: given } }) => ({
        id,
        name,
        arguments: JSON.parse(given) as Record<string, unknown>,
      }))
    const call = open.find(({ id }) => message.role === 'tool' && id === message.tool_call_id)
    if (call === undefined) continue
    const [, ids = '', text = ''] = /^(?:\[(e\d+(?: e\d+)*)\] )?(.*)$/s.exec(message.content) ?? []
    // Steps are counted in each task from 1: an earlier task is before everything.
    const at = taskId === view.task.id ? step : 0
    calls.push(pastCall(call, { ids, text, step: at }, deps))
  }
  return calls
}

function pastCall(
  { name, arguments: given }: Pick<ToolCall, 'name' | 'arguments'>,
  result: Pick<PastCall, 'ids' | 'text' | 'step'>,
  { registry }: Pick<Deps, 'registry'>,
): PastCall {
  const tool = registry.find(name)
  const pure = tool !== null && (tool.effect === 'read' || tool.effect === 'plan')
  return { key: `${tool?.name ?? name} ${callKey(given)}`, ...result, pure }
}
