import { LIMITS, limitLines } from '#core'
import { showControls } from '#terminal'
import { unifiedDiff } from '#workspace'
import { openRestore } from '../restore_files.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const diff: SlashCommand = {
  name: 'diff',
  help: 'show what the last task changed',
  isAllowedDuringTurn: false,
  run(_, context) {
    const task = openRestore(context)
    if (task !== null) context.print(`${describeDiff(task.sessionId, context)}\n`)
  },
}

/** From before the first edit of the last task to the files as they are now. */
function describeDiff(sessionId: string, { wired }: SlashContext): string {
  const { ledger, workspace } = wired.deps
  const all = ledger.appliedEdits({ sessionId })
  const edits = all.filter(({ taskId, undone }) => taskId === all[0]?.taskId && !undone)
  // The oldest edit comes last: its version before is where the task started.
  const first = new Map(
    edits.flatMap(({ files }) => files.map(({ path, beforeHash }) => [path, beforeHash] as const)),
  )
  const open = workspace.reopen([...first.keys()])
  const lines = [...first].flatMap(([path, hash]) => {
    const now = open.fileState(path)
    if (!now.ok) return [`${path}: ${now.reason}`]
    const before = hash === null ? null : ledger.payload(hash)
    return unifiedDiff({ path, before, after: now.bytes }).split('\n')
  })
  if (lines.length === 0) return 'The last task changed no file.'
  return showControls(limitLines(lines, LIMITS.diffLines).join('\n'))
}
