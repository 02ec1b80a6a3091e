import { createTwoFilesPatch, diffArrays } from 'diff'
import { type FileEdit, LIMITS, limitLines } from '#core'
import { decodeText, isBinary } from './text.js'

/** After this time the difference is reported as all old lines removed and all new lines added. */
const DIFF_MS = 1_000

/** How many lines an edit adds and removes. null bytes mean that the file does not exist on that side. */
export function countChange(
  before: Buffer | null,
  after: Buffer | null,
): { added: number; removed: number } {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const same = sharedEnds(old, fresh)
  const oldMiddle = old.slice(same.head, old.length - same.tail)
  const newMiddle = fresh.slice(same.head, fresh.length - same.tail)
  const parts = diffArrays(oldMiddle, newMiddle, { timeout: DIFF_MS })
  if (parts === undefined) return { added: newMiddle.length, removed: oldMiddle.length }
  const count = (which: 'added' | 'removed') =>
    parts.filter((part) => part[which]).reduce((sum, part) => sum + part.value.length, 0)
  return { added: count('added'), removed: count('removed') }
}

/**
 * Numbers of the new lines, and of the lines beside a removal: the lines that a finding about the change
 * can name. Counted from 1, on the newer side.
 */
export function changedLines(before: Buffer | null, after: Buffer | null): ReadonlySet<number> {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const { head, tail } = sharedEnds(old, fresh)
  const middle = fresh.slice(head, fresh.length - tail)
  const lines = new Set<number>()
  const parts = diffArrays(old.slice(head, old.length - tail), middle, { timeout: DIFF_MS })
  let at = head + 1
  for (const { added, removed, value } of parts ?? [
    { added: true, removed: false, value: middle },
  ]) {
    if (removed) for (const line of [at - 1, at]) if (line > 0) lines.add(line)
    if (added) for (const index of value.keys()) lines.add(at + index)
    if (!removed) at += value.length
  }
  return lines
}

/**
 * The difference in the format of `diff -u`, with three lines of context.
 * @param maxLines  a longer difference is cut, and the last line reports how many lines are missing (row 150)
 */
export function unifiedDiff(
  { path, before, after }: Pick<FileEdit, 'path' | 'before' | 'after'>,
  maxLines: number = LIMITS.diffLines,
): string {
  if ([before, after].some((side) => side !== null && isBinary(side)))
    return `Binary file ${path}: ${before?.length ?? 0} bytes before, ${after?.length ?? 0} after.`
  const patch = createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
    before === null ? '' : decodeText(before).text,
    after === null ? '' : decodeText(after).text,
    undefined,
    undefined,
    {
      context: 3,
      timeout: DIFF_MS,
      headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
    },
  )
  if (patch === undefined) return `${path}: the difference is too large to show.`
  const lines = patch.trimEnd().split('\n')
  return limitLines(lines, maxLines).join('\n')
}

/** Lines with their endings, so that a changed ending counts as a change. */
function linesOf(bytes: Buffer | null): string[] {
  if (bytes === null || bytes.length === 0) return []
  return decodeText(bytes).text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Most edits change a small part of a long file, so equal lines at both ends are not compared. */
function sharedEnds(a: string[], b: string[]): { head: number; tail: number } {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  return { head, tail }
}
