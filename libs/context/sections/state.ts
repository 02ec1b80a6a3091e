import type { Evidence, PlanNode } from '#core'
import { failureLines } from '../facts/failure_lines.js'
import type { PromptInput, Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

const MARKS = { open: '[ ]', in_progress: '[>]', resolved: '[x]' } as const
const FAILURE_LINES = 6

/** What is open: the last test with its message, the plan, hypotheses (docs/design/prompt.md#evidence). */
export const state: Section = {
  name: 'state',
  order: 40,
  begins: 'Current state:',
  share: 0.15,
  atStart: false,
  render(input, budgetTokens) {
    const { plan, evidence } = input
    const test = evidence.find((row) => row.kind === 'test_result')
    const lines = ['Current state:']
    if (test !== undefined) lines.push(`last test: ${line(test)}`, ...message(test, input))
    lines.push(...todoLines(plan), ...hypothesisLines(plan))
    return lines.length > 1 ? fitLines(lines, budgetTokens) : ''
  },
}

/** The exact lines of a failure, unless the tail still shows it. */
function message(test: Evidence, { payload, inTail }: PromptInput): string[] {
  if (test.facts.passed !== false || inTail?.has(test.id) === true) return []
  return failureLines(payload(test), FAILURE_LINES).map((text) => `  ${text}`)
}

function todoLines(plan: readonly PlanNode[]): string[] {
  const todos = plan.filter(
    ({ kind, summary }) => (kind === 'todo' || kind === 'item') && summary !== 'dropped',
  )
  return todos.map((node) => `${MARKS[node.status]} ${node.text}`)
}

function hypothesisLines(plan: readonly PlanNode[]): string[] {
  const nodes = plan.filter((node) => node.kind === 'hypothesis')
  return nodes.map(
    (node) =>
      `hypothesis: ${MARKS[node.status]} ${node.text}${node.summary ? ` -> ${node.summary}` : ''}`,
  )
}

function line(row: Evidence): string {
  return `${row.id} ${row.subject}: ${row.summary.replace(/\s+/g, ' ')}`
}
