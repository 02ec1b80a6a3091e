import { dirname, join } from 'node:path'
import { type Mode, systemClock } from '#core'
import { openLedger } from '#ledger'
import { type Deps, loadParts } from '#supervisor'
import { openWorkspace } from '#workspace'
import { type AuditLog, openAudit } from '../data/audit_log.js'
import { ledgerPath } from '../data/ledger_path.js'
import { openAids, repairOf } from '../endpoint/aids.js'
import { openMeasured } from '../endpoint/measure_endpoint.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { talkIn } from '../endpoint/profile.js'
import type { Flags } from '../flags/flags.js'
import { loadProject, workFolder } from '../settings/load_project.js'
import { tellIgnored } from '../trust/describe_trust.js'
import { type Place, sandboxOf } from './place.js'

/** Everything that the loop needs; the mode may be changed while it runs. */
export interface Wired extends Place {
  endpoint: Endpoint
  deps: Deps
  audit: AuditLog
  setMode(mode: Mode): void
}

/** Builds the dependencies once. The only place that knows every room. */
export async function wire(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  more: Pick<Deps, 'ask' | 'takeMessages'> = {},
): Promise<Wired> {
  const cwd = workFolder(flags)
  const project = loadProject(flags, cwd, env)
  const { settings } = project
  // Told before an endpoint is looked for, which may fail for want of what was left out.
  const ignored = more.ask === undefined ? tellIgnored(project) : null
  if (ignored !== null) process.stderr.write(`${ignored}\n`)
  const { repair, connect } = repairOf(settings)
  const endpoint = await openMeasured(settings, () => openEndpoint(settings, flags, env, repair))
  const path = ledgerPath(settings, cwd)
  const sandbox = sandboxOf(settings, path)
  const workspace = openWorkspace({ root: cwd, deny: settings.deny, env, sandbox })
  const ledger = openLedger({ path })
  let mode = settings.permissionMode
  const aids = await openAids(settings, endpoint, ledger, env)
  connect(aids.side)
  const deps: Deps = {
    ledger,
    ...aids,
    workspace,
    ...(await talkIn(endpoint.profile, endpoint.windowTokens)),
    ...(await loadParts()),
    clock: systemClock,
    mode: () => mode,
    allow: settings.allow,
    safeCommands: settings.safeCommands,
    maxSteps: settings.maxSteps,
    windowTokens: endpoint.windowTokens,
    servedWindow: endpoint.servedWindow,
    constrained: settings.constrained,
    testCommand: settings.testCommand,
    vision: endpoint.vision,
    web: { allowPrivate: settings.webAllowPrivate, searchUrl: settings.searchUrl },
    readBeforeEdit: settings.readBeforeEdit,
    autoCheck: settings.autoCheck,
    lintCommand: settings.lintCommand,
    rollback: settings.rollback,
    snapshots: workspace.openSnapshots(join(dirname(ledger.path), 'snapshots')),
    ...more,
  }
  const setMode = (next: Mode) => {
    mode = next
  }
  return { cwd, settings, ledger, endpoint, deps, audit: openAudit(ledger), setMode }
}
