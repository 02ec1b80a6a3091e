import { END_TEXTS } from '#core'
import type { TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { newestRows } from '../proof/rows.js'
import type { Frame } from '../step/frame.js'

/** Ends that advise the person about the words of the task or about the model. */
const ADVISED: readonly TaskEnd['status'][] = ['unproven', 'failed', 'stalled']

/** Neither other words nor another model help where the disk took no edit: then the end names the disk. */
export function endOnFullDisk(
  end: TaskEnd,
  frame: Frame,
  deps: Pick<Deps, 'ledger'>,
): TaskEnd | null {
  if (!ADVISED.includes(end.status)) return null
  const rows = newestRows(frame, deps)
  const isFull = ({ kind, summary }: (typeof rows)[number]) =>
    kind === 'diagnostic' && summary.includes(REFUSED)
  const at = rows.findLastIndex(isFull)
  if (at < rows.findLastIndex(({ kind }) => kind === 'edit_applied') || at === -1) return null
  const path = rows[at]?.subject ?? ''
  const text = `${END_TEXTS.disk}: ${path} cannot be written.\n${end.text}`
  return { ...end, status: 'failed', text }
}

/** What `libs/workspace` says of a write that met a full disk. */
const REFUSED = `cannot be written: ${END_TEXTS.disk}`
