import { parseDiff } from './parse_diff.js'

/** How many lines a unified diff adds and removes: `+2 -1`; '' where it is none. */
export function countChanges(diff: string): string {
  const lines = parseDiff(diff).flatMap((part) => (part.kind === 'hunk' ? part.lines : []))
  const count = (kind: 'added' | 'removed') => lines.filter((line) => line.kind === kind).length
  return lines.length === 0 ? '' : `+${count('added')} -${count('removed')}`
}
