import { LIMITS } from '#core'
import { finishRestores, planRedo, planUndo, restore, type UndoScope } from '#supervisor'
import { type Input, readSlash, type SessionEvent, showControls } from '#terminal'
import { unifiedDiff } from '#workspace'
import { tellDone, tellPlan } from '../output/describe_restore.js'
import type { Wired } from '../run/wire.js'

type RestoreEvent = Extract<SessionEvent, { type: 'undo' | 'redo' | 'rewind' | 'diff' }>

/** Is it one of `/undo`, `/redo`, `/rewind` and `/diff`? */
export function isRestore(event: SessionEvent): event is RestoreEvent {
  return ['undo', 'redo', 'rewind', 'diff'].includes(event.type)
}

/** Carries out `/undo [n|turn]`, `/redo`, `/rewind [step]` and `/diff`: first what it would do, then a y. */
export async function carryOutRestore(
  event: RestoreEvent,
  { ledger, deps }: Wired,
  input: Input,
  print: (text: string) => void,
): Promise<void> {
  const task = ledger.tasks()[0]
  if (task === undefined) return print('No task yet.\n')
  if (ledger.view(task.id).pending !== null)
    return print('The last step was cut off; `aircoder resume` finishes it first.\n')
  finishRestores(task.sessionId, deps)
  if (event.type === 'diff') return print(`${tellDiff(task.sessionId, deps)}\n`)
  const kind = event.type === 'redo' ? 'redo' : 'undo'
  const scope = scopeOf(event, task.id)
  if (scope === null) return print('Say how far: /undo [edits|turn], /rewind [step].\n')
  const plan =
    kind === 'redo' ? planRedo(task.sessionId, deps) : planUndo(task.sessionId, scope, deps)
  for (const line of tellPlan(plan, kind)) print(`${line}\n`)
  if (plan.draft === null) return
  const answer = await input.ask(`${kind}? y = yes · n = no: `, new AbortController().signal)
  if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) return print('Nothing was changed.\n')
  restore(plan, deps)
  print(`${tellDone(plan, kind)}\n`)
}

function scopeOf(event: RestoreEvent, taskId: string): UndoScope | null {
  const value = 'value' in event ? event.value.trim() : ''
  if (value !== '' && value !== 'turn' && !/^\d{1,6}$/.test(value)) return null
  if (event.type === 'rewind')
    return value === 'turn' ? null : { back: 'step', taskId, step: Number(value || 0) }
  if (value === 'turn') return { back: 'turn' }
  const count = value === '' ? 1 : Number(value)
  return count === 0 ? null : { back: 'edits', count }
}

/** What the last task changed, from before its first edit to what is there now. */
function tellDiff(sessionId: string, { ledger, workspace }: Wired['deps']): string {
  const all = ledger.appliedEdits({ sessionId })
  const edits = all.filter(({ taskId, undone }) => taskId === all[0]?.taskId && !undone)
  // Oldest last: its version before is where the task began.
  const first = new Map(
    edits.flatMap(({ files }) => files.map(({ path, beforeHash }) => [path, beforeHash] as const)),
  )
  const open = workspace.permit([...first.keys()])
  const lines = [...first].flatMap(([path, hash]) => {
    const now = open.fileState(path)
    if (!now.ok) return [`${path}: ${now.reason}`]
    const before = hash === null ? null : ledger.payload(hash)
    return unifiedDiff({ path, before, after: now.bytes }).split('\n')
  })
  if (lines.length === 0) return 'The last task changed no file.'
  const more = lines.length - LIMITS.diffLines
  const cut = more > 0 ? [`… ${more} more lines`] : []
  return showControls([...lines.slice(0, LIMITS.diffLines), ...cut].join('\n'))
}

/**
 * Lines typed while a turn runs go to the model at the step's end; a slash command does not, since it
 * would change the conversation under the turn (features.md row 275).
 */
export function messagesOnly(input: Input, print: (text: string) => void): () => string[] {
  return () =>
    input.takeQueued().filter((line) => {
      const command = readSlash(line.trim())
      if (typeof command === 'string') print(`${showControls(command)}\n`)
      else if (command !== null)
        print(`${showControls(line.trim())} has to wait: a turn is running. Type it again then.\n`)
      return command === null
    })
}
