import { accepts, type FileChange } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { readNow } from './accepted.js'

type ChangeDeps = Pick<Deps, 'ledger' | 'workspace'>

/** Net changes that calls of this task made, and those of background commands that a snapshot found. */
export function taskChanges(frame: Frame, deps: ChangeDeps): FileChange[] {
  const { session, task } = frame.view
  const touched = deps.ledger.touched(session.id).filter(({ taskId }) => taskId === task.id)
  const ofCalls = netOf(touched, deps)
  const known = new Set(ofCalls.map(({ path }) => path))
  const others = (frame.look?.byBackground ?? []).filter(({ path }) => !known.has(path))
  return [
    ...ofCalls,
    ...others.map(({ path, before, after }) => ({
      path,
      before: textOf(before),
      after: textOf(after),
    })),
  ]
}

/**
 * The same over the whole session: a test that an earlier task weakened stays weak until the user accepts it.
 * What a task changed whose own words asked for it is accepted.
 */
export function sessionChanges(frame: Frame, deps: ChangeDeps): FileChange[] {
  const { session, task } = frame.view
  const accepted = new Set(
    deps.ledger
      .tasks({ sessionId: session.id })
      .filter(({ id, text }) => id !== task.id && accepts(text).test)
      .map(({ id }) => id),
  )
  const touched = deps.ledger.touched(session.id).filter(({ taskId }) => !accepted.has(taskId))
  const own = taskChanges(frame, deps)
  const known = new Set(touched.map(({ path }) => path))
  return [...netOf(touched, deps), ...own.filter(({ path }) => !known.has(path))]
}

interface Touched {
  path: string
  beforeHash: string | null
}

/** The oldest version of each file against the file as it is now. */
function netOf(touched: readonly Touched[], { ledger, workspace }: ChangeDeps): FileChange[] {
  const first = new Map<string, string | null>()
  for (const { path, beforeHash } of touched) if (!first.has(path)) first.set(path, beforeHash)
  return [...first].flatMap(([path, hash]): FileChange[] => {
    const before = hash === null ? null : ledger.payload(hash)
    const after = readNow(workspace, path)
    const isSame = before === null ? after === null : after !== null && before.equals(after)
    return isSame ? [] : [{ path, before: textOf(before), after: textOf(after) }]
  })
}

function textOf(bytes: Buffer | null): string | null {
  if (bytes === null) return null
  return bytes.includes(0) ? '' : bytes.toString('utf8')
}
