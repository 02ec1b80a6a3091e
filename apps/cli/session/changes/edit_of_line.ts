import type { AppliedEdit } from '#ledger'
import type { UndoDeps } from '#supervisor'

interface Place {
  path: string
  line: number
}

/**
 * The newest edit that wrote a line of a file as it is now: its version after has the text more often than its version
 * before.
 * @param edits  of the file, newest first
 * @returns null: the line is older than every edit, or somebody else wrote it
 */
export function editOfLine<E extends { edit: AppliedEdit }>(
  { path, line }: Place,
  edits: readonly E[],
  { ledger, workspace }: UndoDeps,
): E | null {
  const now = workspace.reopen([path]).fileState(path)
  const text = now.ok ? linesOf(now.bytes)[line - 1] : undefined
  if (text === undefined) return null
  const count = (hash: string | null) =>
    hash === null ? 0 : linesOf(ledger.payload(hash)).filter((one) => one === text).length
  return (
    edits.find(({ edit }) =>
      edit.files.some(
        (file) => file.path === path && count(file.afterHash) > count(file.beforeHash),
      ),
    ) ?? null
  )
}

function linesOf(bytes: Buffer | null): string[] {
  return bytes === null ? [] : bytes.toString('utf8').split(/\r?\n/)
}
