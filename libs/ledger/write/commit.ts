import assert from 'node:assert/strict'
import { isPromise } from 'node:util/types'
import { type Outcome, plausibleCount, plausibleUsage, type Reply, redact } from '#core'
import { peekNumber, type Store } from '../database/store.js'
import type { EvidenceRows } from '../rows/evidence.js'
import type { Intents } from '../rows/intents.js'
import { activeNode, type PlanRows } from '../rows/plan.js'
import type { PromptRows } from '../rows/prompt.js'
import { createSeals } from '../rows/seals.js'
import type { Sessions } from '../rows/sessions.js'
import type { TaskRows } from '../rows/tasks.js'
import type { WaitingLines } from '../rows/waiting_lines.js'
import { type Committed, NumbersMovedError, type StepCommit } from '../types/steps.js'
import { digestCall } from '../values/call_digest.js'
import { redactDeep } from '../values/redact_deep.js'

interface Parts {
  sessions: Sessions
  tasks: TaskRows
  evidence: EvidenceRows
  plan: PlanRows
  prompt: PromptRows
  intents: Intents
  waiting: WaitingLines
}

type EpisodeRow = Record<string, string | number | null>

/** Commits a step in one transaction: all of it or nothing (rows 7, 8). */
export function createCommit(
  { db, clock, write }: Store,
  parts: Parts,
): (step: StepCommit) => Committed {
  const { sessions, tasks, evidence, plan, prompt, intents, waiting } = parts
  const peek = peekNumber(db)
  const insertEpisode = db.prepare<[EpisodeRow]>(`
    INSERT INTO episodes
      (task_id, step, node_id, reply, problem, nudged, estimated_tokens, prompt_tokens,
       completion_tokens, reused_prefix_tokens, committed_ms, guards)
    VALUES
      (@taskId, @step, @nodeId, @reply, @problem, @nudged, @estimatedTokens, @promptTokens,
       @completionTokens, @reusedPrefixTokens, @nowMs, @guards)`)
  const insertCall = db.prepare<[EpisodeRow]>(`
    INSERT INTO calls
      (task_id, step, ordinal, tool, ok, denied, args_hash, call_key, outcome_hash, failure_key, place_key, mark,
       rule, asked, took_ms)
    VALUES
      (@taskId, @step, @ordinal, @tool, @ok, @denied, @argsHash, @callKey, @outcomeHash, @failureKey, @placeKey,
       @mark, @rule, @asked, @tookMs)`)

  const seals = createSeals(db)
  const seal = db.prepare<[string, string, number]>(
    'UPDATE episodes SET seal = ? WHERE task_id = ? AND step = ?',
  )

  const writeEpisode = (commit: StepCommit) => {
    const { taskId, step, reply, estimatedTokens, nudged, guards = [] } = commit
    // A count that does not fit its column would make this step fail each time.
    const usage = plausibleUsage(reply.usage)
    const { promptTokens = 0, completionTokens = 0, reusedPrefixTokens = 0 } = usage ?? {}
    insertEpisode.run({
      taskId,
      step,
      nodeId: activeNode(plan.list(taskId)).id,
      reply: JSON.stringify(redactDeep({ ...reply, usage })),
      problem: reply.problem?.code ?? null,
      nudged: Number(nudged),
      estimatedTokens: plausibleCount(estimatedTokens),
      promptTokens,
      completionTokens,
      reusedPrefixTokens,
      nowMs: clock.now(),
      guards: guards.length === 0 ? null : guards.join(' '),
    })
    for (const [ordinal, outcome] of commit.outcomes.entries())
      insertCall.run({ taskId, step, ordinal, ...describeCall(reply, outcome) })
  }

  const commitWhole = write((commit: StepCommit): Committed => {
    const { taskId, step, end } = commit
    const task = tasks.open(taskId)
    assert.equal(step, task.cursor + 1, `step ${step} cannot follow step ${task.cursor}`)
    const next = peek('evidence') + 1
    if ((commit.firstEvidence ?? next) !== next) throw new NumbersMovedError(next)
    writeEpisode(commit)
    const drafts = commit.outcomes.flatMap((outcome) => outcome.evidence).concat(commit.evidence)
    const rows = drafts.map((draft) => evidence.insert(taskId, step, draft))
    for (const { node } of commit.plan) tasks.checkCites(node.cites)
    plan.write(taskId, step, commit.plan)
    prompt.append(task.sessionId, taskId, step, commit.append)
    seal.run(seals.ofStep(taskId, step), taskId, step)
    intents.close(taskId, step)
    tasks.moveCursor(taskId, step)
    if (commit.learned) sessions.set(task.sessionId, commit.learned)
    if (commit.waiting) waiting.put(task.sessionId, commit.waiting)
    if (end) tasks.end(taskId, end)
    return { step, evidence: rows }
  })

  return (commit) => {
    refusePromises(commit)
    return commitWhole(commit)
  }
}

function describeCall(reply: Reply, outcome: Outcome) {
  const { callId, tool, ok, denied, gate, tookMs } = outcome
  const call = reply.calls.find(({ id }) => id === callId)
  const passed = {
    rule: gate ? redact(gate.rule) : null,
    asked: gate ? Number(gate.asked) : null,
    tookMs: tookMs === undefined ? null : Math.round(tookMs),
  }
  const said = { tool, ok: Number(ok), denied: denied ? redact(denied) : null }
  return { ...said, ...digestCall(call, outcome), ...passed }
}

/** A transaction is synchronous, so it cannot wait for a promise. */
function refusePromises(commit: StepCommit): void {
  const fields: unknown[] = Object.values(commit)
  for (const value of [commit, ...fields, ...fields.filter(Array.isArray).flat()])
    if (isPromise(value) || isThenable(value))
      throw new TypeError('commit takes the finished step, not a promise of it')
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
