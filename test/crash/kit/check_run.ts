import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openLedger } from '#ledger'
import { ledgerOf, type Story } from './crash_run.js'
import { processesIn } from './leftovers.js'
import { readTree } from './tree.js'
import { COUNTER_LOG, type WorkScript } from './work_script.js'

/** What a run left: to be compared with what the same script left without a kill. */
export interface Remains {
  /** The canonical export. */
  lines: string[]
  tree: Map<string, string>
  /** How often each counter id occurs in the log. */
  counted: Map<string, number>
  steps: { step: number; committedMs: number; decidedMs: number | null }[]
  damage: string[]
  /** Each call that came to the gate, as the ledger has it and as the audit log has it. */
  audit: { wanted: string[]; written: string[] }
  /** Process groups that the ledger knew of. */
  groups: Set<number>
}

interface Line {
  type?: string
  kind?: string
  summary?: string
  subject?: string
  step?: number
  id?: string
  facts?: { unseen?: boolean; hash?: string; lines?: string; total?: number }
}

const MOST_DIFFERENCES = 3

export function readRemains(folder: string): Remains {
  const path = ledgerOf(folder)
  if (path === null) throw new Error(`${folder} has no ledger`)
  const ledger = openLedger({ path, readOnly: true })
  try {
    const { rows } = ledger.sql(`
      SELECT episodes.step, committed_ms, min(created_ms) FROM episodes
      LEFT JOIN intents ON intents.task_id = episodes.task_id AND intents.step = episodes.step
      GROUP BY episodes.step ORDER BY episodes.step`)
    const groups = ledger.sql('SELECT DISTINCT pid FROM intents WHERE pid IS NOT NULL').rows
    const calls = [...ledger.auditRows('all')].map(
      ({ taskId, step, call }) => `${taskId} ${step} ${call}`,
    )
    const tree = readTree(join(folder, 'work'))
    tree.delete(COUNTER_LOG)
    return {
      lines: [...ledger.exportCanonical()],
      tree,
      counted: countLines(readFileSync(join(folder, 'work', COUNTER_LOG), 'utf8')),
      steps: rows.map(([step, committedMs, decidedMs]) => ({
        step: Number(step),
        committedMs: Number(committedMs),
        decidedMs: decidedMs === null ? null : Number(decidedMs),
      })),
      damage: ledger.verify().problems,
      audit: { wanted: calls, written: auditKeys(join(dirname(path), 'audit.jsonl')) },
      groups: new Set(groups.map(([pid]) => Number(pid))),
    }
  } finally {
    ledger.close()
  }
}

/** What a killed run has broken of what it promises; empty when nothing. */
export function checkRun(
  story: Story,
  script: WorkScript,
  reference: Remains,
): { problems: string[]; interrupted: string[] } {
  const remains = readRemains(story.folder)
  const { differences, interrupted } = compareLines(remains.lines, reference.lines)
  const problems = [
    ...story.problems,
    ...remains.damage.map((text) => `the ledger is damaged: ${text}`),
    ...differences.slice(0, MOST_DIFFERENCES),
    ...compareTrees(remains.tree, reference.tree),
    ...checkCounters(remains.counted, script, interrupted),
    ...checkAsks(story, remains),
    ...checkAudit(remains),
    ...processesIn(join(story.folder, 'work'))
      .filter(({ group }) => remains.groups.has(group))
      .map(({ pid, command }) => `process ${pid} of a command still runs: ${command}`),
  ]
  return { problems, interrupted }
}

/** Equal line by line, but for rows of interrupted commands: those differ because of the kill. */
function compareLines(lines: string[], wanted: string[]) {
  const differences: string[] = []
  const interrupted: string[] = []
  let isOther = false
  for (let at = 0; at < Math.max(lines.length, wanted.length); at += 1) {
    const [line = '(no line)', want = '(no line)'] = [lines[at], wanted[at]]
    if (line === want) continue
    if (isUnseen(line, want)) {
      isOther = true
      continue
    }
    if (isOther && isOtherRoom(line, want)) continue
    const command = interruptedCommand(line, want)
    if (command === null)
      differences.push(`the record differs in line ${at + 1}:\n  ${line}\n  not ${want}`)
    else {
      interrupted.push(command)
      isOther = true
    }
  }
  return { differences, interrupted }
}

/** The process died after the command ended and before the tree was looked at: the row says so. */
function isUnseen(line: string, want: string): boolean {
  if (!line.startsWith('{') || !want.startsWith('{')) return false
  const [row, same] = [JSON.parse(line) as Line, JSON.parse(want) as Line]
  const keys = ['type', 'subject', 'step', 'id', 'summary'] as const
  return row.facts?.unseen === true && keys.every((key) => row[key] === same[key])
}

/**
 * The same part of the same file, a few lines longer or shorter: a read takes a share of the room in the prompt, and a row
 * that says `interrupted` is of another length than the output of its command.
 */
function isOtherRoom(line: string, want: string): boolean {
  if (!line.startsWith('{') || !want.startsWith('{')) return false
  const [row, same] = [JSON.parse(line) as Line, JSON.parse(want) as Line]
  const keys = ['type', 'kind', 'subject', 'step', 'id'] as const
  const from = (facts: Line['facts']) => String(facts?.lines).split('-')[0]
  return (
    row.kind === 'file_read' &&
    keys.every((key) => row[key] === same[key]) &&
    row.facts?.hash === same.facts?.hash &&
    row.facts?.total === same.facts?.total &&
    from(row.facts) === from(same.facts)
  )
}

/** The command of a row that says `interrupted` where the reference has the row of the same command. */
function interruptedCommand(line: string, want: string): string | null {
  if (!line.startsWith('{') || !want.startsWith('{')) return null
  const [row, same] = [JSON.parse(line) as Line, JSON.parse(want) as Line]
  const isRow = row.type === 'evidence' && row.summary?.startsWith('interrupted: ') === true
  const keys = ['type', 'kind', 'subject', 'step', 'id'] as const
  return isRow && keys.every((key) => row[key] === same[key]) ? (row.subject ?? null) : null
}

function compareTrees(tree: Map<string, string>, wanted: Map<string, string>): string[] {
  const paths = [...new Set([...tree.keys(), ...wanted.keys()])]
  return paths
    .filter((path) => tree.get(path) !== wanted.get(path))
    .map((path) => {
      const [is, was] = [tree.get(path) ?? 'missing', wanted.get(path) ?? 'missing']
      return `${path} is not as in the reference: ${is}, not ${was}`
    })
}

function checkCounters(
  counted: Map<string, number>,
  { counters }: WorkScript,
  interrupted: string[],
): string[] {
  const problems: string[] = []
  for (const [id, command] of counters) {
    const times = counted.get(id) ?? 0
    if (times > 1) problems.push(`${id} was counted ${times} times`)
    if (times === 0 && !interrupted.includes(command))
      problems.push(`${id} was not counted, and no row says that its command was interrupted`)
  }
  for (const id of counted.keys())
    if (!counters.has(id)) problems.push(`the log has a line that nobody wrote: ${id}`)
  return problems
}

/** The audit log has every call once and in order; what the last kill left out the next run fills in. */
function checkAudit({ audit: { wanted, written }, steps }: Remains): string[] {
  const last = ` ${steps.at(-1)?.step} `
  const missing = wanted.filter((key) => !written.includes(key) && !key.includes(last))
  const present = wanted.filter((key) => written.includes(key))
  const inOrder = written.join('\n') === present.join('\n')
  return [
    ...missing.map((key) => `the audit log lacks the call ${key}`),
    ...(inOrder ? [] : ['the audit log has a call twice, out of order, or one that never was']),
  ]
}

function auditKeys(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => {
    const { task, step, call } = JSON.parse(line) as { task: string; step: number; call: number }
    return `${task} ${step} ${call}`
  })
}

/** No step is asked for again once it is committed, nor once its decision is in the ledger. */
function checkAsks(story: Story, { steps }: Remains): string[] {
  return steps.flatMap(({ step, committedMs, decidedMs }) => {
    const asks = story.asks.filter((ask) => ask.step === step)
    if (asks.length === 0) return [`step ${step} was never asked for`]
    const late = asks.filter(({ atMs }) => atMs > committedMs)
    const again = asks.filter(({ atMs }) => decidedMs !== null && atMs > decidedMs)
    return [
      ...late.map(() => `step ${step} was asked again after its commit`),
      ...again.map(() => `step ${step} was asked again after its decision was stored`),
    ]
  })
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of text.split('\n').slice(0, -1)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}
