import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  AircoderError,
  type LayerSource,
  LIMITS,
  layerFromEnvironment,
  looseningEntries,
  resolveSettings,
  type Settings,
} from '#core'
import { dataFolder } from '../data/ledger_path.js'
import type { Flags } from '../flags/flags.js'
import { userSettingsPath } from '../language/user_settings_path.js'
import type { TrustState } from '../trust/describe_trust.js'
import { surveyProject } from '../trust/survey.js'
import { readTrusted, trustedNotes, trustFilePath } from '../trust/trust_file.js'
import { refuseMisspelled, refuseRelative } from './refuse_entries.js'
import { type RuleLayer, rulesOf } from './refuse_rules.js'

/** The settings of a folder, and whether its own ones apply in full. */
export interface Project extends TrustState {
  settings: Settings
  /** What allows and denies, by layer. */
  rules: RuleLayer[]
  /** What the settings come from, lowest first. `source` is a path, `environment`, `flags` or OWN_FOLDERS. */
  layers: LayerSource[]
}

/** The layer that keeps tools out of our own files. */
export const OWN_FOLDERS = 'our own folders'

/** See loadProject. */
export function loadSettings(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Settings {
  return loadProject(flags, cwd, env).settings
}

/**
 * Settings of all layers: built-in < user < project < environment < flags. A project's apply in full
 * only while the folder is trusted with exactly these bytes (docs/design/permissions.md#trust); otherwise they may only restrict.
 * @param cwd  its real path
 * @throws AircoderError SETTINGS_INVALID naming the file and the entry
 */
export function loadProject(flags: Flags, cwd: string, env: NodeJS.ProcessEnv): Project {
  const userFile = userSettingsPath()
  refuseMisspelled(env)
  const below = [{ source: userFile, values: parse(readText(userFile), userFile), trusted: true }]
  const above = [
    { source: 'environment', values: layerFromEnvironment(env), trusted: true },
    { source: 'flags', values: flagLayer(flags), trusted: true },
  ]
  const survey = surveyProject(cwd)
  const source = join(cwd, '.aircoder', 'config.json')
  const own = survey.texts.get('config.json') ?? null
  // A file that cannot be trusted, such as a link, may still restrict. Only hashed bytes may do more.
  const values =
    own === null && survey.error !== null
      ? parse(readText(source), source, false)
      : parse(own, source)
  const project = { source, values }
  const loosening = looseningEntries(below, project)
  // The project must not choose where trust is stored.
  const trustFile = trustFilePath(resolveSettings([...below, ...above]))
  const { hash } = readTrusted(trustFile)[cwd] ?? {}
  const trusted = survey.hash !== null && hash === survey.hash
  const known = survey.notes.size > 0 ? trustedNotes(trustFile, cwd) : new Set()
  const strange = [...survey.notes].filter(([, note]) => !known.has(note)).map(([path]) => path)
  const layers = [...below, { ...project, trusted }, ...above]
  // No tool may access our own files: ledgers, settings, and the trusted folders.
  const ours = [dirname(userFile), dataFolder(resolveSettings(layers)), dirname(trustFile)]
  const deny = { source: OWN_FOLDERS, values: { deny: ours.map(globFor) }, trusted: true }
  const all = [...layers, deny]
  const settings = resolveSettings(all)
  for (const layer of layers) refuseRelative(layer)
  const trust = { cwd, survey, trustFile, trusted, strange, loosening }
  return { ...trust, settings, rules: rulesOf(layers), layers: all }
}

/** A deny rule for a folder and everything below it, with its name escaped. */
function globFor(folder: string): string {
  return `${folder.replace(/[\\*?[\]{}()!+@|^$]/g, '\\$&')}/**`
}

/** The text of a settings file; null when it is missing. NONBLOCK: opening a pipe would wait. */
function readText(path: string): string | null {
  const refuse = (reason: string, cause?: unknown) =>
    new AircoderError('SETTINGS_INVALID', { source: path, reason }, { cause })
  let handle: number
  try {
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw refuse(message, cause)
  }
  try {
    const stats = fstatSync(handle)
    if (!stats.isFile()) throw refuse('it is not a regular file')
    if (stats.size > LIMITS.settingsBytes) throw refuse(`it is too large (${stats.size} bytes)`)
    return readFileSync(handle, 'utf8')
  } finally {
    closeSync(handle)
  }
}

/** A comment where a value or a name could begin. */
const COMMENT = /(?:^|[{[,:}\]"\d])\s*\/[/*]/m

/**
 * Parses JSON of any shape; the schema checks it later.
 * @param mayQuote  false: a link may lead to a private file, so the error does not quote it
 */
function parse(text: string | null, source: string, mayQuote = true): unknown {
  if (text === null) return {}
  try {
    return JSON.parse(text)
  } catch (cause) {
    const has = COMMENT.test(text) ? 'it has a comment, which JSON does not allow' : null
    const quote = mayQuote ? `: ${(cause as Error).message}` : ''
    const reason = has ?? `it is not valid JSON${quote}`
    throw new AircoderError('SETTINGS_INVALID', { source, reason }, { cause })
  }
}

function flagLayer(flags: Flags): Record<string, unknown> {
  const { model, baseUrl, permissionMode, allow, deny, maxSteps, dataDir } = flags
  const { sandbox, sandboxNetwork, wait, capabilities, assemble, rollback } = flags
  const said = { model, baseUrl, permissionMode, allow, deny, maxSteps, dataDir, wait }
  return { ...said, sandbox, sandboxNetwork, capabilities, assemble, rollback }
}
