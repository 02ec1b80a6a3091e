import type { Evidence, EvidenceDraft } from '#core'
import { type Focus, namedLines } from '#tools'
import type { Deps } from '../deps/deps.js'
import { type Frame, ordered } from '../step/frame.js'
import { focusOnFacts } from './focus_on_facts.js'

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
 * like the line of a fact from another file. It comes from rows and from the earlier calls of this step, so it is the
 * same after a kill.
 */
export function focusOn(
  path: string,
  frame: Frame,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): Focus | null {
  const place = workspace.resolve(path)
  const file = place.ok ? place.relative : path
  for (const draft of ordered(frame)
    .flatMap(({ evidence }) => evidence)
    .reverse()) {
    const lines = KINDS.has(draft.kind) ? namedLines(file, draft, draft.payload.toString()) : []
    if (lines.length > 0) return { lines, by: nameOf(draft) }
  }
  const rows = ledger.find({ taskId: frame.view.task.id, limit: LOOK_BACK })
  for (const row of rows.filter((one) => mayName(file, one)).slice(0, MOST_TEXTS)) {
    const lines = namedLines(file, row, ledger.payload(row.payloadHash).toString('utf8'))
    if (lines.length > 0) return { lines, by: nameOf(row) }
  }
  return focusOnFacts(file, frame, { ledger, workspace })
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
