import { budgetFor, type PromptPart, partsOfPrompt } from '#context'
import type { Ledger } from '#ledger'
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

/** The parts of the prompt that a session has now; null: none was sent yet. */
export function promptUse(
  sessionId: string,
  deps: Pick<PromptDeps, 'registry' | 'endpoint' | 'parts'> & { ledger: Ledger },
): PromptUse | null {
  const [task] = deps.ledger.tasks({ sessionId, inConversation: true })
  if (task === undefined) return null
  const view = deps.ledger.view(task.id)
  if (view.generation === null) return null
  const sent = {
    messages: [...view.generation.head, ...view.tail.map(({ message }) => message)],
    tools: offeredTools(view, deps),
  }
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
