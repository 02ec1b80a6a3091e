import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { refusedWrite } from '../../stated/refused_call.js'

/** A write that was refused is named at the end, also where another file was written after it. */
export const refusedWrites: Law = {
  name: 'refused_writes',
  judge(standing, { summary, isTask }) {
    // Without a change, the laws of claims and of no change name the refusal.
    if (!isTask || changedPaths(standing).length === 0) return null
    const found = refusedWrite(standing, summary)
    if (found === null) return null
    const { path, refused, isClaimed } = found
    return {
      message: `not done: ${path} was not written, because the call was refused (${refused}). It will be refused again. Say that ${path} is as it was, and name the missing permission.`,
      reason: `${path} was not written: the call was refused (${refused})`,
      refuse: isClaimed ? 1 : 0,
      denied: refused,
    }
  },
}
