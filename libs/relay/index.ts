/**
 * The proxy: one box's engine shared by bearer token, through a bounded queue, with streams that tell how they ended.
 * Doors: resolve the settings, createRelay, listen, stop.
 * It never holds a prompt longer than its request, never sends a client's header on, and never fetches what a client names.
 */

export {
  DetailedShowSchema,
  fullModelName,
  RunningSchema,
  readParameters,
  TagsSchema,
  VersionSchema,
} from './engines/ollama/models/api_schema.js'
export {
  findRunners,
  type Runner,
  readOllamaEnvironment,
} from './engines/ollama/models/processes.js'
export { untruncated } from './engines/ollama/request.js'
export { findEngine, loadEngines } from './load_engines.js'
export { createLog } from './log/log.js'
export { addToken, isLive } from './people/edit_tokens.js'
export { makeToken } from './people/token.js'
export { openTokenFile } from './people/token_file.js'
export { openTokens, type Tokens } from './people/tokens.js'
export { createRelay, type Relay } from './relay.js'
export { endOnSignals } from './server/end_on_signals.js'
export { reloadOnSignal } from './server/reload_on_signal.js'
export { describeIssues } from './settings/describe_issues.js'
export { describeJsonError } from './settings/json_error.js'
export { matchesModel } from './settings/patterns.js'
export {
  LimitsSchema,
  NameSchema,
  type StoredToken,
  type TokenTerms,
  TokenTermsSchema,
} from './settings/person_terms.js'
export {
  type ProxyLayer,
  type ProxySettingName,
  type ProxySettings,
  ProxySettingsSchema,
  proxyLayerFromEnvironment,
  readSetting,
  resolveProxySettings,
  type UnknownVariable,
} from './settings/settings.js'
export { readEngineError } from './upstream/engine_errors.js'
export { daysBefore } from './usage/day.js'
export { readUsage, type UsageDay } from './usage/read_usage.js'
