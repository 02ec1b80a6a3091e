import { type EgressDraft, hashOf, type Ledger, type View } from '#ledger'
import type { AskOptions, SentBody } from '#model'
import type { Sent } from '#web'
import type { Frame } from '../step/frame.js'

/**
 * Records the request of a tool before its first byte leaves. A request has no body, so the row holds
 * everything that is sent: the address.
 */
export function recordToolRequest(
  tool: string,
  { host, url, bytes }: Sent,
  { frame: { view, number }, ledger }: { frame: Frame; ledger: Ledger },
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

/** This machine. A tunnel may start there and end elsewhere: see docs/privacy.md. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
/** Maximum rows of one step that a request names. */
const MOST_SOURCES = 100

/**
 * Records each request of a step to a model on another machine, before its first byte leaves. Prompts
 * repeat their beginning, so a row names only what is new: all rows together name everything that was sent.
 */
export function recordModelRequest(
  { session, task }: View,
  ledger: Ledger,
): (sent: SentBody) => void {
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

/** The same for side questions, whose content comes from the last step. */
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
