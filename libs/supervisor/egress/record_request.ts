import { type EgressDraft, hashOf, type Ledger, type View } from '#ledger'
import type { AskOptions, SentBody } from '#model'
import type { Sent } from '#web'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/**
 * Writes down that a tool's request leaves, before its first byte does. The address is all that goes:
 * there is no body, so the row has every word of it.
 */
export function recordRequest(
  tool: string,
  { host, url, bytes }: Sent,
  { view, number }: Frame,
  { ledger }: Deps,
): void {
  ledger.beginEgress({
    sessionId: view.session.id,
    taskId: view.task.id,
    step: number,
    provider: tool,
    host,
    model: '',
    reason: url,
    status: 'sent',
    bytes,
    bodyHash: hashOf(url),
    sources: [],
    withheld: [],
  })
}

/** This machine itself. A tunnel that begins there ends elsewhere: docs/privacy.md says so. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
/** Rows of one step that a request names at most. */
const MOST_SOURCES = 100

/**
 * Writes down each request of a step to a model on another machine, before its first byte goes. Prompts
 * repeat themselves, so a row names what is new since the last one: all rows together name all that went.
 */
export function recordAsk({ session, task }: View, { ledger }: Deps): (sent: SentBody) => void {
  return (sent) => {
    const sources = ledger
      .find({ taskId: task.id, sinceStep: task.step, limit: MOST_SOURCES })
      .filter(({ step }) => step === task.step)
      .reverse()
      .map(({ id, subject }) => `${id} ${subject}`)
    record(ledger, sent, {
      sessionId: session.id,
      taskId: task.id,
      step: task.step + 1,
      provider: 'model',
      reason: `step ${task.step + 1} asks ${session.model}`,
      sources: task.step === 0 ? ['the task', ...sources] : sources,
    })
  }
}

/** The same for side questions, whose words are the last step's. */
export function recordSide(ledger: Ledger): (sent: SentBody, ask: AskOptions) => void {
  return (sent, { sessionId, step }) =>
    record(ledger, sent, {
      sessionId: sessionId.replace(/-side$/, ''),
      taskId: '',
      step,
      provider: 'side question',
      reason: `a side question of step ${step}`,
      sources: [],
    })
}

type Known = Pick<EgressDraft, 'sessionId' | 'taskId' | 'step' | 'provider' | 'reason' | 'sources'>

function record(ledger: Ledger, { host, bytes }: SentBody, known: Known): void {
  if (LOOPBACK.test(host)) return
  const rest = { model: '', status: 'sent' as const, bodyHash: '', withheld: [] }
  ledger.beginEgress({ ...known, ...rest, host, bytes })
}
