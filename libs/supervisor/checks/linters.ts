import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { changedInTask } from './changed_lines.js'

export interface Checker {
  name: string
  command: string
}

/**
 * The type checkers and linters for the edits of a task: the one from the settings, else those that the
 * project names and this machine has. They get the changed files where they accept single files.
 */
export function lintersFor(
  { view }: { view: View },
  { ledger, workspace, checks }: Pick<Deps, 'ledger' | 'workspace' | 'checks'>,
): Checker[] {
  const { lintCommand, autoCheck } = checks
  if (lintCommand !== undefined) return [{ name: lintCommand, command: lintCommand }]
  if (autoCheck !== 'on') return []
  const paths = [...changedInTask(view, { ledger, workspace }).keys()]
  return workspace.planDiagnosis(paths).run.filter(({ named }) => named)
}
