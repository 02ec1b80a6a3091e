import type { ReceiptRow, View } from '#ledger'
import { ageCaveat, findRecords, type Note, searchNotes, stalePaths } from '#memory'
import { asksToSave, type KnownNote, type KnownNotes } from '#tools'
import { mentionsIn } from '../../ambient/mentions.js'
import { changedOn } from '../../ambient/notes_for.js'
import { recordLine } from '../../ambient/records_for.js'
import type { Deps } from '../../deps/deps.js'
import { evidenceNumber } from '../../step/evidence_number.js'
import type { Frame } from '../../step/frame.js'

const MOST_TASKS = 5

/** What the user said after an answer: later tasks of the session, and words while this one runs. */
function saidSince(
  { taskId, lastEvidence }: Pick<ReceiptRow, 'taskId' | 'lastEvidence'>,
  { session, task }: Pick<View, 'session' | 'task'>,
  ledger: Deps['ledger'],
): string[] {
  const rows = ledger.find({ taskId: task.id, kind: 'decision', subject: 'user', limit: 50 })
  const said = rows
    .filter(({ id, facts }) => facts.author === 'user' && evidenceNumber(id) > lastEvidence)
    .map(({ payloadHash }) => ledger.payload(payloadHash).toString('utf8'))
  if (task.id === taskId) return said
  const tasks = ledger.tasks({ sessionId: session.id, inConversation: true })
  const later = tasks.slice(
    0,
    Math.max(
      0,
      tasks.findIndex(({ id }) => id === taskId),
    ),
  )
  return [...said, ...later.map(({ text }) => text)]
}

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
    // Words that the user refused in this session are not asked about again, until the user wants them saved (row 152).
    wasRefused(text) {
      const refused = ledger
        .receipts(view.session.id)
        .filter(({ decision }) => decision === 'no')
        .findLast(({ what }) => what.endsWith(`: ${text.replace(/\s+/g, ' ')}`))
      return refused !== undefined && !saidSince(refused, view, ledger).some(asksToSave)
    },
    meets(change) {
      const { same, replaces } = memory.meets(change)
      return { same: same && show(same), replaces: replaces.map(show) }
    },
  }
}
