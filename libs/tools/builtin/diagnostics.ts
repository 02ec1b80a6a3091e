import { z } from 'zod'
import { countNoun, type EvidenceDraft, LIMITS, summarise } from '#core'
import type { Finding } from '#workspace'
import { Place } from '../declare/texts.js'
import { defineTool, fail, type ToolContext } from '../declare/tool.js'
import { cutResult } from '../result/cut_result.js'
import { explainRefusal } from '../search/suggest_paths.js'

/** row 183: at most 3,000 characters; about as many tokens as this. */
const MOST_CHARS = 3_000
const MOST_TOKENS = 800
const MOST_FINDINGS = 60

interface Check {
  name: string
  ok: boolean
  findings: Finding[]
  output: string
}

export const diagnostics = defineTool({
  name: 'diagnostics',
  summary: 'Run type checker and linters.',
  input: z.object({ path: Place.optional() }),
  effect: 'command',
  danger: true,
  evidence: 'diagnostic',
  route: {
    base: 'roomy',
    for: ['code_intel'],
    words: /\b(?:lint\w*|type ?check\w*|tsc|eslint|mypy)\b/i,
  },
  paths: ({ path }) => (path === undefined ? [] : [{ path, access: 'read' }]),
  // The project decides which programs run, and they run code of the project.
  command: ({ path }) => `diagnostics${path === undefined ? '' : ` '${path}'`}`,
  describe: ({ path }) => `check types and lint${path === undefined ? '' : ` of ${path}`}`,

  async run({ path }, context) {
    const { workspace, signal, resultTokens } = context
    const place = path === undefined ? undefined : workspace.resolve(path)
    if (place !== undefined && !place.ok) return fail(place.message)
    if (path !== undefined && place?.kind !== 'file')
      return fail(await explainRefusal(`${path} is not a file.`, path, workspace, signal))
    const plan = workspace.planDiagnosis(place && [place.relative])
    const skipped = plan.skipped.map(({ name, reason }) => `${name}: not run, ${reason}`)
    if (plan.run.length === 0)
      return fail(
        [
          `No type checker or linter for ${path ?? 'this project'} can run here.`,
          ...skipped,
          'Run one with run_command if you know its command.',
        ].join('\n'),
      )
    const checks: Check[] = []
    for (const { name, command } of plan.run) {
      if (signal.aborted) break
      checks.push(await check(name, command, place?.relative, context))
    }
    const text = [...checks.map(showCheck), ...skipped].join('\n').slice(0, MOST_CHARS)
    return {
      ok: checks.every(({ ok }) => ok),
      text: cutResult(text, Math.min(resultTokens, MOST_TOKENS)),
      evidence: [rowOf(checks, place?.relative ?? '.')],
    }
  },
})

async function check(
  name: string,
  command: string,
  path: string | undefined,
  { workspace, signal, onSpawn, onOutput }: ToolContext,
): Promise<Check> {
  const timeoutMs = LIMITS.commandMs
  const result = await workspace.runCommand({ command, timeoutMs, signal, onSpawn, onOutput })
  const findings = workspace
    .readFindings(result.output)
    .filter((finding) => path === undefined || finding.path === path)
  // A checker of the whole project can fail because of other files.
  const elsewhere = path !== undefined && findings.length === 0 && result.exitCode !== null
  return { name, ok: result.exitCode === 0 || elsewhere, findings, output: result.output }
}

function showCheck({ name, ok, findings, output }: Check): string {
  if (findings.length === 0 && ok) return `${name}: no complaint`
  if (findings.length === 0) return `${name} failed:\n${output.trim().slice(-1_500)}`
  const shown = findings.slice(0, MOST_FINDINGS).map(({ path, line, column, message }) => {
    const at = column === null ? `${line}` : `${line}:${column}`
    return `${path}:${at} ${message}`
  })
  return [`${name}: ${countNoun(findings.length, 'complaint')}`, ...shown].join('\n')
}

function rowOf(checks: readonly Check[], subject: string): EvidenceDraft {
  const words = checks.map(({ name, ok, findings }) =>
    ok && findings.length === 0
      ? `${name} clean`
      : `${name} ${countNoun(findings.length, 'complaint')}`,
  )
  return {
    kind: 'diagnostic',
    subject,
    summary: summarise(words.join(', ')),
    payload: Buffer.from(checks.map(({ name, output }) => `${name}\n${output}`).join('\n')),
    facts: { code: 'diagnostics', complaints: checks.flatMap(({ findings }) => findings).length },
  }
}
