/**
 * The proxy: one box's engine shared by bearer token, through a bounded queue, with streams that tell how they ended.
 * Doors: resolve the settings, createRelay, listen, stop.
 * It never holds a prompt longer than its request, never sends a client's header on, and never fetches what a client names.
 */
export { endOnSignals } from './end_on_signals.js'
export { createLog } from './log.js'
export { createRelay, type Relay } from './relay.js'
export {
  type ProxyLayer,
  type ProxySettingName,
  type ProxySettings,
  ProxySettingsSchema,
  proxyLayerFromEnvironment,
  readSetting,
  resolveProxySettings,
} from './settings.js'
