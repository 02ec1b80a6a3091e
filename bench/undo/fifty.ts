import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedger } from '#ledger'
import { planUndo, restore } from '#supervisor'
import { openWorkspace } from '#workspace'

const EDITS = 50
const LINES = 400
const ROUNDS = 7

/**
 * What it costs to take back a run of 50 edits, one file each time in turn over ten files of 20 kB, beside
 * writing the same ten files with a copy: the plan (hashes, differences) and the restore (intent, writes).
 */
export default async function fifty(): Promise<object> {
  const base = mkdtempSync(join(tmpdir(), 'aircoder-fifty-'))
  try {
    const rounds: ReturnType<typeof measure>[] = []
    for (let at = 0; at < ROUNDS; at += 1) rounds.push(measure(join(base, `r${at}`)))
    const median = (pick: (round: (typeof rounds)[number]) => number) =>
      Math.round((rounds.map(pick).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0) * 10) / 10
    return {
      edits: EDITS,
      files: 10,
      planMs: median(({ planMs }) => planMs),
      restoreMs: median(({ restoreMs }) => restoreMs),
      copyMs: median(({ copyMs }) => copyMs),
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

function measure(base: string) {
  const root = join(base, 'work')
  mkdirSync(root, { recursive: true })
  const text = (at: number, mark: number) =>
    Array.from(
      { length: LINES },
      (_, line) => `line ${line} of file ${at}, a text of some length ${line === 7 ? mark : 0}\n`,
    ).join('')
  const path = (at: number) => `file${at % 10}.txt`
  for (let at = 0; at < 10; at += 1) writeFileSync(join(root, path(at)), text(at, 0))
  cpSync(root, join(base, 'copy'), { recursive: true })
  const ledger = openLedger({ path: join(base, 'ledger.sqlite') })
  try {
    const sessionId = ledger.createSession({ cwd: root, model: 'm', mode: 'yolo', title: 't' })
    const taskId = ledger.createTask({ sessionId, text: 't', message: null })
    const workspace = openWorkspace({ root, deny: [], env: process.env })
    for (let step = 1; step <= EDITS; step += 1) commitEdit(step)
    const deps = { ledger, workspace }
    const begun = performance.now()
    const plan = planUndo(sessionId, { back: 'turn' }, deps)
    const planned = performance.now()
    restore(plan, deps)
    const restored = performance.now()
    for (let at = 0; at < 10; at += 1) cpSync(join(base, 'copy', path(at)), join(root, path(at)))
    const copied = performance.now()
    if (plan.edits !== EDITS || plan.files.length !== 10) throw new Error('not all was taken back')
    return { planMs: planned - begun, restoreMs: restored - planned, copyMs: copied - restored }

    function commitEdit(step: number): void {
      const name = path(step)
      const before = workspace.readBytes(name)
      const edit = {
        path: name,
        before,
        after: Buffer.from(text(step % 10, step)),
        fileMode: 0o644,
      }
      const call = { id: `c${step}`, name: 'write_file', arguments: {} }
      const reply = {
        text: '',
        reasoning: '',
        calls: [call],
        problem: null,
        finishReason: null,
        usage: null,
      }
      const outcome = {
        callId: call.id,
        tool: call.name,
        ok: true,
        text: '',
        evidence: [],
        changes: [],
        plan: [],
      }
      const intent = ledger.intend({
        taskId,
        step,
        reply,
        ordinal: 0,
        call,
        effect: 'edit',
        edits: [edit],
        outcome,
        settled: [],
        estimatedTokens: 0,
      })
      workspace.applyEdits([edit], { tempTag: intent })
      ledger.commit({
        taskId,
        step,
        reply,
        estimatedTokens: 0,
        outcomes: [outcome],
        evidence: [],
        append: [],
        plan: [],
        nudged: false,
      })
    }
  } finally {
    ledger.close()
  }
}
