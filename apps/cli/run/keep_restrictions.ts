import { usableLedgerPath } from '../data/ledger_path.js'
import type { Flags } from '../flags/flags.js'
import { loadSettings } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'
import { asBefore } from './given_flags.js'
import { readLedger } from './prepare.js'
import { wantedSession } from './wanted_session.js'

/**
 * The flags of a message that continues a session: what its newest task was forbidden stays forbidden. What widens is
 * not kept; a person in front of a session, whose bar has the mode, gets `acceptEdits` back and is reminded of `yolo`.
 * @returns `says`: a line for the person, or none
 */
export function keepRestrictions(
  flags: Flags,
  { isPerson = false }: { isPerson?: boolean } = {},
): { flags: Flags; says: string[] } {
  if (!flags.continue && flags.resume === undefined) return { flags, says: [] }
  const env = process.env
  const cwd = workFolder(flags)
  const given = readLedger(usableLedgerPath(loadSettings(flags, cwd, env), cwd), (ledger) => {
    const sessionId = ledger === null ? undefined : wantedSession(ledger, flags)
    if (ledger === null || sessionId === undefined) return null
    const [newest] = ledger.tasks({ sessionId })
    return newest === undefined ? ledger.session(sessionId).given : newest.given
  })
  if (given == null || typeof given !== 'object' || Array.isArray(given)) return { flags, says: [] }
  const { deny, permissionMode, capabilities } = given
  const kept = {
    ...(deny === undefined ? {} : { deny }),
    ...(permissionMode !== undefined && (isPerson || permissionMode === 'plan')
      ? { permissionMode }
      : {}),
    ...(capabilities === 'read' ? { capabilities } : {}),
  }
  return asBefore(kept, flags, { env, of: 'this session' })
}
