import { type Budget, budgetFor } from '#context'
import { type EvidenceDraft, LIMITS, type Message, typedWords } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { type BarredDeps, barredTests } from '../proof/barred_tests.js'
import { windowOf } from '../window/window.js'
import { hintsFor } from './hints.js'
import { imagesIn, showImage } from './images.js'
import { lookAround, NOTHING_AROUND, type Surroundings } from './look_around.js'
import { attachMentions } from './mentions.js'
import { showChanges } from './recent_changes.js'
import { newRules } from './rules_for.js'

type AttachDeps = Pick<Deps, 'workspace' | 'endpoint' | 'checks'>
/** Where the hints know whether the tests may run. */
type HintDeps = AttachDeps & BarredDeps

interface AttachOptions {
  budget: Budget
  changes: Surroundings['changes']
  /** Whose answers of the person count; absent: nothing is known of the gate. */
  sessionId: string | undefined
}

/** What a message gets beside its own words: the files that it names, recent changes, and hints. */
function attach(
  message: string,
  deps: HintDeps,
  { budget: { usableTokens }, changes, sessionId }: AttachOptions,
): { text: string; evidence: EvidenceDraft[]; picture: string | null } {
  const { workspace, endpoint, checks } = deps
  // What was piped or printed beside the person's words names no file for them.
  const typed = typedWords(message)
  const image = showImage(typed, workspace, endpoint.vision ?? null)
  const pictures = imagesIn(typed).map(({ path }) => path)
  const named = attachMentions(typed, workspace, usableTokens, pictures)
  const changed =
    changes === null ? null : showChanges(changes, Math.floor(usableTokens * LIMITS.readShare))
  const command = workspace.discoverTests(checks.testCommand)?.command ?? null
  const hints = hintsFor(message, {
    git: changed === null && workspace.gitPlace() !== null,
    tests: command !== null,
    barred:
      sessionId === undefined ? null : (barredTests(command, sessionId, deps)?.command ?? null),
  })
  const all = [...hints, named.text, changed?.text ?? '', image?.text ?? '']
  const rows = [changed, image].flatMap((one) => one?.evidence ?? [])
  return {
    text: all.filter((text) => text !== '').join('\n'),
    evidence: [...named.evidence, ...rows],
    picture: image?.id ?? null,
  }
}

/** What the head of a session's first task shows before its first step; later tasks have it in their message. */
export function attachedToHead(
  view: View,
  deps: HintDeps,
  { changes }: Surroundings = NOTHING_AROUND,
): string {
  if (view.task.step > 0 || view.earlier.length > 0) return ''
  const budget = budgetFor(windowOf(view, deps))
  return attach(view.task.text, deps, { budget, changes, sessionId: view.session.id }).text
}

/** The reads that the first step of a task stores. */
export function attachedReads(
  view: View,
  deps: HintDeps,
  { changes }: Surroundings = NOTHING_AROUND,
): EvidenceDraft[] {
  if (view.task.step > 0) return []
  const budget = budgetFor(windowOf(view, deps))
  return attach(view.task.text, deps, { budget, changes, sessionId: view.session.id }).evidence
}

/** The picture that a prompt of this task begins with; null: its text names none, or the model sees none. */
export function pictureOf({ task }: Pick<View, 'task'>, deps: AttachDeps): string | null {
  return showImage(typedWords(task.text), deps.workspace, deps.endpoint.vision ?? null)?.id ?? null
}

/** A line for the person about the picture that a new task names and the model does not get; null: there is none. */
export function unseenPicture({ task }: Pick<View, 'task'>, deps: AttachDeps): string | null {
  return (
    showImage(typedWords(task.text), deps.workspace, deps.endpoint.vision ?? null)?.note ?? null
  )
}

interface MessageOptions {
  /** Its prompt shows some rules already; absent: rules are left out. */
  sessionId?: string
  signal?: AbortSignal
}

/** The message of a later task of a session, as it is stored. */
export async function taskMessage(
  text: string,
  deps: HintDeps & Pick<Deps, 'memory' | 'answer'>,
  { sessionId, signal = new AbortController().signal }: MessageOptions = {},
): Promise<Message> {
  const { workspace, endpoint, ledger } = deps
  const { changes } = await lookAround(text, workspace, signal, { state: false })
  const attached = attach(text, deps, {
    budget: budgetFor(endpoint.windowTokens),
    changes,
    sessionId,
  })
  const rules = sessionId === undefined ? '' : newRules(text, shownIn(sessionId, ledger), deps)
  const form = deps.answer?.ask ?? ''
  const parts = [`Task: ${text}`, form, rules, attached.text]
  const content = parts.filter((part) => part !== '').join('\n\n')
  const picture = attached.picture === null ? {} : { picture: { id: attached.picture } }
  return { role: 'user', content, ...picture }
}

/** All text that the prompt of a session shows now. */
function shownIn(sessionId: string, ledger: Deps['ledger']): string {
  const [last] = ledger.tasks({ sessionId })
  if (last === undefined) return ''
  const { generation, tail } = ledger.view(last.id)
  const messages = [...(generation?.head ?? []), ...tail.map(({ message }) => message)]
  return messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n')
}
