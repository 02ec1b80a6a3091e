import { AircoderError } from '#core'
import type { Ledger } from '#ledger'
import type { Flags } from '../flags/flags.js'

/** The session that `-c` or `-r` names; undefined: a new one. @throws AircoderError as Ledger.session */
export function wantedSession(ledger: Ledger, flags: Flags): string | undefined {
  if (typeof flags.resume === 'string') return ledger.session(flags.resume).id
  return flags.continue || flags.resume !== undefined ? ledger.sessions(1)[0]?.id : undefined
}

/** Refuses a session that does not exist. @param ledger  null: there is none yet. @throws AircoderError */
export function judgeSession({ resume }: Flags): (ledger: Ledger | null) => void {
  return (ledger) => {
    if (typeof resume !== 'string') return
    if (ledger === null) throw new AircoderError('NO_SUCH_SESSION', { id: resume })
    ledger.session(resume)
  }
}
