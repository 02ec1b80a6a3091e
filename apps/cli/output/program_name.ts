import { basename, relative, resolve } from 'node:path'
import { shellWord } from '#core'

/**
 * How this program was started, for commands that a person can copy.
 * @param place  `here`: in the current folder; `anywhere`: also in another one
 */
export function programName(place: 'here' | 'anywhere' = 'here'): string {
  const script = process.argv[1] ?? 'aircoder'
  if (basename(script) === 'aircoder') return 'aircoder'
  return `node ${shellWord(place === 'here' ? relative('.', script) : resolve(script))}`
}
