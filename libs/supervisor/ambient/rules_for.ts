import { LIMITS } from '#core'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { mentionsIn } from './mentions.js'

/** Files of the map that tell what a task is about. */
const MOST_FILES = 8
/** Tokens of the newest rules that a later task of a session adds to its message. */
const LATER_TOKENS = 100

type RuleDeps = Pick<Deps, 'memory' | 'map'>

/** The user's rules for a task, oldest first; none without a memory. */
export function rulesFor({ task: { text } }: Pick<View, 'task'>, deps: RuleDeps): string[] {
  const project = (deps.map?.seen()?.files ?? []).map(({ path }) => path)
  return deps.memory?.rules({ text, files: filesOf(text, deps), project }, LIMITS.ruleTokens) ?? []
}

/** Rules that hold for a later task of a session and that its prompt does not show yet, as a paragraph; '' for none. */
export function newRules(text: string, shown: string, { memory }: Pick<Deps, 'memory'>): string {
  const rules = memory?.rules({ text, files: mentionsIn(text) }, LATER_TOKENS) ?? []
  const lines = rules.map(inLine).filter((rule) => !shown.includes(rule))
  if (lines.length === 0) return ''
  return ['Rules of the user that also hold:', ...lines.map((rule) => `- ${rule}`)].join('\n')
}

/** Paths that a task names, then those that the map ranks for its words. */
export function filesOf(text: string, { map }: Pick<Deps, 'map'>): string[] {
  const seen = map?.seen()
  // Without a match the map ranks files by their weight in the project, whatever this task is about.
  const files = seen?.matched ? seen.files : []
  const ranked = files.slice(0, MOST_FILES).map(({ path }) => path)
  return [...new Set([...mentionsIn(text), ...ranked])]
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
