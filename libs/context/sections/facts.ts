import { type Evidence, estimateTokens } from '#core'
import { failureLines } from '../facts/failure_lines.js'
import { chooseFacts, type Fact, findFacts } from '../facts/find_facts.js'
import { shortStatement } from '../facts/statement.js'
import type { PromptInput, Section } from '../input/section.js'

/** Lines of a failing output, and the share of the section that they may take. */
const FAILURE_LINES = 10
const FAILURE_SHARE = 0.35
/** Share of the block that the section may take; in a small block more, up to what some forty values need. */
const BLOCK_SHARE = 0.2
const MOST_SHARE = 0.6
const ENOUGH_TOKENS = 360

/**
 * What the task knows: notes, what the model stated, what failed first. It is derived from rows at each rebuild,
 * by need and not by age, as long as the task is open (docs/design/prompt.md#facts).
 */
export const facts: Section = {
  name: 'facts',
  order: 20,
  begins: 'Facts of this task.',
  share: 0,
  most: (block) => Math.max(block * BLOCK_SHARE, Math.min(block * MOST_SHARE, ENOUGH_TOKENS)),
  atStart: false,
  render(input, budgetTokens) {
    const { failures, full, fullTokens, short } = knownOf(input)
    const failed = fitting(failures, budgetTokens * FAILURE_SHARE)
    const title = 'Facts of this task. A newer value replaces an older one:'
    const room = budgetTokens - costOf([title, ...failed])
    // Where the sentences do not all fit, their bare words do more than half of them would.
    const known = fullTokens <= room ? full : short()
    let left = room
    const fits = ({ text }: Fact) => {
      const cost = estimateTokens(text) + 1
      if (cost > left) return false
      left -= cost
      return true
    }
    const chosen = chooseFacts(known, aboutOf(input), fits).map(({ text }) => text)
    const lines = [...chosen, ...failed]
    return lines.length === 0 ? '' : [title, ...lines].join('\n')
  },
}

/** What the section is made of, whatever its budget. */
interface Known {
  failures: readonly string[]
  full: readonly Fact[]
  fullTokens: number
  short(): readonly Fact[]
}

/** A rebuild renders the section for several budgets. */
const found = new WeakMap<object, { statements: object | undefined; known: Known }>()

function knownOf(input: PromptInput): Known {
  const { evidence, statements } = input
  const before = found.get(evidence)
  if (before !== undefined && before.statements === statements) return before.known
  const full = knownFacts(input, (text) => `- ${text}`)
  let short: readonly Fact[] | null = null
  const known = {
    failures: firstFailures(input),
    full,
    fullTokens: costOf(full.map(({ text }) => text)),
    short: () => (short ??= knownFacts(input, (text) => `- ${shortStatement(text)}`)),
  }
  found.set(evidence, { statements, known })
  return known
}

function knownFacts(input: PromptInput, write: (statement: string) => string): Fact[] {
  return [...notes(input), ...stated(input, write)].sort((a, b) => a.step - b.step)
}

/** Notes that the model stored on purpose outweigh what it said in passing. */
function notes({ evidence }: PromptInput): Fact[] {
  return evidence
    .filter(({ kind, facts: { author } }) => kind === 'decision' && author !== 'user')
    .reverse()
    .map((row) => ({ step: row.step, text: `decision: ${noteLine(row)}`, weight: 4 }))
}

function stated({ statements = [] }: PromptInput, write: (text: string) => string): Fact[] {
  return findFacts(statements).map((fact) => ({ ...fact, text: write(fact.text) }))
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

/** The first lines that fit; a title alone says nothing. */
function fitting(lines: readonly string[], budgetTokens: number): string[] {
  let used = 0
  const kept = lines.filter((line) => {
    used += estimateTokens(line) + 1
    return used <= budgetTokens
  })
  return kept.at(-1)?.startsWith(' ') === true ? kept : kept.slice(0, -1)
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
}
