import { renamesIn } from '#planner'
import { askedIn } from '../step/asked.js'
import type { StepScope } from '../step/frame.js'

/** Renames of one task that are looked for, and a search that takes longer is left out. */
const MOST_RENAMES = 4
const LONGEST_MS = 5_000

/** Finds the files that still have a name which the task wants to be replaced, before an end is judged. */
export async function findLeftOver({ frame, deps, signal }: StepScope): Promise<void> {
  const renames = renamesIn(askedIn(frame, deps)).slice(0, MOST_RENAMES)
  if (renames.length === 0 || !deps.parts.guards.some(({ name }) => name === 'left_over')) return
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  const left = new Map<string, string[]>()
  for (const { from, paths } of renames) {
    const found = await deps.workspace.grep({ pattern: `\\b${escapeName(from)}\\b`, signal: limit })
    if (!found.ok) continue
    const files = new Set(found.lines.map(({ path }) => path))
    const wanted = [...files].filter((path) => paths.length === 0 || paths.includes(path)).sort()
    if (wanted.length > 0) left.set(from, wanted)
  }
  frame.left = left
}

function escapeName(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}-]/g, '\\$&')
}
