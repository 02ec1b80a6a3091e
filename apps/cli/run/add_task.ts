import { redactTyped, typedWords } from '#core'
import type { WaitingLine } from '#ledger'
import { taskMessage } from '#supervisor'
import type { Flags } from '../flags/flags.js'
import { givenTo } from './given_flags.js'
import { modelChange } from './model_change.js'
import { wantedSession } from './wanted_session.js'
import type { Wired } from './wire.js'

/** The session of a run: the requested one, or a new one. */
export function chooseSession(
  wired: Wired,
  flags: Flags,
  title: string,
): { id: string; isNew: boolean } {
  const { ledger, cwd, endpoint, deps } = wired
  const mode = deps.gate.mode()
  const id = wantedSession(ledger, flags)
  const { name: model, tokenFactor } = endpoint
  if (id !== undefined) {
    ledger.claimSession(id)
    const session = ledger.session(id)
    ledger.updateSession(id, { mode, ...modelChange(session.model, endpoint) })
    return { id, isNew: !session.hasPrompt }
  }
  ledger.pruneSessions()
  const made = ledger.createSession({ cwd, model, mode, title: redactTyped(typedWords(title)) })
  // Before its first task: no other process must take that for an unfinished one.
  ledger.claimSession(made)
  // Stored, so that `inspect prompt` divides the same window without asking the endpoint.
  ledger.updateSession(made, { windowTokens: endpoint.windowTokens, tokenFactor })
  return { id: made, isNew: true }
}

interface NewTask {
  text: string
  flags: Flags
  /** The lines that still wait when it is written; as before when absent. */
  waiting?: () => readonly WaitingLine[]
}

/** Writes a task to the ledger. The first of a session is in the prompt's head, later ones are messages. */
export async function addTask(
  wired: Wired,
  session: { id: string; isNew: boolean },
  { text: typed, flags, waiting }: NewTask,
): Promise<string> {
  const { ledger, deps, settings, endpoint } = wired
  const text = redactTyped(typed)
  const at = { sessionId: session.id }
  const message = session.isNew ? null : await taskMessage(text, deps, at)
  const now = { settings, mode: deps.gate.mode(), model: endpoint.name }
  const given = givenTo(flags, process.env, now)
  const left = waiting?.()
  return ledger.createTask({ sessionId: session.id, text, message, given, waiting: left })
}
