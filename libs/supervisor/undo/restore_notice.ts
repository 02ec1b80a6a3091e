import type { RestoreRow } from '#ledger'

/** A file that an undo or redo left as it was, and why. */
export interface LeftFile {
  path: string
  why: string
}

/** How a note about files that were left begins; `skippedRows` finds it by this. */
export const SKIPPED = 'Not restored: '

/** The message for the model: what it read of these files is no longer valid, and what was left as it was. */
export function restoreNotice(
  kind: RestoreRow['kind'],
  paths: readonly string[],
  left: readonly LeftFile[],
) {
  const done = kind === 'undo' ? 'undid your edits of' : 'redid your edits of'
  const named = [...new Set(paths)].join(', ')
  const restored = `The user ${done} ${named}. Read these files again if you need them. Earlier test results no longer count.`
  const skipped = `The ${kind} by the user left files as they are. ${describeSkipped(left)}`
  const sentences = [paths.length > 0 ? restored : '', left.length > 0 ? skipped : '']
  return { role: 'user' as const, content: sentences.filter((text) => text !== '').join('\n') }
}

export function describeSkipped(left: readonly LeftFile[]): string {
  return `${SKIPPED}${left.map(({ path, why }) => `${path} (${why})`).join(', ')}.`
}
