import type { Event, EvidenceDraft, Outcome } from '#core'
import { describeSideAnswer, type Side } from '#model'
import type { Workspace } from '#workspace'
import type { StepScope } from '../step/frame.js'

/** A file with more lines gets an outline (row 86). */
const LARGE_LINES = 200
/** Failing commands of one step that are explained. */
const MOST_EXPLAINED = 2

/** Adds to the results of a step: why a command failed, and an outline of a file too long to show. */
export async function* addSideNotes({ frame, deps, signal }: StepScope): AsyncGenerator<Event> {
  const { side } = deps.help
  if (side === undefined) return
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  let explained = 0
  for (const [ordinal, outcome] of [...frame.outcomes].sort(([a], [b]) => a - b)) {
    const [row] = outcome.evidence
    if (row === undefined || signal.aborted) continue
    const question = explainFailure(row, outcome, side) ?? outlineFile(row, side, deps.workspace)
    if (question === null) continue
    if (question.name === 'explain_failure') explained += 1
    if (explained > MOST_EXPLAINED) continue
    const answer = await side.ask(question.name, question.input, at)
    const said = String(answer.value[question.field]).trim()
    yield {
      type: 'note',
      text: describeSideAnswer(question.name, answer, said !== ''),
      detail: true,
    }
    if (said === '') continue
    frame.outcomes.set(ordinal, { ...outcome, text: `${outcome.text}\n${question.lead} ${said}` })
  }
}

function explainFailure({ facts, payload }: EvidenceDraft, outcome: Outcome, side: Side) {
  const { command, interrupted } = facts
  if (typeof command !== 'string' || outcome.ok || interrupted === true) return null
  if (!side.has('explain_failure')) return null
  const input = { command, output: payload.toString('utf8') }
  const lead = '(A guess about the cause. It is not evidence:)'
  return { name: 'explain_failure', input, field: 'cause', lead }
}

function outlineFile({ kind, facts }: EvidenceDraft, side: Side, workspace: Workspace) {
  const { command, path, lines, total } = facts
  if (kind !== 'file_read' || typeof path !== 'string' || typeof command === 'string') return null
  if (!side.has('summarise_file')) return null
  const last = Number(/^1-(\d+)$/.exec(String(lines))?.[1] ?? total)
  if (typeof total !== 'number' || total <= LARGE_LINES || last >= total) return null
  const file = workspace.readFile(path)
  if (!file.ok) return null
  const lead = '(An outline of the whole file, written by another model:)\n'
  return { name: 'summarise_file', input: { path, text: file.text }, field: 'summary', lead }
}
