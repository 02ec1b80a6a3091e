/**
 * The tools that the model can call, and the check of the arguments of a call.
 * Doors: createRegistry with loadBuiltinTools, routeMessage with pickTools, cutResult, namedLines.
 * A tool returns values: it never prints, asks, commits, or writes a file.
 */
export {
  type Card,
  cardsOf,
  chooseCards,
  createCardBlocks,
  toCard,
} from './cards/choose_cards.js'
export { lintCard, MOST_CARD_TOKENS } from './cards/lint_cards.js'
export { cardTitle } from './cards/render_card.js'
export type { KnownNote, KnownNotes, MemoryChange } from './declare/memory.js'
export { CATEGORIES, type Category } from './declare/route.js'
export type {
  Focus,
  ListedRow,
  SeenFiles,
  SkillShelf,
  StoredText,
  Tool,
  ToolContext,
  ToolResult,
} from './declare/tool.js'
export {
  createRegistry,
  loadBuiltinTools,
  type Registry,
  type ToolReading,
  type Validated,
} from './registry.js'
export { cleanOutput } from './result/command_text.js'
export { cutResult, REOPEN } from './result/cut_result.js'
export { cutList, doneLines } from './result/done_lines.js'
export { showFile } from './result/show_file.js'
export { asksToSave } from './route/memory_words.js'
export { pickTools, type Turn, toolsOf } from './route/pick_tools.js'
export { type Route, routeMessage, routeMessages } from './route/route_message.js'
export { isVague, namesPlace } from './route/vague.js'
export { namedLines } from './search/named_lines.js'
export { showsLines } from './search/shown_lines.js'
