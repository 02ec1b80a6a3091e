/**
 * The tools that the model can call, and the check of the arguments of a call.
 * Doors: createRegistry with loadBuiltinTools, cutResult, namedLines.
 * A tool returns values: it never prints, asks, commits, or writes a file.
 */
export type {
  Focus,
  ListedRow,
  SeenFiles,
  StoredText,
  Tool,
  ToolContext,
  ToolResult,
} from './declare/tool.js'
export { createRegistry, loadBuiltinTools, type Registry, type Validated } from './registry.js'
export { cutResult, REOPEN } from './result/cut_result.js'
export { namedLines } from './search/named_lines.js'
