import type { Event } from '#core'
import { describeSideAnswer } from '#model'
import { failedFixes } from '#planner'
import { newestRows } from '../proof/rows.js'
import type { StepScope } from '../step/frame.js'

const QUESTION = 'find_cause'
/** It is asked after every second fix that failed. */
const EVERY = 2
const LINE_CHARS = 300

interface Branch {
  cause: string
  next: string
}

/**
 * After two fixes in a row that left the tests failing, two lines of reasoning are asked for at the same time, and the
 * one that fits the output better is shown (row 66). It is a guess, never evidence.
 */
export async function* findCause({ frame, deps, signal }: StepScope): AsyncGenerator<Event> {
  const { side } = deps.help
  if (side?.has(QUESTION) !== true) return
  const failing = [...frame.outcomes].findLast(([, { evidence }]) =>
    evidence.some(({ kind, facts }) => kind === 'test_result' && facts.passed === false),
  )
  const rows = newestRows(frame, deps)
  const fixes = failedFixes(rows)
  if (failing === undefined || fixes === 0 || fixes % EVERY !== 0) return
  const [ordinal, outcome] = failing
  const output = outcome.evidence.map(({ payload }) => payload.toString('utf8')).join('\n')
  const edit = deps.ledger.find({ taskId: frame.view.task.id, kind: 'edit_applied', limit: 1 })[0]
  const fresh = [...frame.outcomes.values()]
    .flatMap(({ evidence }) => evidence)
    .findLast(({ kind }) => kind === 'edit_applied')
  const change = fresh?.payload ?? (edit && deps.ledger.payload(edit.payloadHash))
  const diff = change?.toString('utf8') ?? ''
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  const answers = await Promise.all(
    (['change', 'place'] as const).map((angle) => side.ask(QUESTION, { diff, output, angle }, at)),
  )
  const best = chooseBranch(
    answers.map(({ value }) => ({ cause: String(value.cause), next: String(value.next) })),
    `${diff}\n${output}`,
  )
  for (const answer of answers)
    yield { type: 'note', text: describeSideAnswer(QUESTION, answer, best !== null), detail: true }
  if (best === null) return
  const lines = [`- cause: ${clean(best.cause)}`, `- next: ${clean(best.next)}`]
  const lead = '(A guess after fixes that failed. It is not evidence:)'
  frame.outcomes.set(ordinal, { ...outcome, text: [outcome.text, lead, ...lines].join('\n') })
}

/** The branch with the larger share of names that the texts have; of equal ones the shorter. null: neither says anything. */
export function chooseBranch(branches: readonly Branch[], texts: string): Branch | null {
  const scored = branches
    .filter(({ cause, next }) => cause.trim() !== '' && next.trim() !== '')
    .map((branch) => {
      const said = `${branch.cause} ${branch.next}`
      const names = said.match(/[\w$./-]*[\w$]/g)?.filter((word) => /[A-Z_./\d]/.test(word)) ?? []
      const known = names.filter((name) => texts.includes(name))
      return { branch, share: known.length / (names.length + 1), length: said.length }
    })
  scored.sort((a, b) => b.share - a.share || a.length - b.length)
  return scored[0]?.branch ?? null
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, LINE_CHARS)
}
