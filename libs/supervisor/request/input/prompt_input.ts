import type { PromptInput } from '#context'
import type { Evidence } from '#core'
import type { View } from '#ledger'
import type { GitState } from '#workspace'
import { attachedToHead, pictureOf } from '../../ambient/attach.js'
import { findGuides } from '../../ambient/guides.js'
import { NOTHING_AROUND, type Surroundings } from '../../ambient/look_around.js'
import { machineLine } from '../../ambient/machine.js'
import { notesFor } from '../../ambient/notes_for.js'
import { recordsFor } from '../../ambient/records_for.js'
import { rulesFor } from '../../ambient/rules_for.js'
import { scratchpadOf } from '../../ambient/scratchpad_of.js'
import type { Deps } from '../../deps/deps.js'
import type { BarredDeps } from '../../proof/barred_tests.js'
import { evidenceNumber } from '../../step/evidence_number.js'
import { focusOf } from './compact_reason.js'
import { readsOnce } from './current_text.js'
import { isExploring } from './explore.js'
import { mapFacts } from './map_facts.js'

/** Newest rows; and the notes, edits and failures that are older than these. */
const MOST_ROWS = 400
const MOST_OLD = 200
const MOST_STATEMENTS = 1_000

/**
 * Collects everything that a new prompt can be made of.
 * @param reason  why it is made, when it is not stored yet
 * @param around  what git says; only the first prompt of a session has it
 */
export function gatherPromptInput(
  view: View,
  deps: Pick<
    Deps,
    | 'ledger'
    | 'workspace'
    | 'checks'
    | 'registry'
    | 'endpoint'
    | 'map'
    | 'memory'
    | 'guides'
    | 'answer'
  > &
    BarredDeps,
  reason = '',
  around: Surroundings = NOTHING_AROUND,
): PromptInput {
  const { ledger, workspace, checks } = deps
  const taskId = view.task.id
  const listing = workspace.list('.')
  const entries = listing.ok
    ? listing.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name))
    : []
  // By the author, not only by the subject: a model can store a decision under any subject.
  const said = ledger
    .find({ taskId, kind: 'decision', subject: 'user', limit: 50 })
    .filter((row) => row.facts.author === 'user')
  return {
    task: view.task.text,
    additions: [
      ...(deps.answer === undefined ? [] : [deps.answer.ask]),
      ...said.reverse().map((row) => ledger.payload(row.payloadHash).toString('utf8')),
      ...restoredIn(view, ledger),
      ...pinnedIn(view.session.id, reason, ledger),
    ],
    earlier: view.earlier,
    plan: view.plan,
    project: {
      testCommand: workspace.discoverTests(checks.testCommand)?.command ?? null,
      entries,
      machine: machineLine(workspace),
      guides: findGuides(workspace),
    },
    map: mapFacts(view, deps),
    records: recordsFor(view, deps),
    rules: rulesFor(view, deps),
    notes: notesFor(view, deps),
    scratchpad: scratchpadOf(view, deps),
    skills: deps.guides?.shelf.lines(view.task.text) ?? [],
    attached: attachedToHead(view, deps, around),
    picture: pictureOf(view, deps),
    git: around.git === null ? null : shownGit(around.git, workspace),
    exploring: isExploring(view, deps),
    ...rowsForPrompt(taskId, deps),
  }
}

/** What the rows of a task say, and how their texts are read. */
export function rowsForPrompt(
  taskId: string,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): Pick<
  PromptInput,
  'evidence' | 'statements' | 'rebuiltAfter' | 'recall' | 'payload' | 'current'
> {
  const evidence = rowsOf(taskId, ledger)
  const byId = new Map(evidence.map((row) => [row.id, row]))
  return {
    evidence,
    statements: ledger.statements(taskId, MOST_STATEMENTS).reverse(),
    rebuiltAfter: ledger.rebuilds(taskId).map(({ step }) => step),
    recall: (words, limit) =>
      ledger.recall({ taskId, words, limit }).flatMap(({ id, ...found }) => {
        const row = byId.get(id) ?? ledger.evidence(id)
        return row === null ? [] : [{ row, ...found }]
      }),
    payload: (row) => ledger.payload(row.payloadHash).toString('utf8'),
    current: readsOnce(workspace),
  }
}

/** Denied files are not named, nor are our own. */
function shownGit({ changed, commits }: GitState, workspace: Deps['workspace']): GitState {
  const isShown = ({ path }: GitState['changed'][number]) => {
    const place = workspace.resolve(path)
    return place.ok && place.denied === null && !path.startsWith('.aircoder/')
  }
  return { changed: changed.filter(isShown), commits }
}

/** The newest rows, and the older ones that a task needs until its end. */
function rowsOf(taskId: string, ledger: Deps['ledger']): Evidence[] {
  const newest = ledger.find({ taskId, limit: MOST_ROWS })
  if (newest.length < MOST_ROWS) return newest
  const old = [
    ...ledger.find({ taskId, kind: 'decision', limit: MOST_OLD }),
    ...ledger.find({ taskId, kind: 'edit_applied', limit: MOST_OLD }),
    ...ledger.find({ taskId, kind: 'test_result', passed: false, oldest: true, limit: 1 }),
  ]
  const known = new Set(newest.map(({ id }) => id))
  const more = old.filter(({ id }) => !known.has(id))
  return [...newest, ...more.sort((a, b) => evidenceNumber(b.id) - evidenceNumber(a.id))]
}

/**
 * What the user wrote after `/compact` in this session, oldest first, each text once: it stays in every later prompt.
 * @param before  a task: only what was written before it
 */
export function pinnedIn(
  sessionId: string,
  reason: string,
  ledger: Deps['ledger'],
  before?: string,
): string[] {
  const tasks = ledger.tasks({ sessionId, inConversation: true }).reverse()
  const end = tasks.findIndex(({ id }) => id === before)
  const reasons = tasks
    .slice(0, end === -1 ? tasks.length : end)
    .flatMap(({ id }) => ledger.rebuilds(id))
    .map((row) => row.reason)
  const typed = [...reasons, reason].map(focusOf).filter((text) => text !== '')
  return [...new Set([...ledger.carriedWords(sessionId), ...typed])]
}

/** What a person reverted in this task, oldest first. A rebuilt prompt no longer has the message about it. */
function restoredIn({ session, task }: View, ledger: Deps['ledger']): string[] {
  const rows = ledger.restores(session.id).filter(({ taskId }) => taskId === task.id)
  return rows
    .map(({ notice }) => notice)
    .filter((notice) => notice !== '')
    .reverse()
}
