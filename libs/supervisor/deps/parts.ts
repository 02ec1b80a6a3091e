import { loadSections } from '#context'
import { AircoderError } from '#core'
import { loadPrograms } from '#gate'
import { loadGuards } from '#planner'
import type { Parts } from './deps.js'

/** What `ablate` names besides guards and sections (docs/design/guards.md#limits). */
const TECHNIQUES = ['plan', 'retry_temperature', 'cards', 'knowledge', 'recall']

/**
 * Loads every guard, every prompt section and every program that the gate can read.
 * @param without  names of guards and sections that are left out, for measurements
 * @param options.aids  false: the guards that are aids for small models are left out
 * @throws AircoderError SETTINGS_INVALID when no guard and no section has such a name
 */
export async function loadParts(
  without: readonly string[] = [],
  { aids = true }: { aids?: boolean } = {},
): Promise<Parts> {
  const [guards, sections, programs] = await Promise.all([
    loadGuards(),
    loadSections(),
    loadPrograms(),
  ])
  const names = [...[...guards, ...sections].map(({ name }) => name), ...TECHNIQUES]
  const unknown = without.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new AircoderError('SETTINGS_INVALID', {
      source: 'file or environment',
      reason: `ablate: unknown name "${unknown}"; known are ${names.join(', ')}`,
    })
  const kept = ({ name }: { name: string }) => !without.includes(name)
  return {
    guards: guards.filter((guard) => kept(guard) && (aids || guard.aid !== true)),
    sections: sections.filter(kept),
    programs,
  }
}
