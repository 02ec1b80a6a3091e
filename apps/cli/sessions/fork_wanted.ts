import type { Ledger } from '#ledger'
import type { Flags } from '../flags/flags.js'
import { wantedSession } from '../run/wanted_session.js'

/**
 * `--fork-session`: copies the session that `-c` or `-r` names, and continues the copy. The original may be in use.
 * @returns the flags with the copy in its place, and a line for the person
 * @throws AircoderError as Ledger.session; NOTHING_TO_FORK
 */
export async function forkWanted(
  ledger: Ledger,
  flags: Flags,
): Promise<{ flags: Flags; says: string[] }> {
  if (flags.forkSession !== true) return { flags, says: [] }
  const from = wantedSession(ledger, flags)
  if (from === undefined) return { flags, says: [] }
  // A session shows its prompt before the loop is loaded.
  const { forkSession } = await import('#supervisor')
  const copy = forkSession(from, { ledger })
  const { continue: _, forkSession: __, ...rest } = flags
  return { flags: { ...rest, resume: copy }, says: [forkLine(copy, from)] }
}

/** What a person reads of a copy. */
export function forkLine(copy: string, from: string): string {
  return `This session is ${copy}, a copy of ${from}. The original stays as it is: aircoder -r ${from}`
}
