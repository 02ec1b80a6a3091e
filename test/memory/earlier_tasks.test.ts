import { join } from 'node:path'
import t from 'tap'
import { findRecords, type NotePlaces, rulesIn, teach } from '#memory'

const NOW = Date.parse('2026-11-27')

/** Ended tasks, newest first, of which each edited one file. */
function ledgerOf(tasks: readonly { id: string; text: string; sessionId?: string }[]) {
  const ended = { status: 'resolved', endText: '', createdMs: NOW, endedMs: NOW, proven: true }
  const edits = tasks.map(({ id }) => ({ subject: `src/${id}.ts`, taskId: id }))
  const ledger = {
    tasks: () => tasks.map((task) => ({ sessionId: 'earlier', ...ended, ...task })),
    callsOf: () => [],
    find: ({ kind, taskId }: { kind?: string; taskId?: string }) =>
      kind === 'edit_applied' ? edits.filter((edit) => edit.taskId === taskId) : [],
  }
  return ledger as unknown as Parameters<typeof findRecords>[0]
}

t.test('"as we did for invoices" finds the invoices before a task with more of the words', (t) => {
  const ledger = ledgerOf([
    { id: 'parcels', text: 'Export the parcels of a month as a table with a heading' },
    { id: 'invoices', text: 'Write the invoices to a file' },
  ])
  const found = (text: string) =>
    findRecords(ledger, { text, files: [], limit: 2 }).map(({ taskId }) => taskId)
  const asked = 'Export the parcels of a year as a table with a heading'
  t.equal(found(asked)[0], 'parcels')
  t.equal(found(`${asked}, as we did for invoices`)[0], 'invoices')
  t.equal(found(`${asked}, wie bei den invoices`)[0], 'invoices')
  t.end()
})

t.test('a task of the same session is no record: its prompt shows it', (t) => {
  const text = 'Export the parcels of a month as a table'
  const ledger = ledgerOf([
    { id: 'now', text, sessionId: 'mine' },
    { id: 'before', text, sessionId: 'earlier' },
  ])
  const found = (without: string) =>
    findRecords(ledger, { text, files: [], without, limit: 5 }).map(({ taskId }) => taskId)
  t.same(found('mine'), ['before'])
  t.same(found('earlier'), ['now'])
  t.end()
})

t.test('forget … ends the rule that it names, and none that shares one word of many', (t) => {
  const root = t.testdir()
  const place = (scope: 'project' | 'user') => ({
    scope,
    folder: join(root, scope),
    trusted: () => () => true,
    willWrite() {},
  })
  const places: NotePlaces = { project: place('project'), user: place('user') }
  teach('Always round the harbour fees up.', places, '2026-11-27')
  const forget = (text: string) => teach(text, places, '2026-11-27').map(({ kind }) => kind)
  t.same(forget('Forget the rule about dates, colours and names of the harbour.'), ['refused'])
  t.equal(rulesIn(places.project).length, 1)
  t.same(forget('Forget the rule about harbour fees.'), ['forgotten'])
  t.same(rulesIn(places.project), [])
  t.end()
})
