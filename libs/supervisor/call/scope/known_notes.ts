import { ageCaveat, findRecords, type Note, searchNotes, stalePaths } from '#memory'
import type { KnownNote, KnownNotes } from '#tools'
import { mentionsIn } from '../../ambient/mentions.js'
import { changedOn } from '../../ambient/notes_for.js'
import { recordLine } from '../../ambient/records_for.js'
import type { Deps } from '../../deps/deps.js'
import { evidenceNumber } from '../../step/evidence_number.js'
import type { Frame } from '../../step/frame.js'

const MOST_TASKS = 5

/** What the tools of memory see: the notes, and what earlier tasks of the folder left. */
export function knownNotes(
  memory: NonNullable<Deps['memory']>,
  { view }: Pick<Frame, 'view'>,
  { ledger, clock, workspace }: Pick<Deps, 'ledger' | 'clock' | 'workspace'>,
): KnownNotes {
  const changed = changedOn(workspace)
  const show = (note: Note): KnownNote => {
    const { name, scope, type, isRule, created, description, body } = note
    const parts = isRule ? [] : [stalePaths(note, changed), ageCaveat(note, clock.now())]
    const caveat = parts.filter((part) => part !== '').join('; ')
    return { name, scope, type, isRule, created, description, body, caveat }
  }
  return {
    list: () => memory.notes().map(show),
    search(query) {
      const records = findRecords(ledger, {
        text: query,
        files: mentionsIn(query),
        without: view.session.id,
        isSearch: true,
        limit: MOST_TASKS,
      })
      const notes = searchNotes(memory.notes(), query, clock.now()).map(show)
      return { notes, tasks: records.map(recordLine) }
    },
    // Row 152: words that the user refused in this turn are not asked about again, until the user says more.
    wasRefused(text) {
      const refused = ledger
        .receipts(view.session.id)
        .filter(({ taskId, decision }) => taskId === view.task.id && decision === 'no')
        .findLast(({ what }) => what.endsWith(`: ${text.replace(/\s+/g, ' ')}`))
      const [said] = ledger.find({
        taskId: view.task.id,
        kind: 'decision',
        subject: 'user',
        limit: 1,
      })
      return refused !== undefined && evidenceNumber(said?.id ?? 'e0') <= refused.lastEvidence
    },
    meets(change) {
      const { same, replaces } = memory.meets(change)
      return { same: same && show(same), replaces: replaces.map(show) }
    },
  }
}
