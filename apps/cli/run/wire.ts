import { dirname, join } from 'node:path'
import { type Mode, systemClock } from '#core'
import { openLedger } from '#ledger'
import { type Deps, loadParts, type Person } from '#supervisor'
import { openWorkspace } from '#workspace'
import { type AuditLog, openAudit } from '../data/audit_log.js'
import { ledgerPath } from '../data/ledger_path.js'
import { openAids, repairOf } from '../endpoint/aids.js'
import { openMeasured } from '../endpoint/measure_endpoint.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { talkIn } from '../endpoint/profile.js'
import type { Flags } from '../flags/flags.js'
import { loadProject, workFolder } from '../settings/load_project.js'
import { describeIgnored } from '../trust/describe_trust.js'
import { type Place, sandboxOf } from './place.js'

/** Everything that the loop needs; the mode may be changed while it runs. */
export interface Wired extends Place {
  endpoint: Endpoint
  deps: Deps
  audit: AuditLog
  setMode(mode: Mode): void
}

/** Builds the dependencies of the loop, once. */
export async function wire(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  person: Person = {},
): Promise<Wired> {
  const cwd = workFolder(flags)
  const project = loadProject(flags, cwd, env)
  const { settings } = project
  // Printed before the endpoint is searched: the search may fail because settings were ignored.
  const ignored = person.ask === undefined ? describeIgnored(project) : null
  if (ignored !== null) process.stderr.write(`${ignored}\n`)
  const { repair, connect } = repairOf(settings)
  const endpoint = await openMeasured(settings, () => openEndpoint(settings, flags, env, repair))
  const path = ledgerPath(settings, cwd)
  const sandbox = sandboxOf(settings, path)
  const workspace = openWorkspace({ root: cwd, deny: settings.deny, env, sandbox })
  const ledger = openLedger({ path })
  let mode = settings.permissionMode
  const { model, ...help } = await openAids(settings, endpoint, ledger, env)
  connect(help.side)
  const { windowTokens, servedWindow, vision } = endpoint
  const talk = await talkIn(endpoint.profile, windowTokens)
  const deps: Deps = {
    ledger,
    model,
    workspace,
    registry: talk.registry,
    clock: systemClock,
    parts: await loadParts(),
    endpoint: { windowTokens, servedWindow, vision, textTools: talk.textTools },
    sampling: { ...talk.sampling, constrained: settings.constrained },
    gate: {
      mode: () => mode,
      allow: settings.allow,
      safeCommands: settings.safeCommands,
      web: { allowPrivate: settings.webAllowPrivate, searchUrl: settings.searchUrl },
    },
    checks: {
      testCommand: settings.testCommand,
      lintCommand: settings.lintCommand,
      autoCheck: settings.autoCheck,
      readBeforeEdit: settings.readBeforeEdit,
    },
    undo: {
      snapshots: workspace.openSnapshots(join(dirname(ledger.path), 'snapshots')),
      rollback: settings.rollback,
    },
    help,
    person,
    maxSteps: settings.maxSteps,
  }
  const setMode = (next: Mode) => {
    mode = next
  }
  return { cwd, settings, ledger, endpoint, deps, audit: openAudit(ledger), setMode }
}
