/**
 * The proxy: one box's engine shared by bearer token, through a bounded queue, with streams that tell how they ended.
 * Doors: resolve the settings, createRelay, listen, stop.
 * It never holds a prompt longer than its request, never sends a client's header on, and never fetches what a client names.
 */
export { endOnSignals } from './end_on_signals.js'
export { readEngineFault } from './engine_fault.js'
export { findRunners, type Runner, readOllamaEnvironment } from './engines/ollama/processes.js'
export { whyNoJson } from './json_fault.js'
export { loadEngines } from './load_engines.js'
export { createLog } from './log.js'
export { honest } from './ollama/request.js'
export { addToken, isLive } from './people/edit_tokens.js'
export {
  LimitsSchema,
  NameSchema,
  type StoredToken,
  type TokenTerms,
  TokenTermsSchema,
} from './people/entry.js'
export { matchesAny } from './people/patterns.js'
export { makeToken } from './people/token.js'
export { openTokenFile } from './people/token_file.js'
export { openTokens, type Tokens } from './people/tokens.js'
export { createRelay, type Relay } from './relay.js'
export { reloadOnSignal } from './reload_on_signal.js'
export {
  type ProxyLayer,
  type ProxySettingName,
  type ProxySettings,
  ProxySettingsSchema,
  proxyLayerFromEnvironment,
  readSetting,
  resolveProxySettings,
} from './settings.js'
export { daysBefore } from './usage/day.js'
export { readUsage, type UsageDay } from './usage/read_usage.js'
