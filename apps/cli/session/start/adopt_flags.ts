import type { TaskRow } from '#ledger'
import { usableLedgerPath } from '../../data/ledger_path.js'
import { openEndpoint } from '../../endpoint/open_endpoint.js'
import type { Flags } from '../../flags/flags.js'
import { asBefore, modelOf } from '../../run/given_flags.js'
import { type Prepared, readLedger } from '../../run/prepare.js'
import { unfinishedTask } from '../../run/take_up.js'
import { wantedSession } from '../../run/wanted_session.js'
import { loadProject, loadSettings } from '../../settings/load_project.js'
import { refuseRules } from '../../settings/refuse_rules.js'
import { workFolder } from '../../settings/work_folder.js'

/** A session that takes up a task: with the flags that the task ran with, as `resume` uses them. */
interface Adopted {
  prepared: Prepared
  flags: Flags
  /** Lines for the person. */
  says: string[]
}

/**
 * Uses what an unfinished task ran with (docs/design/commands.md): its mode, capabilities, allow and deny rules, rollback
 * and model, where this call gives none.
 * @throws AircoderError MODEL_MISSING when the endpoint lost the model; else as prepare
 */
export async function adoptFlags(
  task: TaskRow,
  given: Flags,
  prepared: Prepared,
): Promise<Adopted> {
  const env = process.env
  const model = modelOf(task, prepared.ledger)
  const { flags, says } = asBefore(task.given, given, {
    env,
    model,
    shown: prepared.endpoint.name,
  })
  const { settings, rules } = loadProject(flags, prepared.cwd, env)
  await refuseRules(rules)
  const isSame = flags.model === undefined || flags.model === prepared.endpoint.name
  const endpoint = isSame ? prepared.endpoint : await openEndpoint(settings, flags, env)
  return { prepared: { ...prepared, settings, endpoint }, flags, says }
}

/** The flags with the model of the task that `-c` or `-r` takes up: no other one is opened, or measured, before. */
export function withItsModel(flags: Flags): Flags {
  if (!flags.continue && flags.resume === undefined) return flags
  const cwd = workFolder(flags)
  const path = usableLedgerPath(loadSettings(flags, cwd, process.env), cwd)
  const model = readLedger(path, (ledger) => {
    const session = ledger === null ? undefined : wantedSession(ledger, flags)
    const task = session === undefined ? undefined : ledger && unfinishedTask(ledger, session)
    return ledger === null || task == null ? undefined : modelOf(task, ledger)
  })
  return asBefore(null, flags, { env: process.env, model }).flags
}
