import type { EvidenceDraft, Outcome, Reply } from '#core'
import { type Ledger, openLedger } from '#ledger'

/** What a year of work leaves: every working day one or two sessions of some hundred steps. */
export interface YearSize {
  sessions: number
  steps: number
}

/** A word of one evidence row in the middle of the year. */
export const RARE_WORD = 'flibbertigibbet'
/** A word of every evidence row. */
export const COMMON_WORD = 'number'

const TASKS_A_SESSION = 3
const FILES = 40

/**
 * Writes sessions, tasks and steps through the ledger's own interface: each step a read or an edit with its intent,
 * its payload, its messages, and now and then a rebuilt prompt.
 * @returns the newest session and its newest task, which is open
 */
export function writeYear(path: string, size: YearSize): { sessionId: string; taskId: string } {
  const ledger = openLedger({ path })
  try {
    const each = Math.ceil(size.steps / size.sessions / TASKS_A_SESSION)
    let newest = { sessionId: '', taskId: '' }
    for (let session = 0; session < size.sessions; session += 1) {
      const title = `Session ${session} of the year`
      const sessionId = ledger.createSession({
        cwd: '/nowhere',
        model: 'm',
        mode: 'default',
        title,
      })
      for (let task = 0; task < TASKS_A_SESSION; task += 1) {
        const text = `Change the number in file ${task}`
        const message = task === 0 ? null : { role: 'user' as const, content: text }
        const taskId = ledger.createTask({ sessionId, text, message })
        newest = { sessionId, taskId }
        const isRare = session === Math.floor(size.sessions / 2) && task === 0
        for (let step = 1; step <= each; step += 1)
          writeStep(ledger, { taskId, step, word: isRare && step === 1 ? RARE_WORD : '' })
        const isLast = session === size.sessions - 1 && task === TASKS_A_SESSION - 1
        if (!isLast)
          ledger.finish(taskId, { status: 'resolved', text: 'done', cites: [], proven: true })
      }
    }
    return newest
  } finally {
    ledger.close()
  }
}

function writeStep(
  ledger: Ledger,
  { taskId, step, word }: { taskId: string; step: number; word: string },
): void {
  if (step % 25 === 1)
    ledger.newGeneration(taskId, {
      head: [{ role: 'system', content: 'Rules and facts of the project. '.repeat(250) }],
      tailFromSeq: ledger.view(taskId).tail.at(-20)?.seq ?? 1,
      reason: step === 1 ? 'start' : 'watermark',
    })
  const path = `src/part${step % FILES}.txt`
  const isEdit = step % 2 === 0
  const name = isEdit ? 'edit_file' : 'read_file'
  const call = { id: `c${step}`, name, arguments: { path } }
  const reply: Reply = {
    text: '',
    reasoning: '',
    calls: [call],
    problem: null,
    finishReason: 'tool_calls',
    usage: null,
  }
  const text = `${word} number ${step} of ${path}\n${'a line of the file\n'.repeat(20)}`
  const draft: EvidenceDraft = {
    kind: isEdit ? 'edit_applied' : 'file_read',
    subject: path,
    summary: `${name} ${path}: number ${step} ${word}`,
    payload: Buffer.from(text),
    facts: isEdit ? { path, added: 1, removed: 1 } : { path, hash: 'h', lines: '1-20' },
  }
  const outcome: Outcome = {
    callId: call.id,
    tool: name,
    ok: true,
    text,
    evidence: [draft],
    changes: [],
    plan: [],
  }
  if (isEdit) {
    const [before, after] = [Buffer.from(`${taskId} ${step - 1}`), Buffer.from(`${taskId} ${step}`)]
    const edits = [{ path, before, after, fileMode: 0o644 }]
    const at = { taskId, step, reply, ordinal: 0, call, estimatedTokens: 9_000 }
    ledger.intend({ ...at, effect: 'edit', edits, outcome, settled: [] })
  }
  ledger.commit({
    taskId,
    step,
    reply,
    estimatedTokens: 9_000,
    outcomes: [outcome],
    evidence: [],
    append: [
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          {
            id: call.id,
            type: 'function',
            function: { name, arguments: JSON.stringify({ path }) },
          },
        ],
      },
      { role: 'tool', content: text, tool_call_id: call.id },
    ],
    plan: [],
    nudged: false,
  })
}
