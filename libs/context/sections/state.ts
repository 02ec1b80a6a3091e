import type { Evidence, PlanNode } from '#core'
import { fitLines } from '../fit.js'
import type { Section } from '../section.js'

const MARKS = { open: '[ ]', in_progress: '[>]', resolved: '[x]' } as const

/** Plan, decisions and the last test, until the task ends (docs/design/prompt.md#evidence). */
export const state: Section = {
  name: 'state',
  order: 30,
  share: 0.2,
  atStart: false,
  render({ plan, evidence }, budgetTokens) {
    const decisions = evidence.filter((row) => row.kind === 'decision').map((row) => line(row))
    const test = evidence.find((row) => row.kind === 'test_result')
    const lines = ['Current state:']
    if (test !== undefined) lines.push(`last test: ${line(test)}`)
    lines.push(
      ...todoLines(plan),
      ...hypothesisLines(plan),
      ...decisions.map((text) => `decision: ${text}`),
    )
    return lines.length > 1 ? fitLines(lines, budgetTokens) : ''
  },
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
