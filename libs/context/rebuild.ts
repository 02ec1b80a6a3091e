import { estimateTokens, LIMITS, type Message, type ToolSchema } from '#core'
import { type Budget, estimateMessages } from './assemble.js'
import type { PromptInput, Section } from './section.js'
import { HARNESS, SYSTEM } from './system.js'

/** An entry of the prompt's tail: a message, and the step that added it. */
export interface TailItem {
  seq: number
  taskId: string
  step: number
  message: Message
}

export interface RebuildInput {
  prompt: PromptInput
  sections: readonly Section[]
  tools: readonly ToolSchema[]
  tail: readonly TailItem[]
  /** Sequence number of the next tail entry, for the case that nothing is kept. */
  endSeq: number
  budget: Budget
  factor: number
}

/** Whether the tail reached the watermark, measured over the space besides system text and tools. */
export function rebuildDue(
  estimatedTokens: number,
  tools: readonly ToolSchema[],
  budget: Budget,
  factor: number,
): boolean {
  const fixed = Math.ceil((estimateTokens(SYSTEM) + estimateTokens(JSON.stringify(tools))) * factor)
  return estimatedTokens > fixed + (budget.usableTokens - fixed) * LIMITS.rebuildAtShare
}

/**
 * Writes a new head from the ledger and keeps the last steps verbatim: the state block gets at most
 * 40 % of the usable space, the tail 20 % but three steps where they fit (docs/design/prompt.md#budgets).
 * Where that is still too much, tail and block shrink until the prompt is below the limit.
 */
export function rebuildPrompt(input: RebuildInput): { head: Message[]; tailFromSeq: number } {
  const { usableTokens } = input.budget
  const fixed = estimateTokens(SYSTEM) + estimateTokens(JSON.stringify(input.tools))
  const usable = Math.floor(usableTokens / input.factor)
  for (let shrink = 1; shrink > 0.05; shrink *= 0.7) {
    const tail = keepTail(input.tail, (usable - fixed) * shrink)
    const head = renderHead(
      input,
      Math.floor((usable - fixed) * LIMITS.curatedShare * shrink),
      tail,
    )
    const used =
      fixed +
      estimateMessages(head) -
      estimateTokens(SYSTEM) +
      estimateMessages(tail.map((item) => item.message))
    if (used <= usable * LIMITS.rebuildAtShare)
      return { head, tailFromSeq: tail[0]?.seq ?? input.endSeq }
  }
  return { head: renderHead(input, 200, []), tailFromSeq: input.endSeq }
}

/** The first prompt of a session: system text and task, without a history. */
export function firstPrompt(
  prompt: PromptInput,
  sections: readonly Section[],
  budget: Budget,
): Message[] {
  const budgetTokens = Math.floor(budget.usableTokens * LIMITS.curatedShare)
  return head(
    renderSections(
      prompt,
      sections.filter((section) => section.atStart),
      budgetTokens,
    ),
  )
}

function renderHead(
  input: RebuildInput,
  budgetTokens: number,
  kept: readonly TailItem[],
): Message[] {
  const withPast = kept.length < input.tail.length || kept.length === 0
  const sections = input.sections.filter((section) => section.atStart || withPast)
  const goOn = withPast ? [`${HARNESS} Continue the task from here.`] : []
  const note = lostNote(input.tail, kept)
  const notes = note === null ? [] : [note]
  return head([...renderSections(input.prompt, sections, budgetTokens), ...goOn, ...notes])
}

/** The last correction of the program, where the step that it belongs to is not kept; null: it is kept, or there is none. */
function lostNote(tail: readonly TailItem[], kept: readonly TailItem[]): string | null {
  const last = tail.at(-1)
  if (last === undefined || kept.some(({ seq }) => seq === last.seq)) return null
  const { content } = last.message
  const at = content.startsWith(HARNESS) ? 0 : content.lastIndexOf(`\n${HARNESS}`)
  return at === -1 ? null : content.slice(at).trim()
}

function renderSections(
  prompt: PromptInput,
  sections: readonly Section[],
  budgetTokens: number,
): string[] {
  const parts: string[] = []
  let carried = 0
  for (const section of sections) {
    // The task has no share: it is always included, and cut only when it would fill the block.
    const budget =
      section.share === 0 ? budgetTokens : Math.floor(section.share * budgetTokens + carried)
    const text = section.render(prompt, budget)
    if (section.share > 0) carried = Math.max(0, budget - estimateTokens(text))
    if (text !== '') parts.push(text)
  }
  return parts
}

function head(parts: string[]): Message[] {
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: parts.join('\n\n') },
  ]
}

/** Whole steps, newest first, so that a call is never separated from its result. */
function keepTail(tail: readonly TailItem[], roomTokens: number): TailItem[] {
  const groups = groupBySteps(tail)
  const wanted = roomTokens * LIMITS.tailShare
  const most = roomTokens * (1 - LIMITS.curatedShare) * 0.8
  const kept: TailItem[][] = []
  let used = 0
  for (const group of groups.reverse()) {
    const tokens = estimateMessages(group.map((item) => item.message))
    const limit = kept.length < LIMITS.tailSteps ? most : wanted
    if (used + tokens > limit) break
    used += tokens
    kept.unshift(group)
  }
  return kept.flat()
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
