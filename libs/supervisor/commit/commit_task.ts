import { redact } from '#core'
import { commitSubject } from '#model'
import type { TaskFile } from '#workspace'
import type { Deps } from '../deps/deps.js'
import { diffOf } from './auto_commit.js'
import { taskFiles } from './task_files.js'

type CommitDeps = Pick<Deps, 'ledger' | 'workspace' | 'gate'>

/** What a commit of a task would hold. Nothing is written yet. */
export interface PlannedCommit {
  taskId: string
  files: TaskFile[]
  /** Files of the task that no commit of this project may hold. */
  left: string[]
  /** One line, made from the names of the files. */
  message: string
  plan: CommitPlan
}

type Plans = Awaited<ReturnType<Deps['workspace']['commits']['plan']>>
type CommitPlan = NonNullable<Extract<Plans, { ok: true }>['plan']>

/** Plans a commit of the files that a task changed, and nothing else. @returns a sentence where there can be none */
export async function planCommit(
  taskId: string,
  { ledger, workspace, gate }: CommitDeps,
  signal: AbortSignal,
): Promise<PlannedCommit | string> {
  const can = gate.capabilities
  if (can !== undefined && !can.execute)
    return `The capability set ${can.name} does not include execute.`
  if (gate.mode() === 'plan') return 'Plan mode changes nothing. /mode default leaves it.'
  const found = taskFiles({ view: ledger.view(taskId), look: null }, { ledger, workspace })
  if (!found.ok) return `Nothing was committed: ${found.reason}.`
  if (found.files.length === 0) return 'The task changed no file that a commit could hold.'
  const planned = await workspace.commits.plan(found.files, signal)
  if (!planned.ok) return `Nothing was committed: ${planned.reason}.`
  const { plan } = planned
  if (plan === null) return 'The files of the task are committed already.'
  const files = found.files.filter(({ path }) => plan.paths.includes(path))
  const diff = files.map((file) => diffOf(file, { workspace })).join('\n')
  return { taskId, files, left: found.left, message: redact(commitSubject(diff)), plan }
}

/** Makes a planned commit; its row is stored before git starts. @returns a sentence about its end */
export async function makeCommit(
  { taskId, plan }: PlannedCommit,
  message: string,
  { ledger, workspace }: CommitDeps,
  signal: AbortSignal,
): Promise<string> {
  const { id: sessionId } = ledger.view(taskId).session
  const number = ledger.beginGitCommit({ sessionId, taskId, message: redact(message), ...plan })
  const made = await workspace.commits.make(plan, redact(message), signal)
  ledger.endGitCommit(
    number,
    made.ok ? { status: 'done', hash: made.hash } : { status: 'failed', reason: made.reason },
  )
  return made.ok
    ? `Committed ${made.hash.slice(0, HASH_CHARS)}: ${redact(message)}`
    : `Nothing was committed: ${made.reason}.`
}

const HASH_CHARS = 10
