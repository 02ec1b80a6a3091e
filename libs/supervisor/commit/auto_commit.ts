import { countNoun, type Event, LIMITS, redact } from '#core'
import type { TaskEnd } from '#ledger'
import { commitSubject, describeSideAnswer } from '#model'
import type { TaskFile } from '#workspace'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { taskFiles } from './task_files.js'

const HASH_CHARS = 10

/**
 * Commits the files of a task that ended as the setting `autoCommit` wants it (row 202), and nothing else. The end
 * of the task is in the ledger before; a row before git starts, so a kill never leads to a second commit. An error
 * is reported and changes nothing.
 */
export async function* autoCommit(
  frame: Frame,
  end: TaskEnd | undefined,
  deps: Deps,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const when = deps.autoCommit ?? 'off'
  if (when === 'off' || end?.status !== 'resolved') return
  const { ledger, workspace } = deps
  const { session, task } = frame.view
  const found = taskFiles(frame, deps)
  if (found.ok && found.files.length === 0) return
  if (when === 'proven' && !end.proven) return yield refusal('the end of the task is not proven')
  if (!found.ok) return yield refusal(found.reason)
  const can = deps.gate.capabilities
  if (can !== undefined && !can.execute)
    return yield refusal(`the capability set ${can.name} does not include execute`)
  const planned = await workspace.commits.plan(found.files, signal)
  if (!planned.ok) return yield refusal(planned.reason)
  const { plan } = planned
  if (plan === null) return
  const files = found.files.filter(({ path }) => plan.paths.includes(path))
  const message = yield* messageFor(files, { frame, deps, signal })
  const number = ledger.beginGitCommit({
    sessionId: session.id,
    taskId: task.id,
    message,
    ...plan,
  })
  const made = await workspace.commits.make(plan, message, signal)
  ledger.endGitCommit(
    number,
    made.ok ? { status: 'done', hash: made.hash } : { status: 'failed', reason: made.reason },
  )
  if (!made.ok) return yield refusal(made.reason)
  const without = found.left.length === 0 ? '' : `, without ${found.left.join(', ')}`
  const count = countNoun(plan.paths.length, 'file')
  yield note(`committed ${made.hash.slice(0, HASH_CHARS)} (${count}${without}): ${message}`)
}

/** Finishes the rows of commits that a kill interrupted. None is made again. */
export async function* settleCommits(
  sessionId: string,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
  signal: AbortSignal,
): AsyncGenerator<Event> {
  const open = ledger.gitCommits(sessionId).filter(({ status }) => status === 'open')
  for (const { number, parent, message, fresh } of open.reverse()) {
    const hash = await workspace.commits.find(parent, message, signal)
    if (hash !== null) {
      ledger.endGitCommit(number, { status: 'done', hash })
      yield note(`committed ${hash.slice(0, HASH_CHARS)} before the interruption: ${message}`)
      continue
    }
    await workspace.commits.forget(fresh, signal)
    ledger.endGitCommit(number, { status: 'failed', reason: 'interrupted' })
    yield refusal('the program was interrupted. Commit the files yourself')
  }
}

/** One line: from the side question where it is on, else made from the names of the files. */
async function* messageFor(
  files: readonly TaskFile[],
  { frame, deps, signal }: { frame: Frame; deps: Deps; signal: AbortSignal },
): AsyncGenerator<Event, string> {
  const diff = files.map((file) => diffOf(file, deps)).join('\n')
  const plain = commitSubject(diff)
  const { side } = deps.help
  if (side === undefined || !side.has('commit_message')) return redact(plain)
  const at = { step: frame.number, sessionId: frame.view.session.id, signal }
  const answer = await side.ask('commit_message', { diff: redact(diff) }, at)
  yield note(describeSideAnswer('commit_message', answer, true))
  return redact(String(answer.value.subject))
}

export function diffOf(
  { path, versions }: TaskFile,
  { workspace }: Pick<Deps, 'workspace'>,
): string {
  const [before = null] = versions
  const after = versions.at(-1) ?? null
  const text = (bytes: Buffer | null) => (bytes === null ? null : bytes.toString('utf8'))
  const diff = workspace.diff({ path, before: text(before), after: text(after) }, LIMITS.diffLines)
  return /^\+\+\+ /m.test(diff) ? diff : `--- a/${path}\n+++ b/${path}\n${diff}`
}

function refusal(reason: string): Event {
  return note(`not committed: ${reason}`)
}

function note(text: string): Event {
  return { type: 'note', text }
}
