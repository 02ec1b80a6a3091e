import { type Budget, budgetFor } from '#context'
import { type EvidenceDraft, LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { windowOf } from '../window/window.js'
import { hintsFor } from './hints.js'
import { lookAround, NOTHING_AROUND, type Surroundings } from './look_around.js'
import { attachMentions } from './mentions.js'
import { showChanges } from './recent_changes.js'

type AttachDeps = Pick<Deps, 'workspace' | 'endpoint'>

/** What a message gets beside its own words: the files that it names, recent changes, and hints. */
function attach(
  message: string,
  workspace: Deps['workspace'],
  { budget: { usableTokens }, changes }: { budget: Budget; changes: Surroundings['changes'] },
): { text: string; evidence: EvidenceDraft[] } {
  const named = attachMentions(message, workspace, usableTokens)
  const changed =
    changes === null ? null : showChanges(changes, Math.floor(usableTokens * LIMITS.readShare))
  const hints = hintsFor(message, { git: changed === null && workspace.gitPlace() !== null })
  const texts = [...hints, named.text, changed?.text ?? ''].filter((text) => text !== '')
  return { text: texts.join('\n'), evidence: [...named.evidence, ...(changed?.evidence ?? [])] }
}

/** What the head of a session's first task shows before its first step; later tasks have it in their message. */
export function attachedToHead(
  view: View,
  deps: AttachDeps,
  { changes }: Surroundings = NOTHING_AROUND,
): string {
  if (view.task.step > 0 || view.earlier.length > 0) return ''
  const budget = budgetFor(windowOf(view, deps))
  return attach(view.task.text, deps.workspace, { budget, changes }).text
}

/** The reads that the first step of a task stores. */
export function attachedReads(
  view: View,
  deps: AttachDeps,
  { changes }: Surroundings = NOTHING_AROUND,
): EvidenceDraft[] {
  if (view.task.step > 0) return []
  const budget = budgetFor(windowOf(view, deps))
  return attach(view.task.text, deps.workspace, { budget, changes }).evidence
}

/** The message of a later task of a session, as it is stored. */
export async function taskMessage(
  text: string,
  { workspace, endpoint }: AttachDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const { changes } = await lookAround(text, workspace, signal)
  const budget = budgetFor(endpoint.windowTokens)
  const attached = attach(text, workspace, { budget, changes }).text
  return attached === '' ? `Task: ${text}` : `Task: ${text}\n\n${attached}`
}
