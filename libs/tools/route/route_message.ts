import { byText } from '#core'
import { CATEGORIES, type Category } from '../declare/route.js'
import { isAffirmation } from './affirmation.js'
import type { Hint } from './categories/hint.js'
import { LONG_CHARS, LONG_WEIGHT } from './categories/plan.js'
import { FIRST, HINTS } from './categories.js'

/** What a message of the user is about. */
export interface Route {
  category: Category
  /** The runner-up, when the first is not sure: its tools are offered too. */
  second: Category | null
  /** Sum of the weights of each category, two decimals. */
  scores: Record<Category, number>
  /** Margin to the second score, 0..1. */
  confidence: number
  /** The message agrees to something, so the category of the turn before stays. */
  kept: boolean
}

/** Only the beginning decides: a pasted log is not a wish. */
const READ_CHARS = 2_000
const SHORT_CHARS = 10
/** Rows 112, 114, 115: weight of `respond`, divisor of the margin, confidence and distance of a tie. */
const RESPOND_SHARE = 0.8
const LEAST_TOP = 3
const UNSURE = 0.1
const NEAR = 0.5

/**
 * The category of a message, without a model (rows 111-116, 119). The same text always has the same result.
 * @param previous  the category of the turn before, if there was one
 */
export function routeMessage(message: string, previous: Category | null = null): Route {
  const whole = message.trim()
  const text = whole.slice(0, READ_CHARS)
  const scores = keptScores(whole)
  const ranked = [...FIRST].sort((a, b) => scores[b] - scores[a])
  const [first = 'read', next = 'read'] = ranked
  const top = scores[first]
  const confidence = round(Math.min(1, Math.max(0, top - scores[next]) / Math.max(top, LEAST_TOP)))
  const at = { scores, confidence, kept: false, second: null }
  if (previous !== null && isAffirmation(text)) return { ...at, category: previous, kept: true }
  // A wish that nothing is known of needs reading; a fallback without tools made models give up (row 116).
  if (top <= 0)
    return { ...at, category: text.length <= SHORT_CHARS ? 'respond' : 'read', confidence: 0 }
  const near = FIRST.filter((one) => scores[one] > 0 && top - scores[one] <= NEAR)
  const category = confidence < UNSURE ? (near[0] ?? first) : first
  const runnerUp = ranked.find((one) => one !== category && scores[one] > 0) ?? null
  const isSure = confidence >= HINTS[category].sure
  return { ...at, category, second: isSure ? null : runnerUp }
}

/** The category of the last message; those before it matter where one only agrees. */
export function routeMessages(messages: readonly string[]): Route {
  let route = routeMessage(messages[0] ?? '')
  for (const message of messages.slice(1)) route = routeMessage(message, route.category)
  return route
}

function scoresOf(whole: string): Record<Category, number> {
  const text = whole.slice(0, READ_CHARS)
  const chars = whole.length
  const texts = { plain: text, lower: text.toLowerCase() }
  const entries = CATEGORIES.map((name) => {
    const sum = HINTS[name].hints.reduce((total, one) => total + weightIn(texts, one), 0)
    const long = name === 'plan' && chars > LONG_CHARS ? LONG_WEIGHT : 0
    return [name, round((sum + long) * (name === 'respond' ? RESPOND_SHARE : 1))] as const
  })
  return Object.fromEntries(entries) as Record<Category, number>
}

/** The tasks of a session are routed before each step. */
const keptScores = byText(scoresOf, 1_000_000)

function weightIn(
  { plain, lower }: Record<'plain' | 'lower', string>,
  { weight, pattern, isLower }: Hint,
): number {
  return pattern.test(isLower ? lower : plain) ? weight : 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
