import { type EvidenceDraft, type Outcome, summarise, type ToolCall } from '#core'
import type { Ledger } from '#ledger'
import { countChange, unifiedDiff } from '#workspace'
import { conflictOutcome } from './outcome.js'
import { storedBytes } from './stored_bytes.js'

/** A file that an unfinished edit has written; the first and the last hash of `chain` are before and after. */
interface StandingFile {
  path: string
  chain: readonly (string | null)[]
}

interface HalfDone {
  /** The file that prevented the end of the edit. */
  path: string
  /** For the model and the user. */
  message: string
  standing: readonly StandingFile[]
  /** Index of the call in its reply: undo finds the files that are still changed by it. */
  ordinal: number
}

/**
 * The outcome of an edit that was not finished: a conflict row, and an `edit_applied` row for each file that is still changed,
 * so that undo, the prompt and the judge know of it.
 */
export function halfDoneOutcome(
  call: ToolCall,
  { path, message, standing, ordinal }: HalfDone,
  ledger: Pick<Ledger, 'payload'>,
): Outcome {
  const conflict = conflictOutcome(call, path, message)
  if (standing.length === 0) return conflict
  const rows = standing.map((file) => standingRow(file, ordinal, ledger))
  return {
    ...conflict,
    text: conflict.text.replace(/^Not written: /, 'Partly written: '),
    evidence: [...rows, ...conflict.evidence],
    changes: rows.map(({ subject, facts }) => ({
      path: subject,
      added: Number(facts.added),
      removed: Number(facts.removed),
    })),
  }
}

function standingRow(
  { path, chain }: StandingFile,
  ordinal: number,
  ledger: Pick<Ledger, 'payload'>,
): EvidenceDraft {
  const [before, after] = [chain[0] ?? null, chain.at(-1) ?? null].map(
    (hash) => storedBytes(hash, ledger) ?? null,
  ) as [Buffer | null, Buffer | null]
  const { added, removed } = countChange(before, after)
  return {
    kind: 'edit_applied',
    subject: path,
    summary: summarise(`${path}: +${added} -${removed}, by a call that was not finished`),
    payload: Buffer.from(unifiedDiff({ path, before, after }, Number.POSITIVE_INFINITY)),
    facts: {
      path,
      added,
      removed,
      strategy: 'unfinished',
      hash: chain.at(-1) ?? null,
      call: ordinal,
    },
  }
}
