import { LIMITS } from '#core'
import type { Guard } from '../guard.js'
import { isSpiral, spiralOf } from '../spiral.js'

/**
 * Repeated failed edits of one file are guesses (row 54). The correction comes when a limit is reached, and again
 * after as many further failures. Until the file was read again, patches of it are refused (libs/tools/edit/guards/guards.ts).
 */
export const patchSpiral: Guard = {
  name: 'patch_spiral',
  cap: 20,
  watch({ edits, step }) {
    const last = edits.at(-1)
    if (last === undefined || last.step !== step || last.ok || last.path === null) return null
    const spiral = spiralOf(edits, last.path)
    if (!isSpiral(spiral)) return null
    const isReached = !isSpiral(spiralOf(edits.slice(0, -1), last.path))
    if (!isReached && spiral.failures % LIMITS.patchFailures !== 0) return null
    const { failures, attempts } = spiral
    const what =
      failures >= LIMITS.patchFailures
        ? `${failures} edits of ${last.path} failed.`
        : `${attempts} edits of ${last.path} were tried, and ${last.path} is still not as you want it.`
    return `${what} Stop patching it from memory. Call read_file on it. Then copy old_str from the result, a few lines at a time. If the file is short, write the whole file with write_file.`
  },
}
