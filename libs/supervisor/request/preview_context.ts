import { estimateTokens } from '#core'
import type { View } from '#ledger'
import { mapFacts } from './input/map_facts.js'
import { gatherPromptInput } from './input/prompt_input.js'
import type { PromptDeps } from './next_request.js'

/** One section as a first prompt would have it. */
export interface ContextPart {
  name: string
  tokens: number
  /** Files that it names, in their order. */
  files: string[]
  text: string
}

/** Share of the budget for each section but the map, which gets the rest. */
const OTHERS_SHARE = 0.15

/**
 * What the program adds to a task: the sections of a first prompt besides the task itself, within a budget.
 * The caller has called `lookAtMap`.
 */
export function previewContext(view: View, deps: PromptDeps, budgetTokens: number): ContextPart[] {
  const input = gatherPromptInput(view, deps)
  const map = mapFacts(view, deps)
  const sections = deps.parts.sections.filter(({ atStart, name }) => atStart && name !== 'task')
  const parts: ContextPart[] = []
  let left = budgetTokens
  const add = (name: string, most: number) => {
    const tokens = Math.max(0, Math.floor(Math.min(most, left)))
    const section = sections.find((one) => one.name === name)
    const text = section?.render({ ...input, map: map && { ...map, tokens } }, tokens) ?? ''
    const used = estimateTokens(text)
    if (text === '' || used > left) return
    left -= used
    const lines = new Set(text.split('\n'))
    const files = (map?.files ?? []).map(({ path }) => path).filter((path) => lines.has(path))
    parts.push({ name, tokens: used, files, text })
  }
  for (const { name } of sections) if (name !== 'map') add(name, budgetTokens * OTHERS_SHARE)
  add('map', left)
  return parts
}
