import { loadSections } from '#context'
import { loadPrograms } from '#gate'
import { loadGuards } from '#planner'
import type { Parts } from './deps.js'

/** Loads every guard, every prompt section and every program that the gate can read. */
export async function loadParts(): Promise<Parts> {
  const [guards, sections, programs] = await Promise.all([
    loadGuards(),
    loadSections(),
    loadPrograms(),
  ])
  return { guards, sections, programs }
}
