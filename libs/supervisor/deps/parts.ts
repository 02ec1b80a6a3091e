import { loadSections, type Section } from '#context'
import { loadPrograms, type Programs } from '#gate'
import { type Guard, loadGuards } from '#planner'

/** Declarations that the loop works with. */
interface Parts {
  guards: Guard[]
  sections: Section[]
  programs: Programs
}

/** Loads every guard, every prompt section and every program that the gate can read. */
export async function loadParts(): Promise<Parts> {
  const [guards, sections, programs] = await Promise.all([
    loadGuards(),
    loadSections(),
    loadPrograms(),
  ])
  return { guards, sections, programs }
}
