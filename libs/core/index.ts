/**
 * The nouns and laws that two or more rooms share: types, evidence kinds, errors, settings, limits.
 * Doors: everything below. It holds no state, does no network, and imports nothing of ours.
 */
export { type Clock, systemClock } from './clock.js'
export { discover } from './discover.js'
export { editDistance } from './edit_distance.js'
export type { AutoCheck, ReadRule, Rollback } from './edit_settings.js'
export { endWithReader } from './end_with_reader.js'
export { AircoderError, ERRORS, type ErrorCode } from './errors.js'
export {
  checkFacts,
  EVIDENCE_KINDS,
  type EvidenceKind,
  EvidenceKindSchema,
  summarise,
} from './evidence.js'
export { createIds, type MakeId } from './ids.js'
export { LIMITS, reserveFor } from './limits.js'
export { type Loosening, looseningEntries } from './loosening.js'
export { parseRecording, type RecordedReply } from './recording.js'
export { countRedactions, isSecretName, redact } from './redact.js'
export {
  type LayerSource,
  layerFromEnvironment,
  resolveSettings,
  type Settings,
} from './settings.js'
export { jsonLine, showControls } from './show_controls.js'
export { hasSpeakerTokens, markTokens, unmarkTokens } from './template_tokens.js'
export { estimateTokens } from './tokens.js'
export type * from './types.js'
export { MODES } from './types.js'
export { VERSION } from './version.js'
