/**
 * What two or more rooms share: types, evidence kinds, errors, settings, limits, and functions on text and files.
 * Doors: everything below. It keeps no state, uses no network, and imports no other room.
 */
export { actionsNamed, matchAction } from './calls/match_action.js'
export { matchArguments, plainKey } from './calls/match_arguments.js'
export { type EndedRun, RunEndedError } from './ends/run_ended_error.js'
export {
  CUT_BY_LIMIT,
  endOf,
  RUN_ENDS,
  resumableStatuses,
  StoppedBy,
  stopText,
} from './ends/run_ends.js'
export { AircoderError } from './errors/aircoder_error.js'
export { describeSystemError } from './errors/describe_system.js'
export { ERRORS, type ErrorCode } from './errors/errors.js'
export { asSystemError } from './errors/system_error.js'
export { plausibleCount, plausibleUsage, plausibleWindow } from './numbers/plausible.js'
export { readDuration } from './settings/duration.js'
export { layerFromEnvironment, nearestVariable } from './settings/environment.js'
export { LIMITS, nudgesFor, reserveFor, resultTokensFor, tokensIn } from './settings/limits.js'
export { type Loosening, looseningEntries } from './settings/loosening.js'
export { plainIssue } from './settings/plain_issue.js'
export { type LayerSource, resolveSettings } from './settings/resolve.js'
export type * from './settings/schema.js'
export { stepLimit } from './settings/step_limits.js'
export { type Clock, systemClock } from './system/clock.js'
export { discover } from './system/discover.js'
export { endWithReader } from './system/end_with_reader.js'
export { createIds, type MakeId } from './system/ids.js'
export { makeFolders, whyUnusable } from './system/make_folders.js'
export { printAtOnce } from './system/print_at_once.js'
export { removeLeftover, replaceFile, syncFolder } from './system/replace_file.js'
export { VERSION } from './system/version.js'
export { type Chunk, chunksOf, MOST_CHUNKS } from './text/chunks.js'
export { countNoun } from './text/count_noun.js'
export { editDistance } from './text/edit_distance.js'
export { keepTelling } from './text/keep_telling.js'
export { limitLines, nameFirst } from './text/limit_list.js'
export { nearestName } from './text/nearest_name.js'
export { problemLine, wordsBeforeCall } from './text/problem_line.js'
export { countRedactions, isSecretName, redact } from './text/redact.js'
export { dropControls, jsonLine, showControls } from './text/show_controls.js'
export { collapseSpace, steadyText } from './text/steady_text.js'
export { hasSpeakerTokens, markTokens, unmarkTokens } from './text/template_tokens.js'
export { byText, estimateTokens } from './text/tokens.js'
export type * from './types/aliases.js'
export type { Capabilities, CapabilityName } from './types/capabilities.js'
export { CAPABILITY_NAMES, CAPABILITY_SETS, commonCapabilities } from './types/capabilities.js'
export type * from './types/chat.js'
export type * from './types/events.js'
export {
  checkFacts,
  EVIDENCE_KINDS,
  type EvidenceKind,
  EvidenceKindSchema,
  summarise,
} from './types/evidence.js'
export { findEvidenceIds, parseEvidenceId } from './types/evidence_id.js'
export type * from './types/history.js'
export { EVENT_ACTORS, EVENT_OUTCOMES, EVENT_TYPES } from './types/history.js'
export { type ConstrainedMode, MODES, type Mode } from './types/modes.js'
export type * from './types/outcome.js'
export type * from './types/plan.js'
export { parseRecording, type RecordedReply } from './types/recording.js'
