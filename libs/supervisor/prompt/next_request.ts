import {
  type Assembly,
  assembleRequest,
  budgetFor,
  firstPrompt,
  type PromptInput,
  rebuildDue,
  rebuildPrompt,
} from '#context'
import type { ChatRequest, Message, ToolSchema } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { countedTokens } from '../window/cut_prompt.js'
import { constrain } from './constrain.js'
import { isThinkingOff } from './thinking.js'

const GUIDES = ['AGENTS.md', 'CLAUDE.md', '.aircoder/guide.md']
const MOST_ROWS = 400

/** The window that holds for a session: what the server said last, else what was discovered. */
export function windowOf(view: View, deps: Deps): number {
  return view.session.windowTokens ?? deps.windowTokens
}

export interface NextRequest extends Assembly {
  view: View
  rebuilt: boolean
}

/**
 * Makes the request of the next step. A session's first prompt, and a rebuilt one, are written to the
 * ledger before they are sent, so that a resumed prompt has the same bytes.
 */
export function nextRequest(view: View, deps: Deps, force = false): NextRequest {
  const budget = budgetFor(windowOf(view, deps))
  const factor = view.session.tokenFactor
  const usual = deps.registry.schemas()
  const offered = usual.map((tool) => tool.function.name)
  if (view.generation === null) {
    const head = firstPrompt(gatherPrompt(view, deps), deps.sections, budget)
    deps.ledger.newGeneration(view.task.id, {
      head,
      tailFromSeq: view.tail[0]?.seq ?? 0,
      reason: 'start',
      offered,
    })
    return nextRequest(deps.ledger.view(view.task.id), deps)
  }
  const assembly = assemble(
    view,
    deps,
    view.generation.head,
    view.tail.map((entry) => entry.message),
  )
  const frozen = offeredTools(view, deps)
  if (!force && !rebuildDue(assembly.estimatedTokens, frozen, budget, factor))
    return { ...assembly, view, rebuilt: false }

  const endSeq = (view.tail.at(-1)?.seq ?? view.generation.tailFromSeq - 1) + 1
  const prompt = gatherPrompt(view, deps)
  const { head, tailFromSeq } = rebuildPrompt({
    prompt,
    sections: deps.sections,
    tools: usual,
    tail: view.tail,
    endSeq,
    budget,
    factor,
  })
  deps.ledger.newGeneration(view.task.id, {
    head,
    tailFromSeq,
    // Other tools are offered only where the window is another than before.
    reason: force || frozen.length !== usual.length ? 'window' : 'watermark',
    offered,
  })
  const next = deps.ledger.view(view.task.id)
  return {
    ...assemble(
      next,
      deps,
      next.generation?.head ?? head,
      next.tail.map((entry) => entry.message),
    ),
    view: next,
    rebuilt: true,
  }
}

/** The tools that the frozen prompt carries: another window would offer others. */
export function offeredTools({ generation }: Pick<View, 'generation'>, deps: Deps): ToolSchema[] {
  return deps.registry.schemas(generation?.offered)
}

function assemble(
  view: View,
  deps: Deps,
  head: readonly Message[],
  tail: readonly Message[],
  step = view.task.step + 1,
  tools = offeredTools(view, deps),
): Assembly {
  const assembly = assembleRequest({
    model: view.session.model,
    head,
    tail,
    tools,
    budget: budgetFor(windowOf(view, deps)),
    factor: view.session.tokenFactor,
    temperature: deps.temperature,
    topP: deps.topP,
    maxOutputTokens: deps.maxOutputTokens,
    textTools: deps.textTools,
    picture: deps.vision === true ? (id) => pictureUrl(id, deps) : undefined,
    thinking: isThinkingOff(view.task.id, step, deps) ? 'off' : undefined,
  })
  return { ...assembly, request: constrain(assembly.request, tools, view.task.id, step - 1, deps) }
}

function pictureUrl(id: string, { ledger }: Deps): string | null {
  const row = ledger.evidence(id)
  if (row === null) return null
  return `data:image/png;base64,${ledger.payload(row.payloadHash).toString('base64')}`
}

function gatherPrompt(view: View, deps: Deps): PromptInput {
  const { ledger, workspace } = deps
  const taskId = view.task.id
  const listing = workspace.list('.')
  const entries = listing.ok
    ? listing.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name))
    : []
  // By the author, not by the subject alone: a model may note a decision under any subject.
  const said = ledger
    .find({ taskId, kind: 'decision', subject: 'user', limit: 50 })
    .filter((row) => row.facts.author === 'user')
  return {
    task: view.task.text,
    additions: [
      ...said.reverse().map((row) => ledger.payload(row.payloadHash).toString('utf8')),
      ...restoredIn(view, deps),
    ],
    earlier: view.earlier,
    plan: view.plan,
    project: {
      testCommand: workspace.discoverTests(deps.testCommand)?.command ?? null,
      entries,
      guides: GUIDES.filter((path) => workspace.readFile(path, { start: 1, end: 1 }).ok),
    },
    evidence: ledger.find({ taskId, limit: MOST_ROWS }),
    payload: (row) => ledger.payload(row.payloadHash).toString('utf8'),
    current(path, lines) {
      const file = workspace.readFile(path, lines ?? {})
      return file.ok ? file.text : null
    },
  }
}

/** What a person had put back in this task, oldest first: a rebuilt prompt has lost the message about it. */
function restoredIn({ session, task }: View, { ledger }: Deps): string[] {
  const rows = ledger.restores(session.id).filter(({ taskId }) => taskId === task.id)
  return rows
    .filter(({ status }) => status === 'done')
    .map(({ notice }) => notice)
    .reverse()
}

const LOWEST_TRUSTED = 0.6
const NOTICEABLE = 0.02

/**
 * Takes what the server counted into the session's correction factor. Only behind the commit: a step that
 * is asked again after a kill has to be asked in the same bytes.
 */
export function learnFactor({ view, reply, estimatedTokens }: Frame, deps: Deps): void {
  // Another model counts otherwise.
  if (reply.by !== undefined) return
  const promptTokens = countedTokens(view, estimatedTokens, reply.usage)
  if (promptTokens === null) return
  const observed = promptTokens / (estimatedTokens / view.session.tokenFactor)
  // A count far below ours means that the server dropped a part of the prompt, not that we overestimate.
  if (observed < LOWEST_TRUSTED) return
  const factor = Math.min(3, (view.session.tokenFactor + observed) / 2)
  if (Math.abs(factor - view.session.tokenFactor) < NOTICEABLE) return
  deps.ledger.updateSession(view.session.id, { tokenFactor: factor })
}

const SMALLEST_WINDOW = 2_048

/**
 * The server refused a prompt as too long: takes its window, or trusts our estimate less.
 * @returns false when nothing is left to try
 */
export function shrinkWindow(view: View, deps: Deps, served: number | undefined): boolean {
  const window = windowOf(view, deps)
  if (served !== undefined && served < window) {
    deps.ledger.updateSession(view.session.id, { windowTokens: Math.max(SMALLEST_WINDOW, served) })
    return served >= SMALLEST_WINDOW
  }
  if (served === undefined && window * 0.75 >= SMALLEST_WINDOW) {
    deps.ledger.updateSession(view.session.id, { windowTokens: Math.floor(window * 0.75) })
    return true
  }
  const factor = view.session.tokenFactor * 1.25
  if (factor > 3) return false
  deps.ledger.updateSession(view.session.id, { tokenFactor: factor })
  return true
}

/**
 * The request that a step sent, or would send next, rebuilt from the ledger.
 * @param step  of the session's newest task; its next step when left out
 */
export function requestAt(sessionId: string, step: number | undefined, deps: Deps): ChatRequest {
  const { head, tail, taskId, offered } = deps.ledger.promptAt(sessionId, step)
  const view = deps.ledger.view(taskId)
  const tools = deps.registry.schemas(offered)
  return assemble(view, deps, head, tail, step, tools).request
}
