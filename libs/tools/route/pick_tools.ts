import { byText } from '#core'
import type { Category, ToolRoute } from '../declare/route.js'
import type { Tool } from '../declare/tool.js'
import type { Route } from './route_message.js'

const EVERY_TURN: ToolRoute = { base: 'always' }

/** The turn that tools are picked for. */
export interface Turn {
  route: Pick<Route, 'category' | 'second'>
  /** The user's words. */
  text: string
  /** Only what most tasks need: small windows, and tools that the text of the prompt teaches. */
  few: boolean
  /** Not even all of these: the smallest windows. */
  least?: boolean | undefined
  /** The turn before ended without a result, so more is offered. */
  widened: boolean
}

/** The tools that a category is about, in the order of the registry. */
export function toolsOf(category: Category, tools: readonly Tool[]): string[] {
  return tools
    .filter(({ route, unlisted }) => !unlisted && route?.for?.includes(category) === true)
    .map(({ name }) => name)
}

/**
 * The names of the tools whose schemas a turn gets: those of a plain coding turn, those of its category, and those
 * that its words call for. No category takes away the tools of a coding turn: the next message may need them, and
 * another list of tools is another prefix (docs/design/prompt.md#tools).
 */
export function pickTools(tools: readonly Tool[], turn: Turn): string[] {
  return tools.filter((tool) => !tool.unlisted && isPicked(tool, turn)).map(({ name }) => name)
}

function isPicked({ route = EVERY_TURN }: Tool, turn: Turn): boolean {
  const { base, words, for: turns = [] } = route
  const { category, second } = turn.route
  if (base === 'usual') return turn.least !== true
  if (base === 'always') return true
  // The smallest windows name what larger ones offer to everyone.
  if (base === 'roomy' && turn.least === true) return false
  if (turns.includes(category) || (second !== null && turns.includes(second))) return true
  if (words !== undefined && calls(words, turn.text)) return true
  return base === 'roomy' && (turn.widened || (!turn.few && category !== 'respond'))
}

/** Tasks whose words are remembered. */
const KEPT_CHARS = 200_000
const tested = new WeakMap<RegExp, (text: string) => boolean>()

/** Whether a text calls for a tool. Each step asks it again for the same task, which may be long. */
function calls(words: RegExp, text: string): boolean {
  const known = tested.get(words) ?? byText((task) => words.test(task), KEPT_CHARS)
  tested.set(words, known)
  return known(text)
}

/** Whether these are the tools of a smallest window: one is missing that all others offer. */
export function isLeast(shown: readonly string[], tools: readonly Tool[]): boolean {
  return tools.some(({ name, route }) => route?.base === 'usual' && !shown.includes(name))
}

/** Whether a tool comes by itself when the words of the user call for it. */
export function comesByWords({ route }: Tool): boolean {
  return route?.base === undefined
}

/** Whether a tool is offered in a large window, whatever the turn is about. */
export function isUsual({ route = EVERY_TURN }: Tool): boolean {
  return route.base !== undefined
}
