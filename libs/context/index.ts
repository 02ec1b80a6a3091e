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
export {
  areInvalid,
  type NumberedOutcome,
  stepMessages,
  userMessage,
} from './messages.js'
export { type Broken, comparePrompts } from './prefix/compare_prompts.js'
export {
  type CountedParts,
  firstPrompt,
  fixedTokens,
  rebuildDue,
  rebuildPrompt,
} from './rebuild.js'
export { recallNote } from './recall/recall_note.js'
export {
  loadSections,
  type MapFacts,
  type ProjectFacts,
  type PromptInput,
  type Section,
} from './section.js'
export { HARNESS as HARNESS_MARK } from './system.js'
export { estimateMessages } from './text/estimate_messages.js'
export { type TextTools, teachTools } from './text_tools.js'
export { usedLines } from './used.js'
