import { join } from 'node:path'
import Database from 'better-sqlite3'
import { build } from 'esbuild'
import type { Test } from 'tap'
import type { EvidenceDraft, Outcome, PlanNode, Reply, ToolCall } from '#core'
import { type Ledger, type OpenOptions, openLedger, type StepCommit } from '#ledger'

/** A real ledger in a folder of its own, closed when the test ends. */
export function freshLedger(t: Test, options: Partial<OpenOptions> = {}): Ledger {
  const path = options.path ?? join(t.testdir(), 'data', 'ledger.sqlite')
  const ledger = openLedger({ ...options, path })
  t.teardown(() => ledger.close())
  return ledger
}

export function startTask(ledger: Ledger, text = 'fix the test') {
  const sessionId = ledger.createSession({
    cwd: '/nowhere',
    model: 'm',
    mode: 'default',
    title: text,
  })
  const taskId = ledger.createTask({ sessionId, text, message: { role: 'user', content: text } })
  return { sessionId, taskId }
}

export function makeCall(id: string, name: string, args: Record<string, unknown> = {}): ToolCall {
  return { id, name, arguments: args }
}

export function makeReply(calls: ToolCall[] = [], change: Partial<Reply> = {}): Reply {
  return {
    text: '',
    reasoning: '',
    calls,
    problem: null,
    finishReason: 'stop',
    usage: null,
    ...change,
  }
}

export function makeOutcome(call: ToolCall, evidence: EvidenceDraft[], text = 'done'): Outcome {
  return { callId: call.id, tool: call.name, ok: true, text, evidence, changes: [], plan: [] }
}

export function makeRead(path: string, payload: Buffer | string): EvidenceDraft {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  return {
    kind: 'file_read',
    subject: path,
    summary: `read ${path}`,
    payload: bytes,
    facts: { path },
  }
}

export function makeTest(command: string, passed: boolean | null): EvidenceDraft {
  const exitCode = passed ? 0 : 1
  const payload = Buffer.from(`ran ${command}`)
  const summary = passed ? 'all tests pass' : 'one test fails'
  return {
    kind: 'test_result',
    subject: command,
    summary,
    payload,
    facts: { command, passed, exitCode },
  }
}

export function makeEdit(path: string): EvidenceDraft {
  const facts = { path, added: 1, removed: 1 }
  return {
    kind: 'edit_applied',
    subject: path,
    summary: `edited ${path}`,
    payload: Buffer.from('@@'),
    facts,
  }
}

/** A step with one call that left the given evidence, and its two messages. */
export function makeStep(
  taskId: string,
  step: number,
  evidence: EvidenceDraft[] = [],
  change: Partial<StepCommit> = {},
): StepCommit {
  const call = makeCall(`c${step}`, 'read_file', { path: `f${step}` })
  return {
    taskId,
    step,
    reply: makeReply([call], { text: `step ${step}` }),
    estimatedTokens: 100,
    outcomes: [makeOutcome(call, evidence)],
    evidence: [],
    append: [
      { role: 'assistant', content: `step ${step}` },
      { role: 'tool', content: 'done', tool_call_id: call.id },
    ],
    plan: [],
    nudged: false,
    ...change,
  }
}

export function makeNode(id: string, parentId: string, change: Partial<PlanNode> = {}): PlanNode {
  return {
    id,
    parentId,
    kind: 'hypothesis',
    ordinal: 0,
    text: `hypothesis ${id}`,
    status: 'open',
    summary: '',
    cites: [],
    ...change,
  }
}

/** Every row of every table, as another connection sees it. */
export function readTables(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true })
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
  const rows = tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).raw().all()])
  db.close()
  return Object.fromEntries(rows)
}

/** Bundles a TypeScript program so that a bare `node` can run it; in the test's own folder. */
export async function bundleProgram(t: Test, source: string): Promise<string> {
  const outfile = join(t.testdir(), 'program.mjs')
  await build({
    stdin: { contents: source, loader: 'ts', resolveDir: process.cwd() },
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', 'esbuild'],
    outfile,
    logLevel: 'error',
  })
  return outfile
}
