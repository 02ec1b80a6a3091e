import { isUtf8 } from 'node:buffer'
import {
  checkFacts,
  type Evidence,
  type EvidenceDraft,
  type EvidenceKind,
  LIMITS,
  parseEvidenceId,
  redact,
} from '#core'
import { type Store, takeNumber } from '../database/store.js'
import { redactDeep, redactPayload } from '../values/redact_deep.js'
import type { Blobs } from './blobs.js'
import { createChunkIndex } from './chunks.js'

/** With their table: the index of texts has columns of the same names. */
export const EVIDENCE_COLUMNS = `number, task_id AS taskId, step, kind, evidence.subject, evidence.summary, facts,
  payload_hash AS payloadHash, payload_bytes AS payloadBytes`

export interface EvidenceRow extends Omit<Evidence, 'id' | 'facts'> {
  number: number
  facts: string
}

export interface EvidenceRows {
  /** Writes the row, its payload and its full text; part of a commit. */
  insert(taskId: string, step: number, draft: EvidenceDraft): Evidence
  get(id: string): Evidence | null
  newest(taskId: string, kind: EvidenceKind): Evidence | null
}

export function toEvidence({ number, facts, ...row }: EvidenceRow): Evidence {
  return { id: `e${number}`, ...row, facts: JSON.parse(facts) }
}

export function createEvidenceRows({ db }: Store, blobs: Blobs): EvidenceRows {
  const take = takeNumber(db)
  const insert = db.prepare<[EvidenceRow & { passed: number | null }]>(`
    INSERT INTO evidence
      (number, task_id, step, kind, subject, summary, facts, passed, payload_hash, payload_bytes)
    VALUES
      (@number, @taskId, @step, @kind, @subject, @summary, @facts, @passed, @payloadHash, @payloadBytes)`)
  const index = db.prepare<[number, string, string, string]>(
    'INSERT INTO evidence_text (rowid, subject, summary, body) VALUES (?, ?, ?, ?)',
  )
  const indexChunks = createChunkIndex(db)
  const byNumber = db.prepare<[number], EvidenceRow>(
    `SELECT ${EVIDENCE_COLUMNS} FROM evidence WHERE number = ?`,
  )
  const newest = db.prepare<[string, EvidenceKind], EvidenceRow>(`
    SELECT ${EVIDENCE_COLUMNS} FROM evidence WHERE task_id = ? AND kind = ?
    ORDER BY number DESC LIMIT 1`)

  return {
    insert(taskId, step, draft) {
      checkFacts(draft.kind, draft.facts)
      const payload = redactPayload(draft.payload)
      const facts = redactDeep(draft.facts)
      const row: EvidenceRow = {
        number: take('evidence'),
        taskId,
        step,
        kind: draft.kind,
        subject: redact(draft.subject),
        summary: redact(draft.summary),
        facts: JSON.stringify(facts),
        payloadHash: blobs.put(payload, 'payload'),
        payloadBytes: payload.length,
      }
      insert.run({ ...row, passed: toFlag(facts.passed) })
      const text = searchable(payload)
      index.run(row.number, row.subject, row.summary, text)
      indexChunks(row.number, row.kind, text, facts.command)
      return toEvidence(row)
    },
    get(id) {
      const number = parseEvidenceId(id)
      const row = number === null ? undefined : byNumber.get(number)
      return row ? toEvidence(row) : null
    },
    newest(taskId, kind) {
      const row = newest.get(taskId, kind)
      return row ? toEvidence(row) : null
    },
  }
}

function toFlag(passed: unknown): number | null {
  return typeof passed === 'boolean' ? Number(passed) : null
}

/** The beginning of a text payload; other bytes are not indexed. */
export function searchable(payload: Buffer): string {
  return isUtf8(payload) ? payload.toString('utf8', 0, LIMITS.searchableBytes) : ''
}
