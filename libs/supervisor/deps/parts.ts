import { loadSections } from '#context'
import { loadGuards } from '#planner'
import type { Parts } from './deps.js'

/** Loads every guard and every prompt section. */
export async function loadParts(): Promise<Parts> {
  const [guards, sections] = await Promise.all([loadGuards(), loadSections()])
  return { guards, sections }
}
