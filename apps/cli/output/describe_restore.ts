import { countNoun, limitLines, nameFirst } from '#core'
import type { RestorePlan } from '#supervisor'
import { showControls } from '#terminal'

/** Lines of differences that are shown before the question. */
const DIFF_LINES = 80

/** What an undo or redo would do, for the person: each file with its counts, then the differences. */
export function describePlan(plan: RestorePlan, kind: 'undo' | 'redo'): string[] {
  const { files, edits, draft, turn, turnEdits } = plan
  const rest = turnEdits > edits ? ' Undo of the turn puts all of them back.' : ''
  if (edits === 0) return [`There is nothing to ${kind}.`]
  const clean = files.filter(({ state }) => state === 'clean')
  const left = files.length - clean.length
  const head = `${kind} of ${countNoun(edits, 'edit')}: ${countNoun(clean.length, 'file')} would change${left > 0 ? `, ${left} would be left as ${left === 1 ? 'it is' : 'they are'}` : ''}`
  const rows = files.map(({ path, state, why, added, removed, by }) =>
    state === 'clean'
      ? `  ${path}  +${added} -${removed}  (${by.join(', ')}${why === '' ? '' : `; ${why}`})`
      : `  ${path}  left: ${why}`,
  )
  const diffs = clean.flatMap(({ diff }) => diff.split('\n'))
  const nothing =
    draft === null ? [`Nothing can be ${kind === 'undo' ? 'put back' : 'made again'}.`] : []
  const whole = turn.length > 0 ? [`The turn changed ${listFiles(turn)}.${rest}`] : []
  return [head, ...whole, ...rows, ...limitLines(diffs, DIFF_LINES), ...nothing].map(showControls)
}

/** Files that are shown by name. */
const NAMED = 12

/** `3 files: a, b, c`; the rest of a long list is a number. */
export function listFiles(files: readonly string[]): string {
  return `${countNoun(files.length, 'file')}: ${nameFirst(files, NAMED)}`
}

/** What was done, in one line. */
export function describeDone({ files }: RestorePlan, kind: 'undo' | 'redo'): string {
  const paths = files.filter(({ state }) => state === 'clean').map(({ path }) => path)
  const left = files.length - paths.length
  const verb = kind === 'undo' ? 'put back' : 'made again'
  return showControls(
    `${verb}: ${paths.join(', ') || 'nothing, all was so already'}${left > 0 ? `; ${left} left as found` : ''}`,
  )
}
