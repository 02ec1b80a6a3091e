import { LIMITS, type TaskStatus, type ToolSchema } from '#core'
import type { View } from '#ledger'
import { pickTools, type Route, routeMessages } from '#tools'
import type { Deps } from '../deps/deps.js'
import { windowOf } from '../window/window.js'

type RouteDeps = Pick<Deps, 'ledger' | 'registry' | 'endpoint'>

/** A turn that ended like this needed something that it did not have. */
const WITHOUT_RESULT: readonly TaskStatus[] = ['stalled', 'failed', 'limit']
/** Steps of a task that are searched for calls of tools that were not offered. */
const LOOK_BACK = 60
/** Further tools that a prompt may have in a small window; a list for a larger one is written again. */
const MOST_KEPT = 5

/** What the user's turn is about: of its own words, or of the turn before where they only agree. */
export function routeOf({ task, earlier }: Pick<View, 'task' | 'earlier'>): Route {
  return routeMessages([...earlier.map(({ text }) => text), task.text])
}

/**
 * The names of the tools that a prompt offers which is written now. The tools of the prompt before stay while they
 * have all that is needed: another list is another prefix. Inside a turn no tool is taken away. All of it is read
 * from rows, so that a kill changes nothing.
 */
export function routedNames(view: View, deps: RouteDeps): string[] {
  const wanted = wantedNames(view, deps)
  const offered = view.generation?.offered
  if (offered == null) return wanted
  const lacks = wanted.some((name) => !offered.includes(name))
  const fits = !isSmall(view, deps) || offered.length <= wanted.length + MOST_KEPT
  if (!lacks && fits) return [...offered]
  const keeps = view.task.step > 0 && fits
  return deps.registry
    .list()
    .map(({ name }) => name)
    .filter((name) => wanted.includes(name) || (keeps && offered.includes(name)))
}

/**
 * Whether a new turn gets a prompt of its own because the one before lacks tools that its category or its words
 * call for. Only while that costs little: later the tools are reached through `more_tools`, and the next rebuild
 * offers them.
 * @param now  the tools of a prompt that would be written now
 */
export function routeDue(
  view: View,
  { now, promptTokens }: { now: readonly ToolSchema[]; promptTokens: number },
  deps: RouteDeps,
): boolean {
  const offered = view.generation?.offered
  if (offered == null || view.task.step > 0 || promptTokens > LIMITS.rerouteTokens) return false
  const needed = wantedNames(view, deps, true)
  return now.some(({ function: { name } }) => needed.includes(name) && !offered.includes(name))
}

function wantedNames(view: View, deps: RouteDeps, few = isSmall(view, deps)): string[] {
  const tools = deps.registry.list()
  const before = view.earlier.at(-1)
  const picked = pickTools(tools, {
    route: routeOf(view),
    text: view.task.text,
    few,
    least: windowOf(view, deps) <= LIMITS.leastToolsWindow,
    widened: before !== undefined && WITHOUT_RESULT.includes(before.status),
  })
  const called = calledIn(view, picked, deps)
  return tools
    .filter(({ name, unlisted }) => picked.includes(name) || (called.includes(name) && !unlisted))
    .map(({ name }) => name)
}

/** Further tools that the model called in this turn and that ran: what it needed once, it needs again. */
function calledIn({ task }: View, picked: readonly string[], { ledger }: RouteDeps): string[] {
  return task.step === 0 ? [] : ledger.toolsOf(task.id, LOOK_BACK, picked)
}

/** Tools that the text of the prompt teaches are few in every window (row 41). */
function isSmall(view: View, deps: RouteDeps): boolean {
  const { textTools } = deps.endpoint
  return textTools !== undefined || windowOf(view, deps) <= LIMITS.fewToolsWindow
}
