import type { EvidenceDraft, Outcome } from '#core'
import type { Store } from '../database/store.js'
import type { SettledOutcome } from '../types/steps.js'
import { redactDeep, redactPayload } from '../values/redact_deep.js'
import type { Blobs } from './blobs.js'

type StoredDraft = Omit<EvidenceDraft, 'payload'> & { payload: string }
type StoredOutcome = Omit<Outcome, 'evidence'> & { evidence: StoredDraft[] }

/** Converts an outcome to JSON text and back. Payloads are stored as blobs; the text has their hashes. */
export interface OutcomeText {
  write(outcome: Outcome): string
  read(text: string): Outcome
  /** The same; null when it is damaged. */
  tryRead(text: string): Outcome | null
}

export function createOutcomeText(blobs: Blobs): OutcomeText {
  const store = (draft: EvidenceDraft): StoredDraft => ({
    ...redactDeep(draft),
    payload: blobs.put(redactPayload(draft.payload), 'payload'),
  })
  const read = (text: string): Outcome => {
    const { evidence, ...rest }: StoredOutcome = JSON.parse(text)
    const drafts = evidence.map((draft) => ({ ...draft, payload: blobs.get(draft.payload) }))
    return { ...rest, evidence: drafts }
  }
  return {
    write({ evidence, ...rest }) {
      const stored: StoredOutcome = { ...redactDeep(rest), evidence: evidence.map(store) }
      return JSON.stringify(stored)
    },
    read,
    tryRead(text) {
      try {
        return read(text)
      } catch {
        return null
      }
    },
  }
}

/** Outcomes of a step that is not committed yet. */
export interface OutcomeRows {
  put(taskId: string, step: number, settled: SettledOutcome): void
  /** Rows that cannot be read are left out. */
  list(taskId: string, step: number): SettledOutcome[]
  drop(taskId: string, step: number): void
}

export function createOutcomeRows({ db }: Store, text: OutcomeText): OutcomeRows {
  const put = db.prepare<[string, number, number, string]>(
    'REPLACE INTO outcomes (task_id, step, ordinal, outcome) VALUES (?, ?, ?, ?)',
  )
  const list = db.prepare<[string, number], { ordinal: number; outcome: string }>(
    'SELECT ordinal, outcome FROM outcomes WHERE task_id = ? AND step = ? ORDER BY ordinal',
  )
  const drop = db.prepare<[string, number]>('DELETE FROM outcomes WHERE task_id = ? AND step = ?')

  return {
    put: (taskId, step, { ordinal, outcome }) =>
      void put.run(taskId, step, ordinal, text.write(outcome)),
    list: (taskId, step) =>
      list.all(taskId, step).flatMap(({ ordinal, outcome }) => {
        const read = text.tryRead(outcome)
        return read === null ? [] : [{ ordinal, outcome: read }]
      }),
    drop: (taskId, step) => void drop.run(taskId, step),
  }
}
