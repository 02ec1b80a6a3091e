import { countNoun } from '#core'
import type { TaskEnd } from '#ledger'
import { isStalled, type Loop } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { missingIn } from './missing_permission.js'

/** Steps that the summary of a stalled task covers, and lines that it has. */
const LOOK_BACK = 60
const MOST_LINES = 12

/** The end of a task whose loop reached the last limit, with what was tried; null: it goes on. */
export function endOfLoop(
  frame: Frame,
  { loop, error }: { loop: Loop | null; error: string },
  deps: Pick<Deps, 'ledger'>,
): TaskEnd | null {
  if (loop === null || !isStalled(loop)) return null
  const says = loop.says.replace(/^You/, 'The model')
  const lines = [`stopped: ${says}`]
  const permission = loop.denied ? missingIn(frame, deps) : null
  const failed = loop.failing ? lastError(frame, error) : ''
  // The error of a refused call is the missing permission.
  if (permission !== null) lines.push(permission)
  else if (failed !== '') lines.push(`The last error: ${failed}`)
  lines.push('Tried:', ...tried(frame, deps.ledger))
  const status = loop.denied ? 'denied' : 'stalled'
  return { status, text: lines.join('\n'), cites: [], proven: false }
}

/** The beginning of the newest error that is not our own refusal. */
function lastError({ view, outcomes }: Frame, error: string): string {
  const isOurs = [...outcomes.values()].some(({ mark }) => mark === 'withheld')
  const results = view.tail.filter(({ message }) => message.role === 'tool')
  const shown = results.findLast(({ message }) => !message.content.startsWith('Not run:'))
  const text = isOurs ? (shown?.message.content.replace(/^\[e[\d e]+\] /, '') ?? '') : error
  return text.split('\n').filter(Boolean).slice(0, 2).join(' / ').slice(0, 300)
}

/** The different calls of the last steps, the most frequent first, each with how often it was made and failed. */
function tried({ view, reply, outcomes }: Frame, ledger: Deps['ledger']): string[] {
  const counts = new Map<string, { made: number; failed: number }>()
  const add = (what: string, ok: boolean) => {
    const count = counts.get(what) ?? { made: 0, failed: 0 }
    counts.set(what, { made: count.made + 1, failed: count.failed + (ok ? 0 : 1) })
  }
  for (const { calls } of ledger.stepsOf(view.task.id, LOOK_BACK).reverse())
    for (const { tool, given, ok } of calls) add(name(tool, given), ok)
  for (const [at, { tool, ok }] of outcomes)
    add(name(tool, JSON.stringify(reply.calls[at]?.arguments ?? {})), ok)
  const rows = [...counts].sort(([, a], [, b]) => b.made - a.made)
  return rows.slice(0, MOST_LINES).map(([what, { made, failed }]) => {
    const bad = failed === 0 ? '' : `, ${failed} failed`
    return `- ${what}: ${countNoun(made, 'time')}${bad}`
  })
}

function name(tool: string, given: string | null): string {
  const text = (given ?? '').replace(/\s+/g, ' ')
  return `${tool} ${text.length <= 120 ? text : `${text.slice(0, 119)}…`}`
}
