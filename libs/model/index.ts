/**
 * Text in, one Reply out: streams chat completions from an OpenAI-compatible endpoint or a recording.
 * Doors: createClient, createScriptModel, createRecorder, parseReply, loadDialects, gatherReply, callFormat, listModels,
 * normaliseBaseUrl; for what a model can do, shippedProfile, measureModel, layerOf and chooseProfile; openSide
 * (side questions), chooseCloud (escalation), createTiered and withFallback (tiers).
 * It never throws for what a model or endpoint does wrong while asked, and knows no files, tools or ledger.
 */
export { createAbsentModel } from './absent.js'
export { normaliseBaseUrl } from './base_url.js'
export { callFormat } from './call_format.js'
export { cleanBlock } from './clean_block.js'
export { type ClientOptions, createClient } from './client.js'
export type { Feature } from './define_feature.js'
export { type Dialect, loadDialects, type SaidCall } from './dialect.js'
export { type Cloud, chooseCloud, type EscalationChoice } from './escalate.js'
export { gatherReply } from './gather.js'
export { serverClockOffset } from './get_text.js'
export { loadFeatures } from './load_features.js'
export { type MeasureOptions, measureModel } from './measure.js'
export { layerOf, type Measured, MeasuredSchema } from './measured.js'
export type { AskRepair } from './mend.js'
export type { MicroAnswer } from './micro.js'
export type { AskOptions, Model, ModelEvent, ModelInfo, SentBody } from './model.js'
export { listModels } from './models_list.js'
export { loadedWindow, ollamaModel } from './ollama_look.js'
export { parseReply } from './parse.js'
export {
  type ChosenProfile,
  chooseProfile,
  type Profile,
  type ProfileLayer,
} from './profile.js'
export { shippedProfile } from './profiles.js'
export { loadProviders, type Provider } from './provider.js'
export { createRecorder } from './record.js'
export { createScriptModel } from './script.js'
export { openSide, type Side, type SideStore, tellMicro } from './side.js'
export { createTiered, type Tier, withFallback } from './tiers.js'
