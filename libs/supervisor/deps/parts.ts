import { loadSections } from '#context'
import { loadPrograms } from '#gate'
import { loadGuards } from '#planner'
import type { Parts } from './deps.js'

/**
 * Loads every guard, every prompt section and every program that the gate can read.
 * @param ablate  names of guards and sections that are left out, for measurements
 */
export async function loadParts(ablate: readonly string[] = []): Promise<Parts> {
  const [guards, sections, programs] = await Promise.all([
    loadGuards(),
    loadSections(),
    loadPrograms(),
  ])
  const isOn = ({ name }: { name: string }) => !ablate.includes(name)
  return { guards: guards.filter(isOn), sections: sections.filter(isOn), programs }
}
