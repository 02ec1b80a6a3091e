import { LIMITS, type Outcome, tokensIn } from '#core'
import { chooseKnowledge, chooseProtocol, chooseSheets } from '#skills'
import { cardTitle, chooseCards } from '#tools'
import type { Deps } from '../deps/deps.js'
import { roomInGap } from '../request/gap.js'
import { type Frame, ordered } from '../step/frame.js'
import { windowOf } from '../window/window.js'
import { cardList } from './card_list.js'
import { shownText } from './shown_text.js'

type GuideDeps = Pick<
  Deps,
  'ledger' | 'registry' | 'guides' | 'endpoint' | 'ablate' | 'assembleMode'
>

/** A sheet that the first steps had no room for comes no more. */
const FIRST_STEPS = 2

/**
 * What the model reads with the newest result: cards of tools after a call that failed by its form, and in the first
 * steps of a task what fits its words. The beginning of the prompt stays as it is. Nothing comes twice while the prompt
 * shows it; a kill changes nothing, as all is computed from rows and the frame (docs/design/prompt.md#guides).
 */
export function addGuides(frame: Frame, deps: GuideDeps): void {
  const { guides, ablate = [] } = deps
  if (guides === undefined || frame.outcomes.size === 0) return
  const { view } = frame
  const failed = failedTools(frame)
  const isFirst = view.task.step < FIRST_STEPS
  if (failed.length === 0 && !isFirst) return
  const text = shownText(frame)
  const shown = (line: string) => text.includes(line)
  const window = windowOf(view, deps)
  const texts: string[] = []
  const forced: string[] = []
  if (isFirst && !ablate.includes('knowledge')) {
    const sheets = guides.aids ? guides.sheets : []
    const budgetTokens = tokensIn(LIMITS.sheetTokens, window)
    const chosen = chooseSheets(sheets, view.task.text, { budgetTokens, shown })
    forced.push(...chosen.tools)
    const most = Math.min(LIMITS.knowledgeTokens, Math.floor(window * LIMITS.knowledgeShare))
    const own = chooseKnowledge(guides.knowledge, view.task.text, { budgetTokens: most, shown })
    const protocols = guides.aids ? guides.protocols : []
    const protocol = chooseProtocol(protocols, view.task.text, shown)
    texts.push(...own, ...chosen.texts, ...(protocol === '' ? [] : [protocol]))
  }
  if (guides.aids && !ablate.includes('cards') && failed.length + forced.length > 0) {
    const { cards, block } = cardList(deps)
    const tools = chooseCards(cards, {
      failed: [...failed, ...forced],
      recent: failed.length === 0 ? [] : recentTools(frame),
      message: failed.length === 0 ? '' : view.task.text,
      shown: new Set(cards.map(({ tool }) => tool).filter((tool) => shown(cardTitle(tool)))),
      // Soon after a rebuild two cards of a call that failed took the room of three steps in a window of 4k.
      budgetTokens: Math.min(tokensIn(LIMITS.cardTokens, window), roomInGap(frame, deps)),
    })
    if (tools.length > 0) texts.push(block(tools))
  }
  frame.guides.push(...texts)
}

/** Tools of calls of this step that failed before they did something: by their name, their arguments or their old text. */
function failedTools(frame: Frame): string[] {
  const ours = frame.reply.calls.filter(({ origin }) => origin === 'program').map(({ id }) => id)
  return ordered(frame)
    .filter((outcome) => isFormError(outcome) && !ours.includes(outcome.callId))
    .map(({ tool }) => tool)
    .reverse()
}

/** A call that ran or was refused leaves evidence. */
function isFormError({ ok, mark, guard, evidence }: Outcome): boolean {
  if (ok || guard !== undefined || evidence.length > 0) return false
  return mark === undefined || mark === 'invalid'
}

/** Tools of this reply and of the one before, newest first. */
function recentTools({ reply, view }: Frame): string[] {
  const before = view.tail.findLast(({ message }) => message.role === 'assistant')?.message
  const earlier = (before?.tool_calls ?? []).map((call) => call.function.name)
  return [...reply.calls.map(({ name }) => name).reverse(), ...earlier.reverse()]
}
