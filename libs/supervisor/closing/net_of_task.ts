import type { ChangedFile } from '#core'
import type { AppliedEdit, Ledger, TaskRow } from '#ledger'
import { changesIn, outsideChangesIn } from '#planner'
import { countChange } from '#workspace'
import { toRow } from '../proof/rows.js'

const MOST_ROWS = 10_000

/** What a task changed, by all means: edit tools, commands, background commands. */
interface Net {
  /** Each file that differs from its start, with the difference. */
  changes: ChangedFile[]
  /** Files that were changed and are as they were before. */
  takenBack: string[]
}

/** The difference between the start and the end of a task, file by file. An undone edit does not count. */
export function netOfTask(
  ledger: Ledger,
  { id, sessionId }: Pick<TaskRow, 'id' | 'sessionId'>,
): Net {
  const edits = ledger
    .appliedEdits({ sessionId, taskId: id })
    .filter(({ undone }) => !undone)
    .reverse()
  const found = [...sumsOf(ledger, id).values()].map(({ inBackground, ...sum }) => {
    const links = edits.flatMap(({ files }) => files.filter(({ path }) => path === sum.path))
    // The rows of a background command are all that is known of its change.
    if (inBackground || links.length === 0) return { ...sum, isBack: false }
    return { path: sum.path, ...differenceOf(links, ledger, sum) }
  })
  const changes = found.filter(({ isBack }) => !isBack)
  return {
    changes: changes.map(({ path, added, removed }) => ({ path, added, removed })),
    takenBack: found.filter(({ isBack }) => isBack).map(({ path }) => path),
  }
}

type Link = AppliedEdit['files'][number]
type Counts = Pick<ChangedFile, 'added' | 'removed'>

/** Edits that follow each other count as one. Between others somebody else changed the file. */
function differenceOf(
  links: readonly Link[],
  ledger: Ledger,
  sum: Counts,
): Counts & { isBack: boolean } {
  const spans: { first: Link; last: Link }[] = []
  for (const link of links) {
    const span = spans.at(-1)
    if (span !== undefined && span.last.afterHash === link.beforeHash) span.last = link
    else spans.push({ first: link, last: link })
  }
  const bytes = (hash: string | null) => (hash === null ? null : ledger.payload(hash))
  // The bits may differ where the bytes do not.
  const isBack = ({ first, last }: (typeof spans)[number]) =>
    first.beforeHash === last.afterHash && (first.beforeMode ?? last.fileMode) === last.fileMode
  if (spans.every(isBack)) return { added: 0, removed: 0, isBack: true }
  if (links.length === 1) return { ...sum, isBack: false }
  const counts = spans.map(({ first, last }) =>
    countChange(bytes(first.beforeHash), bytes(last.afterHash)),
  )
  const total = (of: keyof Counts) => counts.reduce((all, each) => all + each[of], 0)
  return { added: total('added'), removed: total('removed'), isBack: false }
}

/** What the rows of the task say of each file, added up. */
function sumsOf(
  ledger: Ledger,
  taskId: string,
): Map<string, ChangedFile & { inBackground: boolean }> {
  const byPath = new Map<string, ChangedFile & { inBackground: boolean }>()
  const add = ({ path, added, removed }: ChangedFile, inBackground = false) => {
    const old = byPath.get(path) ?? { path, added: 0, removed: 0, inBackground: false }
    byPath.set(path, {
      path,
      added: old.added + added,
      removed: old.removed + removed,
      inBackground: old.inBackground || inBackground,
    })
  }
  for (const row of ledger.find({ taskId, limit: MOST_ROWS }).reverse()) {
    const { kind, subject, facts } = row
    const { added, removed, by } = facts
    if (kind === 'edit_applied')
      add(
        { path: subject, added: Number(added ?? 0), removed: Number(removed ?? 0) },
        by === 'background',
      )
    else
      for (const change of [...changesIn(toRow(row)), ...outsideChangesIn(toRow(row))]) add(change)
  }
  return byPath
}
