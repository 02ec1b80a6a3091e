import { homedir } from 'node:os'
import { redact, type TaskStatus, withoutSecrets } from '#core'
import type { Ledger, SessionRow, TaskRow, TranscriptStep } from '#ledger'

/** A session in the order in which a person reads it. */
export type StoryPart =
  | { kind: 'session'; session: SessionRow; tasks: number }
  /** `isInherited`: it belongs to the session that this one is a copy of. */
  | { kind: 'task'; task: StoryTask; isInherited: boolean }
  | { kind: 'step'; step: TranscriptStep }
  | { kind: 'end'; task: StoryTask }

/** Sessions among which an original is looked for. */
const MOST_SESSIONS = 10_000

export interface StoryTask extends Pick<TaskRow, 'id' | 'text' | 'endText' | 'proven' | 'steps'> {
  status: TaskStatus
  createdMs: number
  /** A rewind took it out of the conversation. */
  isRewound: boolean
}

/**
 * The parts of a session, read one by one. Secrets are redacted again with the patterns of this version, in sentences also
 * passwords without a sign of assignment, and the home folder is written as `~`: an export is for other people.
 */
export function* storyParts(ledger: Ledger, sessionId: string): Generator<StoryPart> {
  const clean = cleaner(redact)
  const cleanWords = cleaner(withoutSecrets)
  const session = ledger.session(sessionId)
  const stories = [
    ...inherited(ledger, session),
    { id: sessionId, tasks: tasksOf(ledger, sessionId) },
  ]
  const tasks = stories.reduce((sum, one) => sum + one.tasks.length, 0)
  yield { kind: 'session', session: cleanWords(session), tasks }
  for (const story of stories)
    yield* tasksWithSteps(ledger, story, { clean, cleanWords }, story.id !== sessionId)
}

/** Tasks of one session that belong to the story. */
interface Story {
  id: string
  tasks: TaskRow[]
}

function tasksOf(ledger: Ledger, sessionId: string): TaskRow[] {
  return ledger.tasks({ sessionId }).reverse()
}

/** A copy goes on from the conversation of its original, which has the tasks before it; none where that was removed. */
function inherited(ledger: Ledger, { id, parentId }: SessionRow): Story[] {
  const parent = ledger.sessions(MOST_SESSIONS).find((one) => one.id === parentId)
  if (parent === undefined) return []
  const carried = new Set(ledger.carriedTasks(id))
  const all = tasksOf(ledger, parent.id)
  // What the original did since the copy was made is newer than what was carried.
  const tasks = all.slice(0, all.findLastIndex((task) => carried.has(task.id)) + 1)
  return [
    ...inherited(ledger, parent),
    { id: parent.id, tasks: tasks.filter(({ isRewound }) => !isRewound) },
  ]
}

function* tasksWithSteps(
  ledger: Ledger,
  { id, tasks }: Story,
  { clean, cleanWords }: Cleaners,
  isInherited: boolean,
): Generator<StoryPart> {
  const wanted = new Set(tasks.map((task) => task.id))
  const steps = ledger.transcript(id)[Symbol.iterator]()
  let next = steps.next()
  try {
    for (const { given: _, doubt: __, ...row } of tasks) {
      const task = cleanWords(row)
      yield { kind: 'task', task, isInherited }
      // Steps of tasks that a rewind or the copy left behind are left out.
      while (!next.done && !wanted.has(next.value.taskId)) next = steps.next()
      while (!next.done && next.value.taskId === row.id) {
        const { text, ...step } = next.value
        yield { kind: 'step', step: { ...clean(step), text: cleanWords(text) } }
        next = steps.next()
      }
      yield { kind: 'end', task }
    }
  } finally {
    steps.return?.()
  }
}

type Clean = <T>(value: T) => T

interface Cleaners {
  clean: Clean
  /** For sentences of the person and of the model. In code it would hide names. */
  cleanWords: Clean
}

function cleaner(hide: (text: string) => string): Clean {
  const home = homedir()
  const text = (raw: string) => {
    const known = hide(raw)
    return home.length > 1 ? known.replaceAll(home, '~') : known
  }
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(deep)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), deep(item)]))
  }
  return <T>(value: T) => deep(value) as T
}
