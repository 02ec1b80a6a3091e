import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** Notes of one task, and of all: more do not fit in the section. */
const MOST_OF_TASK = 40
const MOST = 60

/**
 * Lines for what the model noted in earlier tasks of this session, newest first, of each subject only the newest (row
 * 220). The notes of the current task are its own evidence.
 */
export function scratchpadOf(
  { session, task, earlier }: Pick<View, 'session' | 'task' | 'earlier'>,
  { ledger }: Pick<Deps, 'ledger'>,
): string[] {
  const known = new Set<string>()
  const lines: string[] = []
  const own = ledger.tasks({ sessionId: session.id, inConversation: true }).map(({ id }) => id)
  // A copied session has the notes of its original, too.
  const carried = earlier.map(({ id }) => id).reverse()
  for (const id of new Set([...own, ...carried])) {
    if (id === task.id) continue
    for (const { subject, summary, facts } of ledger.find({
      taskId: id,
      kind: 'decision',
      limit: MOST_OF_TASK,
    })) {
      // What the person wrote is a row of this kind, too.
      if (facts.author === 'user' || subject === 'user' || known.has(subject)) continue
      known.add(subject)
      lines.push(`- ${subject}: ${summary.replace(/\s+/g, ' ')}`)
      if (lines.length >= MOST) return lines
    }
  }
  return lines
}
