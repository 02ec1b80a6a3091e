import { countNoun, limitLines, nameFirst } from '#core'
import type { RestorePlan, UndoScope } from '#supervisor'
import { showControls } from '#terminal'

/** Lines of differences that are shown before the question. */
const DIFF_LINES = 80

/**
 * What an undo or redo would do, for the person: each file with its counts, the differences, then the end.
 * @param paintDiff  shows a difference, and is safe to print; as lines when absent
 */
export function describePlan(
  plan: RestorePlan,
  kind: 'undo' | 'redo',
  paintDiff?: (diff: string) => string,
): string[] {
  const { files, edits, draft, turn, turnEdits } = plan
  const rest = turnEdits > edits ? ' Undo of the turn puts all of them back.' : ''
  if (edits === 0) return [`There is nothing to ${kind}.`, ...describeLeft(files, 'now')]
  const clean = files.filter(({ state }) => state === 'clean')
  const left = files.length - clean.length
  const head = `${kind} of ${countNoun(edits, 'edit')}: ${countNoun(clean.length, 'file')} would change${left > 0 ? `, ${left} would be left as ${left === 1 ? 'it is' : 'they are'}` : ''}`
  const rows = clean.map(
    ({ path, added, removed, by }) =>
      `  ${path}  +${added} -${removed}${by.length === 0 ? '' : `  (${by.join(', ')})`}`,
  )
  const diffs = clean.flatMap(({ diff }) => diff.split('\n'))
  const whole = turn.length > 0 ? [`The turn changed ${listFiles(turn)}.${rest}`] : []
  const painted =
    paintDiff === undefined || diffs.length === 0
      ? limitLines(diffs, DIFF_LINES).map(showControls)
      : [paintDiff(diffs.join('\n'))]
  const shown = [...[head, ...whole, ...rows].map(showControls), ...painted]
  if (draft !== null) return [...shown, ...describeEnd(plan, kind, 'future')]
  const nothing = `Nothing can be ${kind === 'undo' ? 'put back' : 'made again'}.`
  return [...shown, ...describeLeft(files, 'now'), nothing]
}

/** One line where there are fewer edits than were asked for. */
export function describeFewer({ edits }: RestorePlan, scope: UndoScope): string[] {
  if (scope.back !== 'edits' || edits === 0 || edits >= scope.count) return []
  return [`Only ${countNoun(edits, 'edit')} can be undone, not ${scope.count}.`]
}

type Tense = 'now' | 'future'

/** What an undo or redo did to each file, or would do. */
export function describeEnd({ files }: RestorePlan, kind: 'undo' | 'redo', tense: Tense): string[] {
  const clean = files.filter(({ state }) => state === 'clean')
  const would = tense === 'future' ? 'would be ' : ''
  const list = (verb: string, deletes: boolean) => {
    const paths = clean.filter((file) => file.deletes === deletes).map(({ path }) => path)
    return paths.length === 0 ? [] : [`${would}${verb}: ${paths.join(', ')}`]
  }
  const verb = kind === 'undo' ? 'put back' : 'made again'
  const done = [...list(verb, false), ...list('deleted', true)]
  const nothing = `${would}${verb}: nothing, all ${tense === 'future' ? 'is' : 'was'} so already`
  const said = done.length === 0 ? [nothing] : done
  return [...said.map(showControls), ...describeLeft(files, tense)]
}

/** One sentence for each file that stays as it is, or is put back only in part. */
function describeLeft(files: RestorePlan['files'], tense: Tense): string[] {
  const [stays, is] = tense === 'future' ? ['would stay', 'would be'] : ['stays', 'is']
  return files.flatMap(({ path, state, why }) => {
    if (why === '') return []
    if (state === 'clean') return [showControls(`${path} ${is} put back only in part: ${why}.`)]
    const reason = why.startsWith(`${path} `) ? why.slice(path.length + 1) : why
    const its = reason === why ? reason : `it ${reason}`
    return [showControls(`${path} ${stays} as it is: ${its}.`)]
  })
}

/** Files that are shown by name. */
const NAMED = 12

/** `3 files: a, b, c`; the rest of a long list is a number. */
function listFiles(files: readonly string[]): string {
  return `${countNoun(files.length, 'file')}: ${nameFirst(files, NAMED)}`
}
