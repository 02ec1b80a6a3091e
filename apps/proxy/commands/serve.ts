import { readFileSync } from 'node:fs'
import { AircoderError, systemClock } from '#core'
import {
  createLog,
  createRelay,
  endOnSignals,
  type ProxyLayer,
  type ProxySettingName,
  proxyLayerFromEnvironment,
  readSetting,
  resolveProxySettings,
} from '#relay'

const DEFAULT_FILE = '/etc/aircoder/proxy.json'

/**
 * Serves until a signal comes; says on standard output where, in one line.
 * @param flags  as commander parsed them, by setting name; `config` is the file
 * @throws AircoderError for settings, tokens, recording or port
 */
export async function runServe(
  flags: Record<string, string | true>,
  env: Record<string, string | undefined>,
): Promise<void> {
  const { config, ...named } = flags
  const { values, unknown } = proxyLayerFromEnvironment(env)
  const settings = resolveProxySettings([
    readSettingsFile(typeof config === 'string' ? config : env.AIRCODER_PROXY_CONFIG),
    { source: 'environment', values },
    { source: 'flags', values: valuesOf(named) },
  ])
  const log = createLog(settings.logLevel)
  for (const variable of unknown) log.warn({ variable }, 'no setting has this name')

  const relay = await createRelay({ settings, clock: systemClock, log })
  endOnSignals(relay, settings, log)
  const urls = await relay.listen()
  for (const url of urls)
    process.stdout.write(`aircoder-proxy listening on ${url} (engine ${relay.engine})\n`)
}

function readSettingsFile(path: string | undefined): ProxyLayer {
  const source = path ?? DEFAULT_FILE
  try {
    return { source, values: JSON.parse(readFileSync(source, 'utf8')) }
  } catch (cause) {
    // Only the file that nobody asked for may be missing.
    if (path === undefined && (cause as NodeJS.ErrnoException).code === 'ENOENT')
      return { source, values: {} }
    const reason = (cause as Error).message
    throw new AircoderError('SETTINGS_INVALID', { source, reason }, { cause })
  }
}

function valuesOf(flags: Record<string, string | true>): Record<string, unknown> {
  const entries = Object.entries(flags).map(([name, value]) => [
    name,
    value === true ? true : readSetting(name as ProxySettingName, value),
  ])
  return Object.fromEntries(entries)
}
