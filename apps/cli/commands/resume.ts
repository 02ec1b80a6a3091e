import { AircoderError } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { openDesk } from '../desk/open_desk.js'
import type { Flags } from '../flags/flags.js'
import { driveHeadless } from '../run/drive.js'
import { endEarly } from '../run/end_early.js'
import { prepare } from '../run/prepare.js'
import { resumable, runningElsewhere, takeUp } from '../run/take_up.js'
import { closeWired, wire } from '../run/wire.js'

/** `aircoder resume [TASK]`: the newest task that can be resumed, or the one whose id starts with TASK. */
export async function runResume(idPrefix: string | undefined, flags: Flags): Promise<number> {
  const begin = endEarly(flags)
  try {
    const prepared = await prepare(flags, process.env, {
      judge: (ledger) => void unfinished(ledger, idPrefix),
    })
    const desk = openDesk(flags, process.env, true)
    const wired = await wire(prepared, process.env, desk.person)
    try {
      const task = unfinished(wired.ledger, idPrefix)
      takeUp(task, wired)
      return await driveHeadless(task.id, wired, { flags, desk, begin })
    } finally {
      await closeWired(wired)
    }
  } finally {
    begin()
  }
}

/** A named task may also have failed, or may have been denied a permission. */
const RESUMABLE = ['open', 'interrupted', 'limit', 'denied', 'failed', 'stalled'] as const

function unfinished(ledger: Ledger | null, idPrefix: string | undefined): TaskRow {
  const task =
    idPrefix === undefined
      ? ledger && resumable(ledger)
      : ledger?.tasks({ status: RESUMABLE }).find(({ id }) => id.startsWith(idPrefix))
  if (task) return task
  const [running] = ledger === null ? [] : runningElsewhere(ledger)
  if (idPrefix === undefined && running !== undefined)
    throw new AircoderError('SESSION_IN_USE', { id: running.task.sessionId, owner: running.owner })
  throw new AircoderError('NOTHING_TO_RESUME', {
    what: idPrefix === undefined ? 'in this folder' : `like ${idPrefix}`,
  })
}
