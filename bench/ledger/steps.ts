import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EvidenceDraft, Reply } from '#core'
import { type Ledger, openLedger, type StepCommit } from '#ledger'

const STEPS = 10_000
/** A new prompt generation every so many steps, as a 32k window needs it (docs/design/prompt.md#budgets). */
const STEPS_PER_GENERATION = 40
/** What `bench:ledger` promises: resume below a second, the slow end of commits below 5 ms. */
const TARGETS = { resumeMs: 1_000, commitP95Ms: 5 }

/**
 * Fills a ledger with 10,000 steps of ordinary size and times what a person waits for: the commit of a step
 * and the resume (open and view). A bare one-row transaction on the same disk, taken in turns, is the yardstick.
 * @returns milliseconds, bytes and whether each target was met
 */
export default async function steps(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-'))
  try {
    const path = join(folder, 'ledger.sqlite')
    const { taskId, commits, bare } = fill(path, join(folder, 'bare.sqlite'))
    const resumeMs = resume(path, taskId)
    const commit = {
      p50Ms: quantile(commits, 0.5),
      p95Ms: quantile(commits, 0.95),
      maxMs: quantile(commits, 1),
    }
    const insert = { p50Ms: quantile(bare, 0.5), p95Ms: quantile(bare, 0.95) }
    return {
      steps: STEPS,
      ledgerBytes: statSync(path).size,
      commit,
      bareInsert: insert,
      ratioP50: round(commit.p50Ms / insert.p50Ms),
      ratioP95: round(commit.p95Ms / insert.p95Ms),
      ...resumeMs,
      targets: TARGETS,
      met: {
        resume: resumeMs.resumeMs < TARGETS.resumeMs,
        commitP95: commit.p95Ms < TARGETS.commitP95Ms,
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(path: string, barePath: string) {
  const ledger = openLedger({ path })
  const bare = openBare(barePath)
  const sessionId = ledger.createSession({
    cwd: '/',
    model: 'bench',
    mode: 'default',
    title: 'bench',
  })
  const message = { role: 'user' as const, content: 'walk through ten thousand steps' }
  const taskId = ledger.createTask({ sessionId, text: message.content, message })
  const times: { commits: number[]; bare: number[] } = { commits: [], bare: [] }
  for (let step = 1; step <= STEPS; step += 1) {
    if (step % STEPS_PER_GENERATION === 1) rebuild(ledger, taskId)
    const draft = makeStep(taskId, step)
    times.commits.push(timed(() => ledger.commit(draft)))
    times.bare.push(timed(() => bare.insert(step)))
  }
  ledger.close()
  bare.close()
  return { taskId, ...times }
}

/** Cold for this process, warm for the disk cache: what `aircoder resume` meets a moment after a kill. */
function resume(path: string, taskId: string) {
  const openedMs: number[] = []
  const viewMs: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now()
    const ledger = openLedger({ path })
    const opened = performance.now()
    ledger.view(taskId)
    viewMs.push(performance.now() - opened)
    openedMs.push(opened - start)
    ledger.close()
  }
  const slowest = Math.max(...openedMs.map((open, index) => open + (viewMs[index] ?? 0)))
  return {
    openMs: quantile(openedMs, 0.5),
    viewMs: quantile(viewMs, 0.5),
    resumeMs: round(slowest),
  }
}

function rebuild(ledger: Ledger, taskId: string) {
  const { tail } = ledger.view(taskId)
  const head = [{ role: 'system' as const, content: words(1, 24_000) }]
  const tailFromSeq = tail.at(-6)?.seq ?? 1
  ledger.newGeneration(taskId, { head, tailFromSeq, reason: 'watermark' })
}

/** One call and its result, 2 kB of payload, every fourth step an edit: the shape of a real run. */
function makeStep(taskId: string, step: number): StepCommit {
  const path = `src/file_${step % 97}.ts`
  const call = { id: `c${step}`, name: 'read_file', arguments: { path } }
  const reply: Reply = {
    text: `Looking at ${path}.`,
    reasoning: words(step, 400),
    calls: [call],
    problem: null,
    finishReason: 'tool_calls',
    usage: { promptTokens: 9_000, completionTokens: 120, reusedPrefixTokens: 8_500 },
  }
  const text = words(step, 2_000)
  const evidence: EvidenceDraft[] = [
    step % 4 === 0
      ? {
          kind: 'edit_applied',
          subject: path,
          summary: `edited ${path}`,
          payload: Buffer.from(text),
          facts: { path, added: 3, removed: 1 },
        }
      : {
          kind: 'file_read',
          subject: path,
          summary: `read ${path}`,
          payload: Buffer.from(text),
          facts: { path },
        },
  ]
  const wire = {
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }
  return {
    taskId,
    step,
    reply,
    estimatedTokens: 9_000,
    outcomes: [
      { callId: call.id, tool: call.name, ok: true, text, evidence, changes: [], plan: [] },
    ],
    evidence: [],
    append: [
      { role: 'assistant', content: reply.text, tool_calls: [wire] },
      { role: 'tool', content: text, tool_call_id: call.id },
    ],
    plan: [],
    nudged: false,
  }
}

function openBare(path: string) {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE bare (step INTEGER PRIMARY KEY, text TEXT)')
  const insert = db.prepare('INSERT INTO bare VALUES (?, ?)')
  return { insert: (step: number) => insert.run(step, 'one row'), close: () => db.close() }
}

const VOCABULARY =
  'const return value of the queue when it is empty and step reads file from cache before write error line test passes import export function'.split(
    ' ',
  )

/** Text that differs from step to step and compresses like source, without a random source. */
function words(seed: number, chars: number): string {
  let state = seed * 2_654_435_761
  let text = ''
  while (text.length < chars) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += `${VOCABULARY[state % VOCABULARY.length]}${state % 11 === 0 ? `_${state % 9_973}\n` : ' '}`
  }
  return text.slice(0, chars)
}

function timed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
