import type { ProxySettingName, ProxySettings } from './settings.js'

/**
 * Settings that are read at each use, so that they may change while the proxy runs. All others are used once at
 * the start: addresses, engine, slots, state folder, size of bodies.
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
  'connections',
  'calibrate',
  'slotFloor',
  'reloadBelow',
  'reloadIdleMs',
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
  /** Changed in the file; they take effect at a restart only. */
  needRestart: ProxySettingName[]
}

/** Copies reloadable settings into those in use. @returns the names of the changed settings */
export function applySettings(live: ProxySettings, fresh: Readonly<ProxySettings>): Reloaded {
  const names = Object.keys({ ...live, ...fresh }) as ProxySettingName[]
  const different = names.filter(
    (name) => JSON.stringify(live[name]) !== JSON.stringify(fresh[name]),
  )
  const changed = different.filter((name) => RELOADABLE.includes(name))
  for (const name of changed) Object.assign(live, { [name]: fresh[name] })
  return { changed, needRestart: different.filter((name) => !RELOADABLE.includes(name)) }
}
