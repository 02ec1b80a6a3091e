import { openLedger } from '#ledger'
import { findSandbox, type SandboxOptions } from '#workspace'
import { type AuditLog, openAudit } from '../data/audit_log.js'
import { usableLedgerPath } from '../data/ledger_path.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { openMeasured } from '../endpoint/open_measured.js'
import type { Flags } from '../flags/flags.js'
import { createSearchLine } from '../output/search_line.js'
import { canReplaceLines } from '../output/start_live.js'
import { loadProject, workFolder } from '../settings/load_project.js'
import { refuseRules } from '../settings/refuse_rules.js'
import { describeIgnored } from '../trust/describe_trust.js'
import { type Place, sandboxOf } from './place.js'

/** Everything that is opened before a session shows its prompt, and every error that comes before it. */
export interface Prepared extends Place {
  /** `session`: in front of a person. */
  kind: 'run' | 'session'
  endpoint: Endpoint
  sandbox: SandboxOptions & { found: NonNullable<SandboxOptions['found']> }
  audit: AuditLog
}

/** Reads the settings, finds the endpoint and opens the ledger. @param isPerson  somebody can answer questions */
export async function prepare(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  isPerson = false,
): Promise<Prepared> {
  const cwd = workFolder(flags)
  const project = loadProject(flags, cwd, env)
  const { settings } = project
  await refuseRules(project.rules)
  // Printed before the endpoint is searched: the search may fail because settings were ignored.
  const ignored = isPerson ? null : describeIgnored(project)
  if (ignored !== null) process.stderr.write(`${ignored}\n`)
  const path = usableLedgerPath(settings, cwd)
  const options = sandboxOf(settings, path)
  const sandbox = { ...options, found: findSandbox(options.mode, env) }
  const isText = (flags.outputFormat ?? 'text') === 'text'
  const isLive = isText && flags.script === undefined && canReplaceLines(process.stderr, env)
  const endpoint = await openMeasured(settings, () => {
    const line = createSearchLine(process.stderr, settings, isLive)
    return openEndpoint(settings, { ...flags, onWait: line.show }, env).finally(line.end)
  })
  const ledger = openLedger({ path })
  const kind = isPerson ? 'session' : 'run'
  return { cwd, settings, kind, ledger, endpoint, sandbox, audit: openAudit(ledger) }
}
