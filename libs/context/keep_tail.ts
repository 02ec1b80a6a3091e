import { type Evidence, LIMITS, type Message } from '#core'
import { aimsOf } from './aims.js'
import type { PromptInput, TailItem } from './input/section.js'
import { cutCalls } from './text/cut_calls.js'
import { cutToAims, idsOf } from './text/cut_to_aims.js'
import { estimateMessages } from './text/estimate_messages.js'
import { usedLines } from './used.js'

/** What a rebuilt prompt keeps of its tail. */
export interface KeptTail {
  items: TailItem[]
  /** The messages that are shown instead of what was written, by seq. */
  shown: Record<number, Message>
}

/** Smallest text of a shortened result, in tokens. */
const LEAST = 60
/** The same for a read whose values are facts by now, in tokens. */
const USED = 70

interface Rooms {
  /** Tokens of the space besides system text and tools. */
  open: number
  /** Tokens that head and tail may take together. */
  target: number
  /** Tokens that the head needs of it at least; 0 when absent. */
  head?: number
}

/**
 * Whole steps, newest first: a call is never separated from its result. The newest step was not answered yet, so
 * it stays whole where it fits. Results of older steps are cut to the lines that the work is about. User turns and
 * the newest failing output stay (docs/design/prompt.md#rebuild).
 */
export function keepTail(
  tail: readonly TailItem[],
  prompt: PromptInput,
  { open, target, head = 0 }: Rooms,
): KeptTail {
  const [newest, ...older] = groupBySteps(tail).reverse()
  if (newest === undefined) return { items: [], shown: {} }
  const aims = aimsOf([prompt.task, ...prompt.additions].join('\n'), tail)
  const rows = new Map(prompt.evidence.map((row) => [row.id, row]))
  const first = fitGroup(newest, target * LIMITS.newestShare, aims)
  if (first === null) return { items: [], shown: {} }
  const kept = [first]
  const room = Math.min(target * LIMITS.newestShare, Math.max(0, target - head))
  let left = Math.min(open * LIMITS.tailShare, room) - tokensOf(first)
  const most = Math.max(LEAST, Math.floor(open * LIMITS.oldResultShare))
  const failed = prompt.evidence.find(isFailure)
  for (const group of older) {
    const cut = group.map((item) => shorten(item, { rows, failed, aims, most, prompt }))
    const spare = kept.length < LIMITS.tailSteps ? open * LIMITS.oldResultShare * 2 : 0
    const tokens = tokensOf(cut)
    if (tokens > Math.max(left, Math.min(spare, target * 0.15))) break
    left -= tokens
    kept.unshift(cut)
  }
  const items = kept.flat()
  const written = new Map(tail.map((item) => [item.seq, item]))
  const changed = items.filter((item) => written.get(item.seq) !== item)
  return { items, shown: Object.fromEntries(changed.map(({ seq, message }) => [seq, message])) }
}

/** The newest step with its results cut until it fits, then what the model wrote; null: it does not fit so. */
function fitGroup(group: TailItem[], room: number, aims: ReadonlySet<string>): TailItem[] | null {
  if (tokensOf(group) <= room) return group
  const results = group.filter(({ message }) => message.role === 'tool')
  const least = results.length * (LEAST + 8)
  const rest = tokensOf(group.filter(({ message }) => message.role !== 'tool'))
  const said = group.map((item) => cutSaid(item, rest, room - least))
  const left = room - tokensOf(said.filter(({ message }) => message.role !== 'tool'))
  const each = Math.floor(left / Math.max(1, results.length)) - 8
  if (each < LEAST) return null
  return said.map((item) => cut(item, aims, each))
}

/** A reply whose step does not fit even with the smallest results, without the middle of its long arguments. */
function cutSaid(item: TailItem, rest: number, room: number): TailItem {
  if (item.message.role !== 'assistant' || rest <= room) return item
  const others = rest - estimateMessages([item.message])
  return { ...item, message: cutCalls(item.message, room - others) }
}

interface Scene {
  rows: ReadonlyMap<string, Evidence>
  failed: Evidence | undefined
  aims: ReadonlySet<string>
  most: number
  prompt: PromptInput
}

/** A result of an older step: a superseded version of a file goes, a long text is cut. */
function shorten(item: TailItem, { rows, failed, aims, most, prompt }: Scene): TailItem {
  const { message } = item
  if (message.role !== 'tool') return item
  const ids = idsOf(message.content)
  const read = ids.map((id) => rows.get(id)).find((row) => row?.kind === 'file_read')
  const isOld = read !== undefined && wasEdited(read, prompt.evidence)
  if (isOld && message.content.length > 200)
    return withText(
      item,
      `[${ids.join(' ')}] ${read.subject} was changed after this. Its text is no longer current.`,
    )
  const used = read === undefined ? [] : usedLines(read, prompt)
  if (used.length > 0) return cut(item, new Set(used.map((line) => line.toLowerCase())), USED)
  // Failing output stays verbatim as long as it is the newest.
  const room = failed !== undefined && ids.includes(failed.id) ? most * 3 : most
  return cut(item, aims, room)
}

function wasEdited(read: Evidence, rows: readonly Evidence[]): boolean {
  const number = Number(read.id.slice(1))
  return rows.some(
    ({ id, kind, facts }) =>
      kind === 'edit_applied' && facts.path === read.facts.path && Number(id.slice(1)) > number,
  )
}

function isFailure({ kind, facts: { passed, exitCode } }: Evidence): boolean {
  if (kind === 'test_result') return passed === false
  return kind === 'shell_output' && typeof exitCode === 'number' && exitCode !== 0
}

function cut(item: TailItem, aims: ReadonlySet<string>, budgetTokens: number): TailItem {
  if (item.message.role !== 'tool') return item
  return withText(item, cutToAims(item.message.content, aims, budgetTokens))
}

/** The same item when its text is the same. */
function withText(item: TailItem, content: string): TailItem {
  if (content === item.message.content) return item
  return { ...item, message: { ...item.message, content } }
}

function tokensOf(group: readonly TailItem[]): number {
  return estimateMessages(group.map(({ message }) => message))
}

function groupBySteps(tail: readonly TailItem[]): TailItem[][] {
  const groups: TailItem[][] = []
  for (const item of tail) {
    const last = groups.at(-1)?.[0]
    if (last !== undefined && last.taskId === item.taskId && last.step === item.step)
      groups.at(-1)?.push(item)
    else groups.push([item])
  }
  return groups
}
