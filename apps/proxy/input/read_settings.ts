import { readFileSync } from 'node:fs'
import { AircoderError, describeSystemError, whyUnusable } from '#core'
import {
  describeJsonError,
  type ProxyLayer,
  type ProxySettingName,
  type ProxySettings,
  proxyLayerFromEnvironment,
  readSetting,
  resolveProxySettings,
  type UnknownVariable,
} from '#relay'
import { findStateDir } from './state_dir.js'

const DEFAULT_FILE = '/etc/aircoder/proxy.json'

export type Environment = Record<string, string | undefined>
/** As commander parsed them, by setting name; `config` is the file. */
export type Flags = Record<string, string | true | undefined>

export interface ReadSettings {
  settings: Readonly<ProxySettings> & { stateDir: string }
  /** Variables with the prefix that are no setting. */
  unknown: UnknownVariable[]
  /** The state folder is in the settings; false: it is the usual one. */
  isNamed: boolean
}

/**
 * Reads the settings of this machine's proxy: file, then environment, then flags; the state folder is named.
 * @throws AircoderError SETTINGS_INVALID naming source and path of each error
 */
export function readSettings({ config, ...named }: Flags, env: Environment): ReadSettings {
  const { values, unknown } = proxyLayerFromEnvironment(env)
  const settings = resolveProxySettings([
    readSettingsFile(typeof config === 'string' ? config : env.AIRCODER_PROXY_CONFIG),
    { source: 'environment', values },
    { source: 'flags', values: valuesOf(named) },
  ])
  const stateDir = findStateDir(settings.stateDir, env)
  const isNamed = settings.stateDir !== undefined
  return { settings: Object.freeze({ ...settings, stateDir }), unknown, isNamed }
}

/**
 * The same, for a command that writes into the state folder: a folder that was named, and that cannot be created, is
 * refused before anything is started.
 * @throws AircoderError SETTINGS_INVALID, OPTION_INVALID
 */
export function readWritableSettings(flags: Flags, env: Environment): ReadSettings {
  const read = readSettings(flags, env)
  const { stateDir } = read.settings
  const why = read.isNamed ? whyUnusable(stateDir) : null
  if (why === null) return read
  const reason = `it cannot hold the state: ${why}`
  const form = 'The form is: --state-dir /var/lib/aircoder-proxy'
  throw flags.stateDir === undefined
    ? new AircoderError('SETTINGS_INVALID', { source: stateDir, reason: `stateDir: ${reason}` })
    : new AircoderError('OPTION_INVALID', { option: `--state-dir ${stateDir}`, reason, form })
}

function readSettingsFile(path: string | undefined): ProxyLayer {
  const source = path ?? DEFAULT_FILE
  let text: string
  try {
    text = readFileSync(source, 'utf8')
  } catch (cause) {
    // Only the default file may be missing.
    if (path === undefined && (cause as NodeJS.ErrnoException).code === 'ENOENT')
      return { source, values: {} }
    const reason = describeSystemError(cause)
    throw new AircoderError('SETTINGS_INVALID', { source, reason }, { cause })
  }
  try {
    return { source, values: JSON.parse(text) }
  } catch {
    throw new AircoderError('SETTINGS_INVALID', { source, reason: describeJsonError(text) })
  }
}

/** @throws AircoderError OPTION_INVALID naming the first flag whose value is refused */
function valuesOf(flags: Flags): Record<string, unknown> {
  const entries = Object.entries(flags).map(([name, value]) => [
    name,
    typeof value === 'string' ? readSetting(name as ProxySettingName, value) : value,
  ])
  for (const [name, value] of entries) refuseFlag(String(name), value)
  return Object.fromEntries(entries)
}

function refuseFlag(name: string, value: unknown): void {
  try {
    resolveProxySettings([{ source: 'flags', values: { [name]: value } }])
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    const usual = (resolveProxySettings([]) as Record<string, unknown>)[name]
    throw new AircoderError('OPTION_INVALID', {
      option: `${flag} ${value}`,
      reason: String(error.facts.reason).replace(`${name}: `, ''),
      form: usual === undefined ? `Correct or remove ${flag}.` : `The form is: ${flag} ${usual}`,
    })
  }
}
