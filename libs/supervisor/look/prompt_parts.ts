import { budgetFor, type PromptPart, partsOfPrompt } from '#context'
import type { Message, ToolSchema } from '#core'
import type { Ledger, TaskRow, View } from '#ledger'
import type { PromptDeps } from '../request/next_request.js'
import { offeredTools } from '../request/request.js'
import { windowOf } from '../window/window.js'

/** What takes room in the next prompt of a session, by the session's learned token factor. */
export interface PromptUse {
  parts: PromptPart[]
  /** Tokens that are kept free for the answer and for errors of the estimate. */
  reservedTokens: number
  windowTokens: number
}

/** The parts of the prompt that a session has now; of a copy without a task what it goes on from. null: none was sent yet. */
export function promptUse(
  sessionId: string,
  deps: Pick<PromptDeps, 'registry' | 'endpoint' | 'parts'> & { ledger: Ledger },
): PromptUse | null {
  const { ledger } = deps
  const [task] = ledger.tasks({ sessionId, inConversation: true })
  const own = task === undefined ? originalOf(sessionId, ledger) : task
  if (own === undefined) return null
  const view = ledger.view(own.id)
  const sent = task === undefined ? carriedPrompt(own, deps) : ownPrompt(view, deps)
  if (sent === null) return null
  const windowTokens = windowOf(view, deps)
  const { tokenFactor } = view.session
  const parts = partsOfPrompt(sent, deps.parts.sections).map(({ name, tokens }) => ({
    name,
    tokens: Math.round(tokens * tokenFactor),
  }))
  return {
    parts,
    windowTokens,
    reservedTokens: windowTokens - budgetFor(windowTokens).usableTokens,
  }
}

interface Sent {
  messages: Message[]
  tools: ToolSchema[]
}

function ownPrompt(view: View, deps: Pick<PromptDeps, 'registry'>): Sent | null {
  if (view.generation === null) return null
  const messages = [...view.generation.head, ...view.tail.map(({ message }) => message)]
  return { messages, tools: offeredTools(view, deps) }
}

/** The newest task that a copy has from its original; undefined where that was removed. */
function originalOf(sessionId: string, ledger: Ledger): TaskRow | undefined {
  const [newest] = ledger.carriedTasks(sessionId)
  return newest === undefined ? undefined : ledger.tasks().find(({ id }) => id === newest)
}

/** What the step after that task would send: later messages of the original are not of the copy. */
function carriedPrompt(
  { id, sessionId }: TaskRow,
  { ledger, registry }: Pick<PromptDeps, 'registry'> & { ledger: Ledger },
): Sent {
  const { head, tail, offered } = ledger.promptAt(sessionId, undefined, id)
  return { messages: [...head, ...tail], tools: registry.schemas(offered ?? undefined) }
}
