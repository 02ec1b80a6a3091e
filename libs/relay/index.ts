/**
 * The proxy: one box's engine shared by bearer token, through a bounded queue, with streams that tell how they ended.
 * Doors: resolve the settings, createRelay, listen, stop.
 * It never holds a prompt longer than its request, never sends a client's header on, and never fetches what a client names.
 */
export { endOnSignals } from './end_on_signals.js'
export { whyNoJson } from './json_fault.js'
export { createLog } from './log.js'
export { bake, planBake, proveBaked, spillOf } from './ops/bake.js'
export { CARD_QUERY, readCards, readSize } from './ops/cards.js'
export type { RunProgram } from './ops/check.js'
export { examine, findingText, tally } from './ops/doctor.js'
export { KV_TYPES, type KvType } from './ops/memory_plan.js'
export { adjustModelfile, DEFAULT_MODELFILE, readModelfile } from './ops/modelfile.js'
export { openOllamaApi } from './ops/ollama_api.js'
export { placesUnder } from './ops/places.js'
export { makePlan } from './ops/plan.js'
export { thousands } from './ops/plan_picture.js'
export { setUp } from './ops/setup/setup.js'
export type { StepReport } from './ops/setup/step.js'
export { unitText } from './ops/unit.js'
export {
  LimitsSchema,
  NameSchema,
  type StoredToken,
  type TokenTerms,
  TokenTermsSchema,
} from './people/entry.js'
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
