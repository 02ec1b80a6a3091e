import type { Event, EvidenceDraft, Outcome } from '#core'
import { describeSideAnswer } from '#model'
import type { StepScope } from '../step/frame.js'

/** Edits of one task that are looked at: after these the user sees that it does not help. */
const MOST_EDITS = 30
/** Issues of a review that are shown (row 67). */
const MOST_ISSUES = 2
const LINE_CHARS = 240

/** How an answer is read: the lines that it gives, and what comes before them. */
const REVIEWS = [
  {
    name: 'review_edit',
    lead: '(A review by another model. It is not evidence:)',
    lines: ({ issues }: Record<string, unknown>) =>
      Array.isArray(issues) ? issues.map(String).slice(0, MOST_ISSUES) : [],
  },
  {
    name: 'check_own_edit',
    lead: '(A comparison with the task. It is not evidence:)',
    lines: ({ missing }: Record<string, unknown>) => [String(missing)],
  },
] as const

/**
 * Asks about the edits of a step (rows 67, 68). What it says follows the result
 * of the edit; it refuses nothing, proves nothing, and without an answer nothing happens.
 */
export async function* reviewEdits({ frame, deps, signal }: StepScope): AsyncGenerator<Event> {
  const { side } = deps.help
  if (side === undefined || !REVIEWS.some(({ name }) => side.has(name))) return
  const { task, session } = frame.view
  const edits = deps.ledger.find({ taskId: task.id, kind: 'edit_applied', limit: MOST_EDITS })
  const at = { step: frame.number, sessionId: session.id, signal }
  let left = MOST_EDITS - edits.length
  for (const [ordinal, outcome] of [...frame.outcomes].sort(([a], [b]) => a - b)) {
    const diff = diffOf(outcome)
    if (diff === '' || left <= 0 || signal.aborted) continue
    left -= 1
    for (const { name, lead, lines } of REVIEWS) {
      if (!side.has(name)) continue
      const answer = await side.ask(name, { task: task.text, diff }, at)
      const said = lines(answer.value)
        .map((line) => line.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS))
        .filter((line) => line !== '')
      yield { type: 'note', text: describeSideAnswer(name, answer, said.length > 0), detail: true }
      if (said.length === 0) continue
      const before = frame.outcomes.get(ordinal) ?? outcome
      frame.outcomes.set(ordinal, {
        ...before,
        text: [before.text, lead, ...said.map((line) => `- ${line}`)].join('\n'),
      })
    }
  }
}

/** The difference that an edit made; empty for other results. */
function diffOf({ ok, evidence }: Outcome): string {
  return ok ? evidence.filter(isEdit).map(textOf).join('\n') : ''
}

function isEdit({ kind }: EvidenceDraft): boolean {
  return kind === 'edit_applied'
}

function textOf({ payload }: Pick<EvidenceDraft, 'payload'>): string {
  return payload.toString('utf8')
}
