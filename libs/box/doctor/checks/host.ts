import { existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { gib } from '../../format/numbers.js'
import { findListeners } from '../../system/listeners.js'
import { UNIT } from '../../system/places.js'
import { type Box, type Finding, findingsOf } from './finding.js'

const GIB = 1_073_741_824
const DISK_FAIL_BYTES = 0.2 * GIB
const DISK_WARN_BYTES = 2 * GIB

/** The unit exists, matches this version and is active. */
export async function checkUnit({ places, run, unit }: Box): Promise<Finding[]> {
  const { ok, warn, skip } = findingsOf('unit')
  if (!existsSync(places.unit)) return [warn(`no ${places.unit}`, 'aircoder-proxy setup')]
  const findings: Finding[] = []
  if (readFileSync(places.unit, 'utf8') !== unit)
    findings.push(
      warn(
        `${places.unit} differs from the unit of this version`,
        'run aircoder-proxy setup; put your own changes into `systemctl edit`',
      ),
    )
  const active = await run('systemctl', ['is-active', UNIT])
  const state = active?.output.trim() ?? ''
  // Where systemd does not run, systemctl answers with a sentence.
  if (!/^[a-z-]+$/.test(state)) findings.push(skip('systemctl does not answer'))
  else if (state !== 'active')
    findings.push(warn(`${UNIT} is ${state}`, `systemctl enable --now ${UNIT}`))
  return findings.length > 0 ? findings : [ok(`${UNIT} is active`)]
}

/** Free space for usage records and logs. */
export function checkDisk({ settings, places }: Box): Finding[] {
  const { ok, warn, fail } = findingsOf('disk')
  const folder = nearest(settings.stateDir ?? places.state)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${gib(free)} GiB free at ${folder}`
  if (free < DISK_FAIL_BYTES)
    return [fail(text, 'free some space, e.g. journalctl --vacuum-size=500M')]
  if (free < DISK_WARN_BYTES)
    return [warn(text, 'free some space, e.g. journalctl --vacuum-size=500M')]
  return [ok(text)]
}

/** Who can reach the proxy, and who the engine without the proxy. */
export function checkAddresses({ settings, proc }: Box): Finding[] {
  const { ok, warn, fail, skip } = findingsOf('addresses')
  const hosts = [settings.host].flat()
  const findings: Finding[] = []
  if (hosts.some((host) => host === '0.0.0.0' || host === '::'))
    findings.push(
      warn(
        'the proxy listens on every address of this box',
        '"host": "127.0.0.1", or the box’s tailnet address (tailscale ip -4)',
      ),
    )
  else findings.push(ok(`the proxy is set to listen on ${hosts.join(', ')}`))
  const port = enginePort(settings.engineUrl)
  if (settings.engine !== 'ollama') return findings
  if (port === null)
    return [...findings, skip('the engine is on another box: check its addresses there')]
  const listeners = findListeners(proc).filter((listener) => listener.port === port)
  if (listeners.length === 0) findings.push(skip(`nothing listens on the engine’s port ${port}`))
  else if (listeners.some(({ everywhere }) => everywhere))
    findings.push(
      fail(
        `the engine’s port ${port} is open to the network, without the proxy and its tokens`,
        'OLLAMA_HOST=127.0.0.1 for `ollama serve`',
      ),
    )
  else findings.push(ok(`the engine’s port ${port} is not open to the network`))
  return findings
}

function enginePort(url: string | undefined): number | null {
  if (url === undefined) return 11_434
  try {
    const { hostname, port, protocol } = new URL(url)
    const here = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    return here ? Number(port || (protocol === 'https:' ? 443 : 80)) : null
  } catch {
    return null
  }
}

/** Only the service may read the settings file: it can hold digests of tokens and the engine's token. */
export function checkSettingsFile({ configFile }: Box): Finding[] {
  const { ok, warn } = findingsOf('settings')
  if (configFile === null)
    return [warn('no settings file; the default settings are used', 'aircoder-proxy setup')]
  const mode = statSync(configFile).mode & 0o777
  if ((mode & 0o077) !== 0)
    return [
      warn(`${configFile} can be read by others (${mode.toString(8)})`, `chmod 600 ${configFile}`),
    ]
  return [ok(configFile)]
}

/** The folder itself, or the first one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearest(dirname(folder))
}
