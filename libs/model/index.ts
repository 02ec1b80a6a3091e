/**
 * Text in, one Reply out: streams chat completions from an OpenAI-compatible endpoint or a recording.
 * Entry points: createClient, createScriptModel, createRecorder, parseReply, loadDialects, joinChunks, callFormat,
 * listModels, normaliseBaseUrl; for profiles shippedProfile, measureModel, layerOf and chooseProfile; openSide
 * (side questions), chooseCloud (escalation), createTiered and withFallback (tiers).
 * It never throws for an error of a model or endpoint during a request, and does not use files, tools or the ledger.
 */

export { type ClientOptions, createClient } from './client/client.js'
export { type Cloud, chooseCloud, type EscalationChoice } from './cloud/choose_cloud.js'
export { loadProviders, type Provider } from './cloud/provider.js'
export { normaliseBaseUrl } from './endpoint/base_url.js'
export { serverClockOffset } from './endpoint/get_text.js'
export { listModels } from './endpoint/models/list_models.js'
export { loadedWindow, ollamaModel } from './endpoint/models/ollama_models.js'
export { type MeasureOptions, measureModel } from './measure/measure_model.js'
export { createAbsentModel } from './models/absent_model.js'
export {
  type AskOptions,
  type Difficulty,
  type Model,
  type ModelEvent,
  type ModelInfo,
  READING,
  type SentBody,
  type Turn,
} from './models/model.js'
export { callFormat } from './parse/call_format.js'
export type { WrittenCall } from './parse/calls/written_call.js'
export { loadDialects } from './parse/load_dialects.js'
export { parseReply } from './parse/parse_reply.js'
export type { Dialect } from './parse/syntax/dialect.js'
export { type Measured, MeasuredSchema } from './profile/measured.js'
export { layerOf } from './profile/measured_layer.js'
export {
  type ChosenProfile,
  chooseProfile,
  type Profile,
  type ProfileLayer,
} from './profile/profile.js'
export { familyTokenFactor, shippedProfile } from './profile/shipped_profiles.js'
export { joinChunks } from './recording/join_chunks.js'
export { createRecorder } from './recording/recorder.js'
export { createScriptModel } from './recording/script_model.js'
export type { AskRepair } from './repair/repair_reply.js'
export type { SideAnswer } from './side/ask_side_question.js'
export { cleanBlock } from './side/clean_block.js'
export { commitSubject } from './side/commit_subject.js'
export type { Feature } from './side/define_feature.js'
export { loadFeatures } from './side/load_features.js'
export { describeSideAnswer, openSide, type Side, type SideStore } from './side/side.js'
export type { Helper, Tier } from './tiers/tier.js'
export { createTiered, withFallback } from './tiers/tiered_model.js'
