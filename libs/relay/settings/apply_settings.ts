import type { ProxySettingName, ProxySettings } from './settings.js'

/**
 * Settings that are read anew at each use and so may change while the proxy runs. The rest is built once:
 * addresses, engine, slots, state folder, size of bodies.
 */
const RELOADABLE: readonly ProxySettingName[] = [
  'models',
  'tokens',
  'hosts',
  'metricsFrom',
  'tailscaleUsers',
  'tailscaleBearer',
  'failedAuthPerMinute',
  'connectionsPerAddress',
  'calibrate',
  'slotFloor',
  'userSlots',
  'userQueued',
  'queueRequests',
  'queueBytes',
  'queueMs',
  'firstTokenMs',
  'coldTokenMs',
  'idleMs',
  'slowReaderMs',
  'openMs',
  'heartbeatMs',
  'drainMs',
  'imageLongSide',
  'imageTile',
  'imagesKept',
  'imageBytes',
  'imagePixels',
  'keepAlive',
  'logLevel',
]

export interface Reloaded {
  changed: ProxySettingName[]
  /** Changed in the file, but taken only by a new start. */
  needRestart: ProxySettingName[]
}

/** Takes what can be taken of new settings into those that are in use, and tells what changed. */
export function applySettings(live: ProxySettings, fresh: Readonly<ProxySettings>): Reloaded {
  const names = Object.keys({ ...live, ...fresh }) as ProxySettingName[]
  const different = names.filter(
    (name) => JSON.stringify(live[name]) !== JSON.stringify(fresh[name]),
  )
  const changed = different.filter((name) => RELOADABLE.includes(name))
  for (const name of changed) Object.assign(live, { [name]: fresh[name] })
  return { changed, needRestart: different.filter((name) => !RELOADABLE.includes(name)) }
}
