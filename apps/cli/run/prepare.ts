import { existsSync } from 'node:fs'
import { AircoderError } from '#core'
import type { OwnTest } from '#gate'
import { type Ledger, openLedger } from '#ledger'
import type { AnswerForm } from '#supervisor'
import type { Say } from '#terminal'
import { findSandbox, type SandboxOptions } from '#workspace'
import { type AuditLog, openAudit } from '../data/audit_log.js'
import { usableLedgerPath } from '../data/ledger_path.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { openMeasured } from '../endpoint/open_measured.js'
import type { Flags } from '../flags/flags.js'
import { sayFor } from '../language/say_for.js'
import { printLines } from '../output/in_rows.js'
import { createSearchLine } from '../output/live/search_line.js'
import { canReplaceLines } from '../output/live/start_live.js'
import { loadProject } from '../settings/load_project.js'
import { ownTestOf } from '../settings/own_test.js'
import { refuseRules } from '../settings/refuse_rules.js'
import { workFolder } from '../settings/work_folder.js'
import { type Trusts, trustsOf } from '../skills/open_guides.js'
import { describeIgnored } from '../trust/describe_trust.js'
import { type Place, sandboxOf } from './place.js'
import { withinTime } from './stop/wall_time.js'

/** Everything that is opened before a session shows its prompt, and every error that comes before it. */
export interface Prepared extends Place {
  /** `session`: in front of a person. */
  kind: 'run' | 'session'
  endpoint: Endpoint
  /** The texts of the interface. */
  say: Say
  sandbox: SandboxOptions & { found: NonNullable<SandboxOptions['found']> }
  audit: AuditLog
  /** Whether bytes that the folder ships may be used. */
  trusts: Trusts
  /** The test command that runs without a question. */
  ownTest: OwnTest | undefined
  /** The form that the answer must have; any when absent. */
  answer?: AnswerForm | undefined
  /** What the person wrote of a message. Without it, one that has several lines may be a paste. */
  ownWords?: (message: string) => string
}

interface Ready {
  /** Somebody can answer questions. */
  isPerson?: boolean
  /** Judges words that name rows; null: there is no ledger yet. It throws for a bad one. */
  judge?: (ledger: Ledger | null) => void
}

/** Reads the settings, judges the words, finds the endpoint and opens the ledger. */
export async function prepare(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  { isPerson = false, judge }: Ready = {},
): Promise<Prepared> {
  const cwd = workFolder(flags)
  const project = loadProject(flags, cwd, env)
  const settings = withinTime(project.settings, flags)
  await refuseRules(project.rules)
  const say = await sayFor(settings)
  // Printed before the endpoint is searched: the search may fail because settings were ignored.
  const ignored = isPerson ? null : describeIgnored(project)
  if (ignored !== null) printLines(say.lines(ignored), process.stderr)
  const path = usableLedgerPath(settings, cwd)
  if (judge !== undefined) readLedger(path, judge)
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
  return {
    cwd,
    settings,
    say,
    kind,
    ledger,
    endpoint,
    sandbox,
    audit: openAudit(ledger),
    trusts: trustsOf(project),
    ownTest: ownTestOf(project),
  }
}

/**
 * Reads the ledger before the endpoint is searched, which may take minutes. No file is created.
 * @param read  gets null where there is no ledger yet
 * @returns what was read; undefined: an older version wrote the file. The run updates it, and reads it again.
 */
export function readLedger<T>(path: string, read: (ledger: Ledger | null) => T): T | undefined {
  if (![path, `${path}-wal`].some((file) => existsSync(file))) return read(null)
  const ledger = openUpdated(path)
  if (ledger === null) return undefined
  try {
    return read(ledger)
  } finally {
    ledger.close()
  }
}

/** @returns null: an older version wrote it, and only a writer may update it */
function openUpdated(path: string): Ledger | null {
  try {
    return openLedger({ path, readOnly: true })
  } catch (error) {
    if (error instanceof AircoderError && error.code === 'LEDGER_OLDER') return null
    throw error
  }
}
