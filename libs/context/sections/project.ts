import type { Section } from '../input/section.js'
import { fitLines } from '../text/fit.js'

const MOST_ENTRIES = 24

/** The files, the test command and the machine: this saves the first three calls (rows 89, 92, 93). */
export const project: Section = {
  name: 'project',
  order: 12,
  begins: 'Folder: ',
  share: 0.08,
  atStart: true,
  render({ project }, budgetTokens) {
    const { entries, machine, testCommand } = project
    const more = entries.length > MOST_ENTRIES ? ` (+${entries.length - MOST_ENTRIES})` : ''
    const lines = [
      entries.length > 0
        ? `Folder: ${entries.slice(0, MOST_ENTRIES).join(' ')}${more}`
        : 'Folder: empty',
      testCommand === null ? 'Tests: none found' : `Tests: ${testCommand}`,
    ]
    if (machine !== undefined) lines.push(`Machine: ${machine}`)
    return fitLines(lines, budgetTokens)
  },
}
