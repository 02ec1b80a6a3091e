import { type Evidence, estimateTokens } from '#core'
import { failureLines } from '../facts/failure_lines.js'
import { chooseFacts, type Fact, findFacts } from '../facts/find_facts.js'
import type { PromptInput, Section } from '../section.js'

/** Lines of a failing output, and the share of the section that they may take. */
const FAILURE_LINES = 10
const FAILURE_SHARE = 0.35

/**
 * What the task knows: notes, what the model stated, what failed first. It is derived from rows at each rebuild,
 * by need and not by age, as long as the task is open (docs/design/prompt.md#facts).
 */
export const facts: Section = {
  name: 'facts',
  order: 20,
  share: 0.25,
  atStart: false,
  render(input, budgetTokens) {
    const first = firstFailures(input)
    const failed = fitting(first, budgetTokens * FAILURE_SHARE)
    const title = 'Facts of this task. A newer value replaces an older one:'
    let left = budgetTokens - costOf([title, ...failed])
    const fits = ({ text }: Fact) => {
      const cost = estimateTokens(text) + 1
      if (cost > left) return false
      left -= cost
      return true
    }
    const known = [...notes(input), ...stated(input)].sort((a, b) => a.step - b.step)
    const chosen = chooseFacts(known, aboutOf(input), fits).map(({ text }) => text)
    const lines = [...chosen, ...failed]
    return lines.length === 0 ? '' : [title, ...lines].join('\n')
  },
}

/** Notes that the model stored on purpose outweigh what it said in passing. */
function notes({ evidence }: PromptInput): Fact[] {
  return evidence
    .filter(({ kind, facts: { author } }) => kind === 'decision' && author !== 'user')
    .reverse()
    .map((row) => ({ step: row.step, text: `decision: ${noteLine(row)}`, weight: 4 }))
}

function stated({ statements = [] }: PromptInput): Fact[] {
  return findFacts(statements).map((fact) => ({ ...fact, text: `- ${fact.text}` }))
}

/** The first failing output of each command, oldest first. The newest one is in the state. */
function firstFailures({ evidence, payload }: PromptInput): string[] {
  const failed = evidence.filter(isFailure).reverse()
  const byCommand = new Map<string, Evidence>()
  for (const row of failed) if (!byCommand.has(row.subject)) byCommand.set(row.subject, row)
  return [...byCommand.values()].slice(0, 2).flatMap((row) => {
    const lines = failureLines(payload(row), FAILURE_LINES)
    return lines.length === 0
      ? []
      : [`first failure of ${row.subject} (${row.id}):`, ...lines.map((line) => `  ${line}`)]
  })
}

function isFailure({ kind, facts: { passed, exitCode } }: Evidence): boolean {
  if (kind === 'test_result') return passed === false
  return kind === 'shell_output' && typeof exitCode === 'number' && exitCode !== 0
}

function aboutOf({ task, additions, plan }: PromptInput): string {
  const open = plan.filter(({ status }) => status !== 'resolved').map(({ text }) => text)
  return [task, ...additions, ...open].join('\n')
}

function noteLine(row: Evidence): string {
  return `${row.id} ${row.subject}: ${row.summary.replace(/\s+/g, ' ')}`
}

function fitting(lines: readonly string[], budgetTokens: number): string[] {
  let used = 0
  return lines.filter((line) => {
    used += estimateTokens(line) + 1
    return used <= budgetTokens
  })
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
}
