import { AircoderError } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import type { Flags } from '../flags/flags.js'
import { driveHeadless } from '../run/drive.js'
import { prepare } from '../run/prepare.js'
import { wire } from '../run/wire.js'

/** `aircoder resume [TASK]`: the newest task that can be resumed, or the one whose id starts with TASK. */
export async function runResume(idPrefix: string | undefined, flags: Flags): Promise<number> {
  const wired = await wire(await prepare(flags, process.env), process.env)
  const { ledger, endpoint, deps } = wired
  try {
    const task = unfinished(ledger, idPrefix)
    if (task.status !== 'open') ledger.reopen(task.id)
    const known = ledger.view(task.id).session.windowTokens ?? endpoint.windowTokens
    ledger.updateSession(task.sessionId, {
      model: endpoint.name,
      mode: deps.gate.mode(),
      // The endpoint would refuse again what it refused before.
      windowTokens: endpoint.isWindowKnown ? Math.min(known, endpoint.windowTokens) : known,
    })
    return await driveHeadless(task.id, wired, flags)
  } finally {
    ledger.close()
  }
}

const RESUMABLE = ['open', 'interrupted', 'limit', 'denied', 'failed', 'stalled'] as const

function unfinished(ledger: Ledger, idPrefix: string | undefined): TaskRow {
  const tasks = ledger.tasks({ status: idPrefix === undefined ? RESUMABLE.slice(0, 3) : RESUMABLE })
  const task = tasks.find(({ id }) => idPrefix === undefined || id.startsWith(idPrefix))
  if (task !== undefined) return task
  throw new AircoderError('NOTHING_TO_RESUME', {
    what: idPrefix === undefined ? 'in this folder' : `like ${idPrefix}`,
  })
}
