import {
  type Assembly,
  type Broken,
  type Budget,
  budgetFor,
  comparePrompts,
  firstPrompt,
  rebuildDue,
  rebuildPrompt,
} from '#context'
import { type ChatRequest, LIMITS, type Message, type ToolSchema } from '#core'
import type { Ledger, View } from '#ledger'
import type { Surroundings } from '../ambient/look_around.js'
import type { Deps } from '../deps/deps.js'
import { routeDue } from '../turn/route.js'
import { countedParts } from '../window/counted_parts.js'
import { omittedOf, omittedOfTask } from '../window/cut_task.js'
import { doubtRatio } from '../window/doubt_ratio.js'
import { windowOf } from '../window/window.js'
import { isCacheCold } from './cold_cache.js'
import { isInGap } from './gap.js'
import { phaseChanged, toolsNow } from './input/explore.js'
import { gatherPromptInput } from './input/prompt_input.js'
import { makeRequest, offeredTools, type RequestDeps } from './request.js'

/** What the prompt of a step is made with. */
export type PromptDeps = RequestDeps &
  Pick<
    Deps,
    'workspace' | 'checks' | 'parts' | 'clock' | 'assembleMode' | 'map' | 'guides' | 'answer'
  >

type GenerationDraft = Parameters<Ledger['newGeneration']>[1]

export interface NextRequest extends Assembly {
  view: View
  rebuilt: boolean
  /** Where a rebuilt prompt differs from the one that it replaces; null: it begins with all of it. */
  broken?: Broken | null
  /** Even the smallest prompt leaves no room for an answer in this window. */
  tooLarge?: boolean
  /** What the session says about a learned ratio that was taken back. */
  doubt?: string
}

/** What a run knows before a request is made. */
interface Ahead {
  /** The prompt is written again, because the last one was too long. */
  forceRebuild?: boolean
  /** The server refused a prompt of this run as too long. */
  hasRefused?: boolean
  /** What git says; nothing when absent. */
  around?: Surroundings
}

const WATERMARK = 'watermark'
/** Shortest answer that is asked for (libs/context/assemble.ts). */
const LEAST_OUTPUT = 256

/**
 * Makes the request of the next step. The first prompt of a session, and a rebuilt one, are written to the
 * ledger before they are sent, so that a resumed prompt has the same bytes.
 */
export function nextRequest(view: View, deps: PromptDeps, ahead: Ahead = {}): NextRequest {
  if (view.generation === null)
    return nextRequest(startPrompt(view, deps, ahead.around), deps, ahead)
  const budget = budgetFor(windowOf(view, deps))
  const factor = view.session.tokenFactor
  const tools = offeredTools(view, deps)
  const { head } = view.generation
  const assembly = makeRequest(view, { head, tail: messagesOf(view), tools }, deps)
  const size = { budget, factor, tools, estimatedTokens: assembly.estimatedTokens }
  const reason = rebuildReason(view, deps, { size, force: ahead.forceRebuild === true })
  if (reason === null) return { ...assembly, view, rebuilt: false }
  const draft = draftRebuild(view, deps, reason)
  const again = ahead.hasRefused === true ? null : withUsualRatio(view, draft, deps, ahead)
  if (again !== null) return again
  deps.ledger.newGeneration(view.task.id, draft)
  const next = deps.ledger.view(view.task.id)
  const content = {
    head: next.generation?.head ?? head,
    tail: messagesOf(next),
    tools: offeredTools(next, deps),
  }
  const smallest = makeRequest(next, content, deps)
  const tooLarge = isTooLarge(smallest, budget)
  const broken = comparePrompts(assembly.request, smallest.request, deps.parts.sections)
  return { ...smallest, view: next, rebuilt: true, broken, tooLarge }
}

function isTooLarge({ estimatedTokens }: Assembly, { windowTokens }: Budget): boolean {
  return estimatedTokens + LEAST_OUTPUT > windowTokens
}

/**
 * The request without the learned ratio, where a prompt that was written with it could not be sent. That one is not
 * stored, because the stored one may fit as it is.
 * @returns null: the ratio is not the reason
 */
function withUsualRatio(
  view: View,
  draft: GenerationDraft,
  deps: PromptDeps,
  ahead: Ahead,
): NextRequest | null {
  const content = draftedContent(view, draft, deps)
  const drafted = makeRequest(view, content, deps)
  const isCut = view.task.step === 0 && omittedOf(view.task, content) > 0
  if (!isCut && !isTooLarge(drafted, budgetFor(windowOf(view, deps)))) return null
  const doubt = doubtRatio(view, deps)
  if (doubt === null) return null
  const again = nextRequest(deps.ledger.view(view.task.id), deps, ahead)
  if (mayBeSent(again)) return { ...again, doubt }
  const { id, tokenFactor } = view.session
  deps.ledger.updateSession(id, { tokenFactor })
  return again
}

/** Whether the window holds the prompt, and a first one the whole task. */
export function mayBeSent({ tooLarge, view }: NextRequest): boolean {
  return tooLarge !== true && (view.task.step > 0 || omittedOfTask(view) === 0)
}

/** The messages and the tools of a prompt that was written and is not stored. */
export function draftedContent(
  view: View,
  { head, tailFromSeq, shown, offered }: GenerationDraft,
  { registry }: Pick<PromptDeps, 'registry'>,
): { head: readonly Message[]; tail: Message[]; tools: ToolSchema[] } {
  const kept = view.tail.filter(({ seq }) => seq >= tailFromSeq)
  const tail = kept.map(({ seq, message }) => shown?.[seq] ?? message)
  return { head, tail, tools: registry.schemas(offered) }
}

/** The request that a step of the past sent, or that the next step would send. */
export function requestAt(
  sessionId: string,
  step: number | undefined,
  deps: RequestDeps,
): ChatRequest {
  const { head, tail, taskId, offered } = deps.ledger.promptAt(sessionId, step)
  const tools = deps.registry.schemas(offered)
  return makeRequest(deps.ledger.view(taskId), { head, tail, step, tools }, deps).request
}

/** Writes the first prompt of a session to the ledger. */
function startPrompt(view: View, deps: PromptDeps, around?: Surroundings): View {
  const { ledger, parts } = deps
  const budget = budgetFor(windowOf(view, deps))
  ledger.newGeneration(view.task.id, {
    head: firstPrompt(gatherPromptInput(view, deps, 'start', around), parts.sections, budget),
    tailFromSeq: view.tail[0]?.seq ?? 0,
    reason: 'start',
    offered: toolsNow(view, deps).map((tool) => tool.function.name),
  })
  return ledger.view(view.task.id)
}

interface Size {
  budget: Budget
  factor: number
  tools: readonly ToolSchema[]
  estimatedTokens: number
}

/** Why the prompt is written again now; null: it is appended to. */
function rebuildReason(
  view: View,
  deps: PromptDeps,
  { size, force }: { size: Size; force: boolean },
): string | null {
  const { estimatedTokens, tools, budget, factor } = size
  const now = toolsNow(view, deps)
  if (phaseChanged(view, now, deps)) return 'phase'
  // Nothing was done yet, so a larger window, or a prompt with other sections, may show all of the task.
  if (force || (view.task.step === 0 && omittedOfTask(view) > 0)) return 'window'
  if (routeDue(view, { now, promptTokens: estimatedTokens }, deps)) return 'route'
  if (deps.assembleMode === 'always' && hasNewStep(view, deps)) return 'always'
  // Soon after a rebuild the prompt may fill what the watermark keeps free.
  if (isInGap(view, deps)) return estimatedTokens > budget.usableTokens ? WATERMARK : null
  if (rebuildDue(estimatedTokens, tools, budget, factor)) return WATERMARK
  const isLarge = estimatedTokens > budget.usableTokens * LIMITS.rebuildToShare
  return isLarge && isCacheCold(view, deps) ? 'cold' : null
}

/** A step that the newest prompt of this task was not written for. */
function hasNewStep({ task }: View, { ledger }: PromptDeps): boolean {
  return task.step > (ledger.rebuilds(task.id, 1).at(0)?.step ?? 0)
}

/**
 * A prompt that is written from the ledger now. Nothing is stored.
 * @param toShare  share of the usable window that it may take; that of a rebuild when absent
 */
export function draftRebuild(
  view: View,
  deps: PromptDeps,
  reason: string,
  toShare: number | undefined = reason === 'always' ? LIMITS.alwaysShare : undefined,
): GenerationDraft {
  const { parts } = deps
  const tools = toolsNow(view, deps)
  const firstSeq = view.generation?.tailFromSeq ?? 0
  const { head, tailFromSeq, shown } = rebuildPrompt({
    prompt: gatherPromptInput(view, deps, reason),
    sections: parts.sections,
    tools,
    tail: view.tail,
    endSeq: (view.tail.at(-1)?.seq ?? firstSeq - 1) + 1,
    budget: budgetFor(windowOf(view, deps)),
    factor: view.session.tokenFactor,
    counted: countedParts(view, offeredTools(view, deps), deps),
    toShare,
  })
  // Only a smaller window takes tools away.
  const isOtherWindow = offeredTools(view, deps).length > tools.length
  return {
    head,
    tailFromSeq,
    shown,
    reason: reason === WATERMARK && isOtherWindow ? 'window' : reason,
    offered: tools.map((tool) => tool.function.name),
  }
}

function messagesOf({ tail }: View): Message[] {
  return tail.map(({ message }) => message)
}
