import { LIMITS } from '#core'
import type { Guard } from '../guard.js'

/**
 * Repeated failed edits of one file are guesses (row 54). A failure adds one, a success subtracts one. The
 * correction comes at the limit, and again after the same number of further failures.
 */
export const patchSpiral: Guard = {
  name: 'patch_spiral',
  watch({ edits, step }) {
    const last = edits.at(-1)
    if (last === undefined || last.step !== step || last.ok || last.path === null) return null
    const ofFile = edits.filter(({ path }) => path === last.path)
    const failures = ofFile.reduce((count, { ok }) => Math.max(0, count + (ok ? -1 : 1)), 0)
    if (failures === 0 || failures % LIMITS.patchFailures !== 0) return null
    return `${failures} edits of ${last.path} failed. Stop patching it from memory. Call read_file on it. Then copy old_str from the result, a few lines at a time. If the file is short, write the whole file with write_file.`
  },
}
