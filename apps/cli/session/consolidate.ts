import { conflictsOf, type NoteChange } from '#memory'
import { showControls } from '#terminal'
import type { Wired } from '../run/wire.js'
import { draftHint } from '../skills/skill_drafts.js'
import type { Interrupts } from './leave/handle_interrupts.js'

/** Row 213: the newest messages of a session, and the part of each that is looked at. */
const MESSAGES = 40
const MESSAGE_CHARS = 600
const STATEMENTS = 20
/** A proposal of the model says less than a note that somebody confirmed. */
const CONFIDENCE = 0.8

/**
 * Asks the model at the end of a session what is worth a note, where the setting `features` has `consolidate`. Each answer
 * is a proposal that waits for the person: nothing is stored, and no note of equal or higher confidence is replaced.
 * @returns  one line for the person; '' when nothing was asked or proposed
 */
export async function consolidate(
  { ledger, deps }: Pick<Wired, 'ledger' | 'deps'>,
  sessionId: string | undefined,
  interrupts: Pick<Interrupts, 'lastWork'>,
): Promise<string> {
  const { memory, help } = deps
  if (sessionId === undefined || memory === undefined || !help.side?.has('consolidate')) return ''
  const messages = messagesOf(ledger, sessionId)
  if (messages === '') return ''
  const ending = new AbortController()
  interrupts.lastWork(ending)
  const at = { step: 0, sessionId, signal: ending.signal }
  const { value } = await help.side.ask('consolidate', { messages }, at)
  const texts = Array.isArray(value.notes) ? value.notes.map(String) : []
  const proposed = texts.filter((text) => {
    const change: NoteChange = {
      action: 'save',
      scope: 'project',
      type: 'project',
      name: '',
      description: '',
      text: showControls(text).trim(),
    }
    const { same, replaces } = conflictsOf(change.text, memory.notes())
    if (same !== null || replaces.some(({ confidence }) => confidence >= CONFIDENCE)) return false
    return memory.change(change, false).startsWith('Proposed')
  })
  if (proposed.length === 0) return ''
  const notes = proposed.length === 1 ? '1 note' : `${proposed.length} notes`
  return `Proposed for memory: ${notes}. aircoder memory list shows them, /memory accept NAME keeps one.\n`
}

/** One line where solved tasks suggest a skill, if `features` has `consolidate`. No model is asked (row 232). */
export function suggestSkills({ ledger, deps }: Pick<Wired, 'ledger' | 'deps'>): string {
  const isOn = deps.help.side?.has('consolidate') === true
  return isOn ? draftHint(ledger, deps.workspace.root) : ''
}

/** What was said in a session, oldest first: of the person, of the model, and how each task ended. */
function messagesOf(ledger: Wired['ledger'], sessionId: string): string {
  const all = ledger
    .tasks({ sessionId, inConversation: true })
    .reverse()
    .flatMap(({ id, text }) => [
      `User: ${text}`,
      ...ledger
        .statements(id, STATEMENTS)
        .reverse()
        .map((one) => `Agent: ${one.text}`),
    ])
  return all
    .slice(-MESSAGES)
    .map((message) => message.replace(/\s+/g, ' ').slice(0, MESSAGE_CHARS))
    .join('\n')
}
