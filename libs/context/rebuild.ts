import { estimateTokens, LIMITS, type Message, type ToolSchema } from '#core'
import { aimsOf } from './aims.js'
import type { Budget } from './assemble.js'
import type { PromptInput, Section, TailItem } from './input/section.js'
import { type KeptTail, keepTail } from './keep_tail.js'
import { renderHead } from './render_head.js'
import { HARNESS, SYSTEM } from './system.js'
import { idsOf } from './text/cut_to_aims.js'
import { estimateMessages } from './text/estimate_messages.js'
import { linesOf } from './text/lines_of.js'

export interface RebuildInput {
  prompt: PromptInput
  sections: readonly Section[]
  tools: readonly ToolSchema[]
  tail: readonly TailItem[]
  /** Sequence number of the next tail entry, for the case that nothing is kept. */
  endSeq: number
  budget: Budget
  factor: number
  /** Better than `factor` where it is known; null: it is not. */
  counted?: CountedParts | null
  /** Share of the usable window that the new prompt may take; LIMITS.rebuildToShare when absent. */
  toShare?: number | undefined
}

/** Tokens of the server for each estimated one: of system text and tools, and of the messages. */
export interface CountedParts {
  fixed: number
  messages: number
}

/** A prompt that was written from the ledger. */
export interface Rebuilt {
  head: Message[]
  tailFromSeq: number
  /** What is shown instead of entries of the tail, by seq. */
  shown: Record<number, Message>
}

/** Whether the tail reached the watermark, measured over the space besides system text and tools. */
export function rebuildDue(
  estimatedTokens: number,
  tools: readonly ToolSchema[],
  budget: Budget,
  factor: number,
): boolean {
  const fixed = Math.ceil(fixedTokens(tools) * factor)
  return estimatedTokens > fixed + (budget.usableTokens - fixed) * LIMITS.rebuildAtShare
}

/**
 * Writes a new head from the ledger and keeps the last steps. The new prompt leaves at least 45 % of the space
 * besides system text and tools free, and of the usable window too where that is large enough
 * (docs/design/prompt.md#budgets). Where tail and head are still too much, both shrink.
 */
export function rebuildPrompt(input: RebuildInput): Rebuilt {
  const { factor, counted } = input
  const ratio = counted?.messages ?? factor
  // In tokens of our estimate of messages, as everything below.
  const fixed = Math.ceil((fixedTokens(input.tools) * (counted?.fixed ?? factor)) / ratio)
  const usable = Math.floor(input.budget.usableTokens / ratio)
  const open = Math.max(0, usable - fixed)
  const isBelow = input.budget.windowTokens < WHOLE_WINDOW
  const wanted = targetTokens(usable, open, { share: input.toShare, isBelow })
  const own = neededTokens(input, wanted)
  const needed = Math.min(wanted, own + open * BESIDE_SHARE)
  const target =
    input.toShare === undefined
      ? Math.floor(
          Math.max(
            needed,
            roomForSteps(Math.min(wanted, freeTarget(usable, open)), open, input.tail),
          ),
        )
      : wanted
  for (let shrink = 1; shrink > 0.05; shrink *= 0.8) {
    const tail = keepTail(input.tail, input.prompt, { open, target: target * shrink, head: needed })
    const rest = target * shrink - tokensOf(tail)
    const most = Math.min(
      rest - HEAD_OVERHEAD,
      Math.max(needed, open * (input.toShare ?? LIMITS.curatedShare)),
    )
    let room = Math.floor(most)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const head = newHead(input, room, tail)
      const used = estimateMessages(head) - estimateTokens(SYSTEM) + tokensOf(tail)
      const { items, shown } = tail
      if (used <= target) return { head, tailFromSeq: items[0]?.seq ?? input.endSeq, shown }
      // Some tokens of titles and breaks too many: only these go, so that the room is used.
      room = Math.floor(tries === 0 ? room - (used - target) - SPARE : most * 0.8)
    }
  }
  return {
    head: newHead(input, 200, { items: [], shown: {} }),
    tailFromSeq: input.endSeq,
    shown: {},
  }
}

/** What the two messages of a head take beside their text. */
const HEAD_OVERHEAD = 10
/** Heads that are written for one tail before both shrink, and what a second one is smaller by, beside what was too much. */
const TRIES = 3
const SPARE = 8
/** Share of the open space for the other sections and the tail, beside the sections that get what they need. */
const BESIDE_SHARE = 0.15
/** What the sections that need room leave of head and tail to the rest. */
const REST_SHARE = 0.2

/** Tokens of the sections that get what they need: without its facts and its edits a task begins again. */
function neededTokens({ prompt, sections }: RebuildInput, target: number): number {
  const block = target * (1 - REST_SHARE)
  return sections
    .filter(({ share, isExtra }) => share === 0 && isExtra !== true)
    .map((one) => one.render(prompt, Math.floor(one.most?.(block) ?? block)))
    .reduce((sum, text) => sum + estimateTokens(text), 0)
}

/** The smallest window of which a rebuild leaves 45 % free. */
const WHOLE_WINDOW = 4_096

/** Tokens for head and tail, system text and tools apart. */
function targetTokens(
  usable: number,
  open: number,
  { share = LIMITS.rebuildToShare, isBelow }: { share?: number | undefined; isBelow: boolean },
): number {
  const ofWindow = usable * share - (usable - open)
  // In a smaller window system text and tools take more than that: then the share is measured over the rest.
  const least = open * (isBelow ? Math.max(share - 0.17, 0.2) : 0.2)
  return Math.floor(Math.min(open * share, Math.max(ofWindow, least)))
}

/** Tokens for head and tail that leave the share of the usable window free, however large system text and tools are. */
function freeTarget(usable: number, open: number): number {
  return usable * LIMITS.rebuildToShare - (usable - open)
}

/** Steps that the room is guessed for; the results of further ones are cut. */
const STEPS = LIMITS.rebuildGapSteps - 1
/** Share of the open space that head and tail always get. */
const LEAST_SHARE = 0.28

/**
 * The same or less: a model that writes long replies fills a prompt sooner, and what the last steps took is the best
 * guess at what the next ones take.
 */
function roomForSteps(target: number, open: number, tail: readonly TailItem[]): number {
  // Each task counts its steps from 1, and the tail may begin in the one before.
  const steps = [...new Set(tail.map(stepOf))].slice(-STEPS)
  const replies = tail.filter(
    (item) => item.message.role === 'assistant' && steps.includes(stepOf(item)),
  )
  const said = estimateMessages(replies.map(({ message }) => message))
  const results = STEPS * open * LIMITS.leastResultShare * 1.4
  return Math.floor(Math.max(open * LEAST_SHARE, Math.min(target, open - said * 1.2 - results)))
}

function stepOf({ taskId, step }: TailItem): string {
  return `${taskId} ${step}`
}

/** The first prompt of a session: system text and task, without a history. */
export function firstPrompt(
  prompt: PromptInput,
  sections: readonly Section[],
  budget: Budget,
): Message[] {
  const budgetTokens = Math.floor(budget.usableTokens * LIMITS.curatedShare)
  const atStart = sections.filter((section) => section.atStart)
  return renderHead(prompt, atStart, { budgetTokens })
}

function newHead(
  input: RebuildInput,
  budgetTokens: number,
  { items: kept, shown }: KeptTail,
): Message[] {
  const withPast = kept.length < input.tail.length || kept.length === 0
  const sections = input.sections.filter((section) => section.atStart || withPast)
  const goOn = withPast ? [`${HARNESS} Continue the task from here.`] : []
  const note = lostNote(input.tail, kept)
  const whole = kept.filter(({ seq }) => shown[seq] === undefined)
  const inTail = new Set(whole.flatMap(({ message }) => idsOf(message.content)))
  const aims = aimsOf(textOf(input.prompt), input.tail)
  const shownLines = linesOf(kept.map(({ message }) => message))
  return renderHead({ ...input.prompt, inTail, shownLines, aims }, sections, {
    budgetTokens,
    notes: [...goOn, ...(note === null ? [] : [note])],
  })
}

function textOf({ task, additions }: PromptInput): string {
  return [task, ...additions].join('\n')
}

/** The last correction of the program, where the step that it belongs to is not kept; null: it is kept, or there is none. */
function lostNote(tail: readonly TailItem[], kept: readonly TailItem[]): string | null {
  const last = tail.at(-1)
  if (last === undefined || kept.some(({ seq }) => seq === last.seq)) return null
  const { content } = last.message
  const at = content.startsWith(HARNESS) ? 0 : content.lastIndexOf(`\n${HARNESS}`)
  return at === -1 ? null : content.slice(at).trim()
}

/** Estimated tokens of system text and tools. */
export function fixedTokens(tools: readonly ToolSchema[]): number {
  return estimateTokens(SYSTEM) + estimateTokens(JSON.stringify(tools))
}

function tokensOf({ items }: KeptTail): number {
  return estimateMessages(items.map(({ message }) => message))
}
