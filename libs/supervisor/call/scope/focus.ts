import type { Evidence, EvidenceDraft } from '#core'
import { doneLines, type Focus, namedLines } from '#tools'
import type { Deps } from '../../deps/deps.js'
import { type Frame, ordered } from '../../step/frame.js'
import { editedFiles } from './edited_files.js'
import { focusOnFacts, textOf } from './focus_on_facts.js'

/** Newest rows of the task that are looked at, and outputs among them whose text is read. */
const LOOK_BACK = 80
const MOST_TEXTS = 16
const QUERY_CHARS = 60

const KINDS = new Set<string>([
  'symbol_lookup',
  'shell_output',
  'test_result',
  'diagnostic',
  'edit_applied',
])

/**
 * The lines of a file that the newest search, output, error or edit of this task named; without such, those that are
 * like the line of a fact from another file. Of a list of files, the lines whose files are edited are done. It comes
 * from rows and from the earlier calls of this step, so it is the same after a kill.
 */
export function focusOn(
  path: string,
  frame: Frame,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): Focus | null {
  const place = workspace.resolve(path)
  const file = place.ok ? place.relative : path
  const list = openItems(file, frame, { ledger, workspace })
  if (list?.open.length === 0) return { lines: [], by: OPEN_ITEMS, note: ALL_DONE }
  const rest = list === null ? {} : { isRest: true }
  const isOpen = (line: number) => list?.done.has(line - 1) !== true
  for (const draft of ordered(frame)
    .flatMap(({ evidence }) => evidence)
    .reverse()) {
    const lines = KINDS.has(draft.kind)
      ? namedLines(file, draft, draft.payload.toString()).filter(isOpen)
      : []
    if (lines.length > 0) return { lines, by: nameOf(draft), ...rest }
  }
  const rows = ledger.find({ taskId: frame.view.task.id, limit: LOOK_BACK })
  for (const row of rows.filter((one) => mayName(file, one)).slice(0, MOST_TEXTS)) {
    const text = ledger.payload(row.payloadHash).toString('utf8')
    const lines = namedLines(file, row, text).filter(isOpen)
    if (lines.length > 0) return { lines, by: nameOf(row), ...rest }
  }
  if (list !== null) return { lines: list.open, by: OPEN_ITEMS, ...rest }
  return focusOnFacts(file, frame, { ledger, workspace })
}

const OPEN_ITEMS = 'your list of files without an edit'
const ALL_DONE = 'This task has edited every file that the lines of this list name.'
const PATH = /[\w@.-]+(?:\/[\w@.-]+)+|\b[\w-]+\.[a-z]\w{0,5}\b/

/**
 * A file that lists files, of which some are edited: the indexes of their lines, and the numbers of the lines that name
 * others. null: it is no such list.
 */
function openItems(file: string, frame: Frame, deps: Pick<Deps, 'ledger' | 'workspace'>) {
  const edited = editedFiles(frame, deps).filter((path) => path !== file)
  if (edited.length === 0) return null
  const lines = textOf(file, deps.workspace)
  const done = doneLines(lines, edited)
  if (done.size === 0) return null
  const open = lines.flatMap((line, at) => (!done.has(at) && PATH.test(line) ? [at + 1] : []))
  return { done, open }
}

/** An edit names its own file only. */
function mayName(file: string, { kind, facts }: Evidence): boolean {
  return KINDS.has(kind) && (kind !== 'edit_applied' || facts.path === file)
}

function nameOf({ kind, subject }: Pick<EvidenceDraft, 'kind' | 'subject'>): string {
  const query = subject.replace(/\s+/g, ' ').slice(0, QUERY_CHARS)
  if (kind === 'edit_applied') return 'your last edit'
  if (kind === 'symbol_lookup') return `the search for ${query}`
  return kind === 'diagnostic' ? 'the last error' : `the output of ${query}`
}
