import { type EvidenceDraft, summarise } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { SKIPPED } from './restore_notice.js'

const MOST_ROWS = 1_000

/**
 * A row for each interrupted undo of the session that left files as they were and has no row yet. An undo ends
 * between two steps, so the next step stores its row; the ledger shows which rows are due, also after a kill.
 */
export function skippedRows({ view }: Frame, { ledger }: Pick<Deps, 'ledger'>): EvidenceDraft[] {
  const newestFirst = ledger.restores(view.session.id)
  const skipped = newestFirst
    .map((row, at) => ({ ...row, number: newestFirst.length - at }))
    .filter(({ notice }) => notice.includes(SKIPPED))
  if (skipped.length === 0) return []
  const ofSession = new Set(
    ledger.tasks({ sessionId: view.session.id }).map(({ id: taskId }) => taskId),
  )
  const known = ledger
    .find({ kind: 'diagnostic', subject: 'undo', limit: MOST_ROWS })
    .filter(({ taskId }) => ofSession.has(taskId))
    .map(({ facts }) => facts.restore)
  return skipped
    .filter(({ number }) => !known.includes(number))
    .reverse()
    .map(({ notice, number }) => ({
      kind: 'diagnostic',
      subject: 'undo',
      summary: summarise(`conflict: ${notice.slice(notice.indexOf(SKIPPED))}`),
      payload: Buffer.from(notice),
      facts: { code: 'conflict', restore: number },
    }))
}
