import { type Evidence, findEvidenceIds, type Message } from '#core'
import type { AppliedEdit } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'

/** What the model had in front of it when it made an edit. */
export interface PromptRows {
  edit: AppliedEdit
  /** Rows that the prompt of that step showed or named, oldest first. */
  rows: Evidence[]
  /** The task of the prompt, and what the model wrote beside the call. */
  task: string
  said: string
  messages: number
}

/** The rows in the prompt of the step that made an edit; null: that prompt is not stored any more. */
export function promptBefore(
  edit: AppliedEdit,
  sessionId: string,
  { ledger }: Pick<Deps, 'ledger'>,
): PromptRows | null {
  const { taskId, step } = edit
  const found = promptOf(sessionId, taskId, step, ledger)
  if (found === null) return null
  const messages = [...found.head, ...found.tail]
  // The system text is no result: the id in it is an example.
  const results = messages.filter(({ role }) => role !== 'system')
  const ids = new Set(results.flatMap((message) => findEvidenceIds(textOf(message))))
  const next = firstNumberFrom(taskId, step, ledger)
  const rows = [...ids].flatMap((id) => {
    const row = evidenceNumber(id) < next ? ledger.evidence(id) : null
    // A text of the project can hold words that look like an id.
    return row === null ? [] : [row]
  })
  return {
    edit,
    rows: rows.sort((a, b) => evidenceNumber(a.id) - evidenceNumber(b.id)),
    task: edit.taskText,
    said:
      ledger.statements(taskId, Number.MAX_SAFE_INTEGER).find((one) => one.step === step)?.text ??
      '',
    messages: messages.length,
  }
}

/** The number of the first row that the step or a later one of its task made; Infinity: there is none. */
function firstNumberFrom(taskId: string, step: number, ledger: Deps['ledger']): number {
  const [first] = ledger.find({ taskId, sinceStep: step, oldest: true, limit: 1 })
  return first === undefined ? Number.POSITIVE_INFINITY : evidenceNumber(first.id)
}

function promptOf(sessionId: string, taskId: string, step: number, ledger: Deps['ledger']) {
  try {
    return ledger.promptAt(sessionId, step, taskId)
  } catch {
    // A repaired ledger may have lost it.
    return null
  }
}

function textOf({ content, tool_calls = [] }: Message): string {
  return [content, ...tool_calls.map((call) => call.function.arguments)].join('\n')
}
