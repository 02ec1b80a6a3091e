import { type Budget, budgetFor } from '#context'
import type { EvidenceDraft } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { windowOf } from '../window/window.js'
import { hintsFor } from './hints.js'
import { attachMentions } from './mentions.js'

type AttachDeps = Pick<Deps, 'workspace' | 'endpoint'>

/** What a message gets beside its own words: the files that it names, and hints. */
function attach(
  message: string,
  workspace: Deps['workspace'],
  { usableTokens }: Budget,
): { text: string; evidence: EvidenceDraft[] } {
  const { text, evidence } = attachMentions(message, workspace, usableTokens)
  const hints = hintsFor(message, { git: workspace.gitPlace() !== null })
  return { text: [...hints, ...(text === '' ? [] : [text])].join('\n'), evidence }
}

/** What the head of a session's first task shows before its first step; later tasks have it in their message. */
export function attachedToHead(view: View, deps: AttachDeps): string {
  if (view.task.step > 0 || view.earlier.length > 0) return ''
  return attach(view.task.text, deps.workspace, budgetFor(windowOf(view, deps))).text
}

/** The reads that the first step of a task stores. */
export function attachedReads(view: View, deps: AttachDeps): EvidenceDraft[] {
  if (view.task.step > 0) return []
  return attach(view.task.text, deps.workspace, budgetFor(windowOf(view, deps))).evidence
}

/** The message of a later task of a session, as it is stored. */
export function taskMessage(
  text: string,
  { workspace, endpoint }: AttachDeps,
  windowTokens: number = endpoint.windowTokens,
): string {
  const attached = attach(text, workspace, budgetFor(windowTokens)).text
  return attached === '' ? `Task: ${text}` : `Task: ${text}\n\n${attached}`
}
