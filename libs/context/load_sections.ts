import { discover } from '#core'
import type { Section } from './input/section.js'

/** All sections, in their order. */
export async function loadSections(): Promise<Section[]> {
  const sections = await discover<Section>(new URL('./sections/', import.meta.url))
  return sections.sort((a, b) => a.order - b.order)
}
