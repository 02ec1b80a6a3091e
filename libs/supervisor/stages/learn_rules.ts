import type { Event } from '#core'
import type { View } from '#ledger'
import type { Lesson } from '#memory'
import type { Committed } from '../closing/commit_step.js'
import type { Deps } from '../deps/deps.js'

/**
 * The rules in the words of a new task become memory before its first prompt. After a kill the message of the last
 * step is read again: the same message teaches nothing twice.
 */
export function* learnFromTask(
  { task, pending }: View,
  { memory, ledger }: Pick<Deps, 'memory' | 'ledger'>,
): Generator<Event, undefined> {
  if (memory === undefined || task.status !== 'open') return undefined
  if (task.step === 0 && pending === null) yield* tell(memory.teach(task.text))
  if (task.step === 0) return undefined
  const rows = ledger.find({
    taskId: task.id,
    kind: 'decision',
    subject: 'user',
    sinceStep: task.step,
  })
  const said = rows.filter(({ facts }) => facts.author === 'user')
  for (const { payloadHash } of said)
    yield* tell(
      memory.teach(textOf(payloadHash, ledger)).filter(({ kind }) => kind === 'remembered'),
    )
  return undefined
}

/** The rules in what the user wrote while the step ran. */
export function* learnFromMessages(
  { evidence }: Committed,
  { memory, ledger }: Pick<Deps, 'memory' | 'ledger'>,
): Generator<Event, undefined> {
  if (memory === undefined) return undefined
  const said = evidence.filter(
    ({ subject, facts }) => subject === 'user' && facts.author === 'user',
  )
  for (const { payloadHash } of said) yield* tell(memory.teach(textOf(payloadHash, ledger)))
  return undefined
}

function textOf(hash: string, ledger: Deps['ledger']): string {
  return ledger.payload(hash).toString('utf8')
}

function* tell(lessons: readonly Lesson[]): Generator<Event> {
  for (const { line } of lessons) yield { type: 'note', text: line }
}
