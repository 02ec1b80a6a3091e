/**
 * What the model gets to see: a frozen head, an append-only tail, a rebuild from the ledger at the watermark.
 * Doors: `firstPrompt`, `rebuildPrompt`, `assembleRequest`, `stepMessages`, `areInvalid`, `loadSections`, `budgetFor`.
 * It is pure: it reads neither disk nor ledger, and the same input always gives the same bytes.
 */

export {
  type Assembly,
  assembleRequest,
  type Budget,
  budgetFor,
} from './assemble.js'
export { alikeLines } from './facts/alike_lines.js'
export type { MapFacts, ProjectFacts, PromptInput, Section } from './input/section.js'
export { loadSections } from './load_sections.js'
export {
  areInvalid,
  type NumberedOutcome,
  stepMessages,
  userMessage,
} from './messages.js'
export {
  type Broken,
  comparePrompts,
  type PromptPart,
  partsOfPrompt,
} from './prefix/compare_prompts.js'
export {
  type CountedParts,
  firstPrompt,
  fixedTokens,
  rebuildDue,
  rebuildPrompt,
} from './rebuild.js'
export { recallNote } from './recall/recall_note.js'
export { HARNESS as HARNESS_MARK } from './system.js'
export { cutCalls } from './text/cut_calls.js'
export { estimateMessages } from './text/estimate_messages.js'
export { type TextTools, teachTools } from './text_tools.js'
export { usedLines } from './used.js'
