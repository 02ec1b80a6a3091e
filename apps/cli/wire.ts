import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mode, type Settings, systemClock } from '#core'
import { type Ledger, openLedger } from '#ledger'
import { type Deps, loadParts } from '#supervisor'
import { showControls } from '#terminal'
import { openWorkspace, type SandboxOptions } from '#workspace'
import { openAids, repairOf } from './aids.js'
import { type AuditLog, openAudit } from './audit_log.js'
import { type Endpoint, openEndpoint } from './endpoint.js'
import { ledgerPath } from './ledger_path.js'
import { openMeasured } from './measure_endpoint.js'
import type { Flags } from './options.js'
import { talkIn } from './profile.js'
import { loadProject, loadSettings, workFolder } from './settings_files.js'
import { tellIgnored } from './trust/tell_trust.js'

/** What a command works with before it needs a model. */
export interface Place {
  cwd: string
  settings: Settings
  ledger: Ledger
}

/**
 * Opens the ledger of the folder that the flags name. A look never makes one:
 * where nothing has run yet it says so on standard error and gives null.
 */
export function openPlace(flags: Flags, env: NodeJS.ProcessEnv, readOnly = true): Place | null {
  const cwd = workFolder(flags)
  const settings = loadSettings(flags, cwd, env)
  const path = ledgerPath(settings, cwd)
  if ([path, `${path}-wal`].some((file) => existsSync(file)))
    return { cwd, settings, ledger: openLedger({ path, readOnly }) }
  const text = `Nothing has run in ${cwd} yet: the first task makes its ledger, ${path}`
  process.stderr.write(`${showControls(text)}\n`)
  return null
}

/** The same folder with an empty ledger that is thrown away. */
export function openScratch(flags: Flags, env: NodeJS.ProcessEnv): Place & { dispose(): void } {
  const cwd = workFolder(flags)
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-inspect-'))
  const ledger = openLedger({ path: join(folder, 'ledger.sqlite') })
  const dispose = () => {
    ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { cwd, settings: loadSettings(flags, cwd, env), ledger, dispose }
}

/** Commands get a home of their own beside the ledger: caches live there, and nothing of the person's. */
export function sandboxOf(settings: Settings, ledger: string): SandboxOptions {
  const { sandbox: mode, sandboxNetwork: network } = settings
  return { mode, network, home: join(dirname(ledger), 'home') }
}

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
