import { LIMITS } from '#core'
import type { Guard } from '../guard.js'

/**
 * Edits of one file that fail again and again are guesses (row 54): a failure counts one up, a
 * success one down. It speaks at the limit, and once more when as many failed again.
 */
export const patchSpiral: Guard = {
  name: 'patch_spiral',
  watch({ edits, step }) {
    const last = edits.at(-1)
    if (last === undefined || last.step !== step || last.ok || last.path === null) return null
    const ofFile = edits.filter(({ path }) => path === last.path)
    const failures = ofFile.reduce((count, { ok }) => Math.max(0, count + (ok ? -1 : 1)), 0)
    if (failures === 0 || failures % LIMITS.patchFailures !== 0) return null
    return `${failures} edits of ${last.path} could not be made. Stop patching it from memory: call read_file on it, then copy old_str from what it shows, few lines at a time. If the file is short, write_file it whole.`
  },
}
