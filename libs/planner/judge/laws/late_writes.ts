import { changedPaths } from '../facts/changes.js'
import type { Law } from '../facts/types.js'

/** Words of a shell that change files. Output that goes to a log or to nowhere changes no source. */
const WRITES =
  /\b(?:sed|perl|ruby) (?:-\S+ )*-\w*i|(?<![\d&>])>{1,2}(?!&|>|\s*(?:\/dev\/|\/tmp\/|&|\S*\.(?:log|out|pid|txt)\b))|(?<![\w/.-])(?:cp|mv|rm|ln|patch|truncate|dd|tee|install|rsync|unzip|tar)\s|\bgit (?:-\S+ |-C \S+ )*(?:checkout|switch|restore|stash|reset|apply|clean|pull|merge|rebase|revert|cherry-pick|am)\b/

/** A command that still runs in the background and can write changes files after the run that proves them. */
export const lateWrites: Law = {
  name: 'late_writes',
  judge(standing, { isTask }) {
    if (!isTask || changedPaths(standing).length === 0) return null
    const command = (standing.running ?? []).find((one) => WRITES.test(one))
    if (command === undefined) return null
    const reason = `a command that can change files still runs in the background (${command.slice(0, 80)})`
    return {
      message: `not proven: ${reason}. Stop it, or wait for its end. Then run the tests again.`,
      reason,
      refuse: 1,
    }
  },
}
