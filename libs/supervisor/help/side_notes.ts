import type { Event, EvidenceDraft, Outcome } from '#core'
import type { View } from '#ledger'
import { describeSideAnswer, type Side } from '#model'
import { asksOnly, type PlanMutation, setTodos } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** Lines above which a file is worth an outline (features.md row 86). */
const LARGE_LINES = 200
/** Failing commands of one step that are explained. */
const MOST_EXPLAINED = 2
/** Answers to a question, which are short and not vague (row 69). */
const PLAIN_ANSWER =
  /^\s*(?:y|yes|yep|no|nope|n|ok(?:ay)?|sure|continue|go on|thanks?|[a-d]|\d{1,2}|(?:option|number) \w+|(?:the )?(?:first|second|third|last)(?: one)?)\W*$/i

/** What side questions add to a task's first step. */
export interface Opening {
  plan: PlanMutation[]
  notes: string[]
}

export const NO_OPENING: Opening = { plan: [], notes: [] }

/** Before the first step: one question to the person about a vague task, and the steps that a task names. */
export async function* openTask(
  view: View,
  { side }: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event, Opening> {
  const begins = view.task.status === 'open' && view.task.step === 0 && view.pending === null
  if (side === undefined || !begins) return NO_OPENING
  const { text } = view.task
  const at = { step: 1, sessionId: view.session.id, signal }
  const answersUs = view.earlier.at(-1)?.summary.trim().endsWith('?') === true
  if (side.has('clarify') && !answersUs && !PLAIN_ANSWER.test(text) && text.length <= 80) {
    const answer = await side.ask('clarify', { task: text }, at)
    const question = String(answer.value.question)
    yield { type: 'note', text: describeSideAnswer('clarify', answer, question !== '') }
    if (question !== '')
      yield {
        type: 'note',
        text: `${question} The work begins meanwhile; an answer is taken at any time.`,
      }
  }
  if (!side.has('extract_plan') || asksOnly(text)) return NO_OPENING
  const answer = await side.ask('extract_plan', { task: text }, at)
  const steps = Array.isArray(answer.value.steps) ? answer.value.steps.map(String) : []
  yield { type: 'note', text: describeSideAnswer('extract_plan', answer, steps.length > 1) }
  if (steps.length < 2) return NO_OPENING
  const items = steps.map((step) => ({ text: step, status: 'pending' as const }))
  const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
  return {
    plan: setTodos(view.plan, items),
    notes: [
      `The task names these parts. They are your list now; keep it with todo_write:\n${list}`,
    ],
  }
}

/** Behind the calls of a step: why a command failed, and what a file holds that was too long to show. */
export async function* addSideNotes(
  frame: Frame,
  deps: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const { side } = deps
  if (side === undefined) return
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  let explained = 0
  for (const [ordinal, outcome] of [...frame.outcomes].sort(([a], [b]) => a - b)) {
    const [row] = outcome.evidence
    if (row === undefined || signal.aborted) continue
    const question = questionOn(row, outcome, side, deps)
    if (question === null) continue
    if (question.name === 'explain_failure') explained += 1
    if (explained > MOST_EXPLAINED) continue
    const answer = await side.ask(question.name, question.input, at)
    const said = String(answer.value[question.field]).trim()
    yield { type: 'note', text: describeSideAnswer(question.name, answer, said !== '') }
    if (said === '') continue
    frame.outcomes.set(ordinal, { ...outcome, text: `${outcome.text}\n${question.lead} ${said}` })
  }
}

function questionOn(row: EvidenceDraft, outcome: Outcome, side: Side, { workspace }: Deps) {
  const { command, path, lines, total } = row.facts
  if (typeof command === 'string') {
    if (outcome.ok || row.facts.interrupted === true || !side.has('explain_failure')) return null
    const output = row.payload.toString('utf8')
    const lead = '(A guess about why, not evidence:)'
    return { name: 'explain_failure', input: { command, output }, field: 'cause', lead }
  }
  if (row.kind !== 'file_read' || typeof path !== 'string' || !side.has('summarise_file'))
    return null
  const last = Number(/^1-(\d+)$/.exec(String(lines))?.[1] ?? total)
  if (typeof total !== 'number' || total <= LARGE_LINES || last >= total) return null
  const file = workspace.readFile(path)
  if (!file.ok) return null
  const lead = '(Outline of the whole file, made by a side question:)\n'
  return { name: 'summarise_file', input: { path, text: file.text }, field: 'summary', lead }
}
