import { AircoderError } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import { formOf, withSchema } from '../answer_form/form_of.js'
import { usableLedgerPath } from '../data/ledger_path.js'
import { holdForDesk, openDesk } from '../desk/open_desk.js'
import type { Flags } from '../flags/flags.js'
import { printLines } from '../output/in_rows.js'
import { taskTitle } from '../output/task_title.js'
import { driveHeadless, onlyTask } from '../run/drive.js'
import { asBefore, modelOf } from '../run/given_flags.js'
import { prepare, readLedger } from '../run/prepare.js'
import { endEarly } from '../run/stop/end_early.js'
import { resumableTasks, runningElsewhere, stoppedTasks, takeUp } from '../run/take_up.js'
import { closeWired, wire } from '../run/wire.js'
import { loadSettings } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

/** `aircoder resume [TASK|SESSION]`: the newest task that can be resumed, of all or of a session, or a named one. */
export async function runResume(what: string | undefined, given: Flags): Promise<number> {
  const begin = endEarly(given)
  const held = holdForDesk(given, true)
  try {
    const stored = storedTask(what, given)
    const { task: before, model } = stored ?? {}
    const own = withSchema(given)
    const { flags, says } = asBefore(before?.given ?? null, own, { env: process.env, model })
    for (const line of says) printLines(line, process.stderr)
    const form = formOf(flags)
    const prepared = { ...(await prepare(flags, process.env)), answer: form }
    const desk = openDesk(flags, process.env, {
      mayAsk: true,
      settings: prepared.settings,
      say: prepared.say,
      ledger: prepared.ledger,
      held,
    })
    const wired = await wire(prepared, process.env, desk.person)
    try {
      const task = wanted(wired.ledger, before?.id ?? what)
      takeUp(task, wired, flags)
      if ((flags.outputFormat ?? 'text') === 'text') name(task)
      if (what === undefined) nameOther(task, wired.ledger)
      return await driveHeadless(onlyTask(task.id), wired, { flags, desk, form, begin })
    } finally {
      await closeWired(wired)
    }
  } finally {
    held.release()
    begin()
  }
}

/** The task and its model as their rows were before this run: they decide the flags. undefined: an older version wrote the ledger. */
function storedTask(
  what: string | undefined,
  flags: Flags,
): { task: TaskRow; model: string | undefined } | undefined {
  const cwd = workFolder(flags)
  const path = usableLedgerPath(loadSettings(flags, cwd, process.env), cwd)
  return readLedger(path, (ledger) => {
    const task = wanted(ledger, what)
    return { task, model: ledger === null ? undefined : modelOf(task, ledger) }
  })
}

/** Said before the model is asked: the newest task may not be the one that the person thinks of. */
function name({ id, text }: TaskRow): void {
  printLines(`resuming ${id}: ${taskTitle(text)}`, process.stderr)
}

/** A task that was stopped in the middle is not forgotten because a later one is resumed first. */
function nameOther({ id }: TaskRow, ledger: Ledger): void {
  const other = stoppedTasks(ledger).find((task) => task.id !== id)
  if (other === undefined) return
  const line = `not finished either: "${taskTitle(other.text)}"; \`aircoder resume ${other.id}\` continues it`
  printLines(line, process.stderr)
}

/** @throws AircoderError NOTHING_TO_RESUME, SESSION_IN_USE, NO_SUCH_SESSION */
function wanted(ledger: Ledger | null, what: string | undefined): TaskRow {
  if (what === undefined) return newest(ledger)
  const isSession = what.startsWith('s_')
  if (ledger === null) throw nothing(`like ${what}`)
  if (isSession) return newest(ledger, ledger.session(what).id)
  const named = ledger.tasks().filter(({ id }) => id.startsWith(what))
  const task = named.find(({ status, isRewound }) => status !== 'resolved' && !isRewound)
  if (task !== undefined) return task
  const [done] = named
  if (done === undefined) throw nothing(`like ${what}`)
  const why = done.isRewound ? 'was taken out of its conversation by a rewind' : 'is done'
  throw nothing(`like ${what}: ${done.id} ${why}`)
}

function newest(ledger: Ledger | null, sessionId?: string): TaskRow {
  const [task] = ledger === null ? [] : resumableTasks(ledger, sessionId)
  if (task !== undefined) return task
  const running = ledger === null ? [] : runningElsewhere(ledger)
  const mine = running.find(({ task }) => sessionId === undefined || task.sessionId === sessionId)
  if (mine !== undefined)
    throw new AircoderError('SESSION_IN_USE', { id: mine.task.sessionId, owner: mine.owner })
  throw nothing(sessionId === undefined ? 'in this folder' : `in the session ${sessionId}`)
}

function nothing(what: string): AircoderError {
  return new AircoderError('NOTHING_TO_RESUME', { what })
}
