import { countNoun } from '#core'
import type { TaskEnd } from '#ledger'
import { isStalled, type Loop } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { countRan } from './count_ran.js'
import { missingIn } from './missing_permission.js'
import { pastOf } from './past.js'

type LoopDeps = Pick<Deps, 'ledger' | 'registry'>

/** Steps that the summary of a stalled task covers, and lines that it has. */
const LOOK_BACK = 60
const MOST_LINES = 12

/** The end of a task whose loop reached the last limit, with what was tried; null: it goes on. */
export function endOfLoop(
  frame: Frame,
  { loop, error }: { loop: Loop | null; error: string },
  deps: LoopDeps,
): TaskEnd | null {
  if (loop === null || !isStalled(loop)) return null
  const { says, withheld } = countRan(loop, pastOf(frame, deps))
  const more = withheld === 1 ? 'was' : 'were'
  const rest = withheld === 0 ? '' : ` ${countNoun(withheld, 'more call')} of it ${more} withheld.`
  const lines = [`stopped: ${says.replace(/^You/, 'The model')}${rest}`]
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

/** The different calls of the last steps, the most frequent first, each with how often it was made, failed and was withheld. */
function tried({ view, reply, outcomes }: Frame, ledger: Deps['ledger']): string[] {
  const counts = new Map<string, { made: number; failed: number; withheld: number }>()
  const add = (what: string, { ok, mark }: { ok: boolean; mark?: string | null }) => {
    const count = counts.get(what) ?? { made: 0, failed: 0, withheld: 0 }
    if (mark === 'withheld') count.withheld += 1
    else count.made += 1
    if (mark !== 'withheld' && !ok) count.failed += 1
    counts.set(what, count)
  }
  for (const { calls } of ledger.stepsOf(view.task.id, LOOK_BACK).reverse())
    for (const call of calls) add(name(call.tool, call.given), call)
  for (const [at, outcome] of outcomes)
    add(name(outcome.tool, JSON.stringify(reply.calls[at]?.arguments ?? {})), outcome)
  const rows = [...counts].sort(([, a], [, b]) => b.made - a.made)
  return rows.slice(0, MOST_LINES).map(([what, { made, failed, withheld }]) => {
    const bad = failed === 0 ? '' : `, ${failed} failed`
    const kept = withheld === 0 ? '' : `, ${withheld} more withheld`
    return `- ${what}: ${countNoun(made, 'time')}${bad}${kept}`
  })
}

function name(tool: string, given: string | null): string {
  const text = (given ?? '').replace(/\s+/g, ' ')
  return `${tool} ${text.length <= 120 ? text : `${text.slice(0, 119)}…`}`
}
