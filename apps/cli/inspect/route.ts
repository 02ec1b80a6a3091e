import { z } from 'zod'
import { estimateTokens, figure, LIMITS } from '#core'
import { difficultyOf } from '#supervisor'
import {
  CATEGORIES,
  createRegistry,
  isVague,
  loadBuiltinTools,
  pickTools,
  type Route,
  routeMessage,
  toolsOf,
} from '#tools'

const RouteQuestion = z.strictObject({
  message: z.string(),
  previous_category: z.enum(CATEGORIES).optional(),
  window: z.number().int().min(1).optional(),
})

/** What a message is about, and what its turn gets. */
export interface Routed extends Route {
  /** The tools that the category is about. */
  tools: string[]
  /** The tools whose schemas the first request of such a turn has. */
  offered: string[]
  /** Estimate of these schemas. */
  tokens: number
  /** The message names nothing that can be searched for. */
  vague: boolean
  /** How hard it looks, and why: it chooses a tier where `tiersBy` has `difficulty`. */
  difficulty: { level: string; why: string }
  /** 2: the window has room for few schemas, and the model asks for others with `more_tools`. */
  stages: 1 | 2
}

/** Routes a message as the loop does, in a window of LIMITS.defaultWindowTokens when none is given. */
export async function answerRoute(asked: unknown): Promise<Routed | { error: string }> {
  const { success, data } = RouteQuestion.safeParse(asked)
  if (!success) {
    const names = CATEGORIES.join(', ')
    return {
      error: `A question is {"message", "previous_category"?, "window"?}. A category is one of ${names}.`,
    }
  }
  const { message: text, previous_category: previous, window } = data
  const tools = await loadBuiltinTools()
  const route = routeMessage(text, previous ?? null)
  const judged = difficultyOf([text])
  const few = (window ?? LIMITS.defaultWindowTokens) <= LIMITS.fewToolsWindow
  const least = window !== undefined && window <= LIMITS.leastToolsWindow
  const offered = pickTools(tools, { route, text, few, least, widened: false })
  return {
    ...route,
    tools: toolsOf(route.category, tools),
    offered,
    tokens: estimateTokens(JSON.stringify(createRegistry(tools).schemas(offered))),
    vague: route.category !== 'respond' && !route.kept && isVague(text),
    difficulty: { level: judged.difficulty, why: judged.why },
    stages: few ? 2 : 1,
  }
}

/** The same in plain text. */
export function describeRoute(routed: Routed | { error: string }): string {
  if ('error' in routed) return routed.error
  const { category, second, confidence, kept, scores, tools, offered, tokens, vague, difficulty } =
    routed
  const ranked = CATEGORIES.filter((name) => scores[name] !== 0)
  const order = ranked.sort((a, b) => scores[b] - scores[a])
  const sure = kept ? 'kept from the turn before' : `confidence ${confidence}`
  return [
    `category: ${category} (${sure})${second === null ? '' : `, or ${second}`}`,
    `scores: ${order.map((name) => `${name} ${scores[name]}`).join(', ') || 'none'}`,
    `tools of the category: ${tools.join(' ') || 'none'}`,
    `schemas sent: ${offered.length}, about ${figure(tokens)} tokens: ${offered.join(' ')}`,
    `difficulty: ${difficulty.level} (${difficulty.why})`,
    ...(vague ? ['vague: the message names nothing that can be searched for'] : []),
  ].join('\n')
}
