import { isInsideCommand } from '#workspace'

/** What `aircoder WHAT` says within a command of an agent; its exit code is 3. */
export const NOT_THE_PERSON = 3

/**
 * Whether the person runs this: what later tasks get, and which folder is trusted, is the person's word alone. The
 * sandbox keeps the settings and data folders from a command; this holds where there is none.
 */
export function speaksForPerson(what: string): boolean {
  if (!isInsideCommand(process.env, process.ppid)) return true
  process.stderr.write(
    `Nothing was changed: \`aircoder ${what}\` runs inside a command of an agent, and only the person changes that. Use /memory in the session, or a terminal of your own.\n`,
  )
  return false
}
