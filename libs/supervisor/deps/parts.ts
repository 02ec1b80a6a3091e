import { loadSections, type Section } from '#context'
import { type Guard, loadGuards } from '#planner'

/** The declarations that the loop works with: every guard and every prompt section there is. */
export async function loadParts(): Promise<{ guards: Guard[]; sections: Section[] }> {
  const [guards, sections] = await Promise.all([loadGuards(), loadSections()])
  return { guards, sections }
}
