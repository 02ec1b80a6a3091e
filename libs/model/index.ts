/**
 * Text in, one Reply out: streams chat completions from an OpenAI-compatible endpoint or a recording.
 * Doors: createClient, createScriptModel, createRecorder, parseReply, loadDialects, gatherReply, listModels,
 * normaliseBaseUrl; for what a model can do, shippedProfile, measureModel, layerOf and chooseProfile.
 * It never throws for what a model or endpoint does wrong while asked, and knows no files, tools or ledger.
 */
export { normaliseBaseUrl } from './base_url.js'
export { type ClientOptions, createClient } from './client.js'
export { type Dialect, loadDialects, type SaidCall } from './dialect.js'
export { gatherReply } from './gather.js'
export { serverClockOffset } from './get_text.js'
export { type MeasureOptions, measureModel } from './measure.js'
export { layerOf, type Measured, MeasuredSchema } from './measured.js'
export type { Model, ModelEvent, ModelInfo } from './model.js'
export { listModels } from './models_list.js'
export { loadedWindow, ollamaDigest } from './ollama_look.js'
export { parseReply } from './parse.js'
export {
  type ChosenProfile,
  chooseProfile,
  type Profile,
  type ProfileLayer,
} from './profile.js'
export { shippedProfile } from './profiles.js'
export { createRecorder } from './record.js'
export { createScriptModel } from './script.js'
