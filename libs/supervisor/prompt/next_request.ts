import { type Assembly, budgetFor, firstPrompt, rebuildDue, rebuildPrompt } from '#context'
import type { ChatRequest, Message } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { windowOf } from '../window/window.js'
import { phaseChanged, toolsNow } from './explore.js'
import { gatherPromptInput } from './prompt_input.js'
import { makeRequest, offeredTools, type RequestDeps } from './request.js'
import { routeDue } from './route.js'

/** What the prompt of a step is made with. */
export type PromptDeps = RequestDeps & Pick<Deps, 'workspace' | 'checks' | 'parts' | 'map'>

export interface NextRequest extends Assembly {
  view: View
  rebuilt: boolean
  /** Even the smallest prompt leaves no room for an answer in this window. */
  tooLarge?: boolean
}

/** Shortest answer that is asked for (libs/context/assemble.ts). */
const LEAST_OUTPUT = 256

/**
 * Makes the request of the next step. The first prompt of a session, and a rebuilt one, are written to the
 * ledger before they are sent, so that a resumed prompt has the same bytes.
 */
export function nextRequest(view: View, deps: PromptDeps, force = false): NextRequest {
  if (view.generation === null) return nextRequest(startPrompt(view, deps), deps)
  const budget = budgetFor(windowOf(view, deps))
  const factor = view.session.tokenFactor
  const tools = offeredTools(view, deps)
  const { head } = view.generation
  const assembly = makeRequest(view, { head, tail: messagesOf(view), tools }, deps)
  const now = toolsNow(view, deps)
  const isOtherRoute = routeDue(view, { now, promptTokens: assembly.estimatedTokens }, deps)
  const isDue = force || phaseChanged(view, deps) || isOtherRoute
  if (!isDue && !rebuildDue(assembly.estimatedTokens, tools, budget, factor))
    return { ...assembly, view, rebuilt: false }
  const next = rebuild(view, deps, force ? 'window' : isOtherRoute ? 'route' : 'watermark')
  const content = {
    head: next.generation?.head ?? head,
    tail: messagesOf(next),
    tools: offeredTools(next, deps),
  }
  const smallest = makeRequest(next, content, deps)
  const tooLarge = smallest.estimatedTokens + LEAST_OUTPUT > budget.windowTokens
  return { ...smallest, view: next, rebuilt: true, tooLarge }
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
function startPrompt(view: View, deps: PromptDeps): View {
  const { ledger, parts } = deps
  const budget = budgetFor(windowOf(view, deps))
  ledger.newGeneration(view.task.id, {
    head: firstPrompt(gatherPromptInput(view, deps), parts.sections, budget),
    tailFromSeq: view.tail[0]?.seq ?? 0,
    reason: 'start',
    offered: toolsNow(view, deps).map((tool) => tool.function.name),
  })
  return ledger.view(view.task.id)
}

/** Writes a new head to the ledger and keeps the newest part of the tail. */
function rebuild(view: View, deps: PromptDeps, due: 'window' | 'route' | 'watermark'): View {
  const { ledger, parts } = deps
  const tools = toolsNow(view, deps)
  const firstSeq = view.generation?.tailFromSeq ?? 0
  const { head, tailFromSeq, shown } = rebuildPrompt({
    prompt: gatherPromptInput(view, deps),
    sections: parts.sections,
    tools,
    tail: view.tail,
    endSeq: (view.tail.at(-1)?.seq ?? firstSeq - 1) + 1,
    budget: budgetFor(windowOf(view, deps)),
    factor: view.session.tokenFactor,
  })
  // Only a smaller window takes tools away.
  const isOtherWindow = due === 'watermark' && offeredTools(view, deps).length > tools.length
  const isOtherPhase = phaseChanged(view, deps)
  ledger.newGeneration(view.task.id, {
    head,
    tailFromSeq,
    shown,
    reason: isOtherPhase ? 'phase' : isOtherWindow ? 'window' : due,
    offered: tools.map((tool) => tool.function.name),
  })
  return ledger.view(view.task.id)
}

function messagesOf({ tail }: View): Message[] {
  return tail.map(({ message }) => message)
}
