/**
 * The hands: what the model may call and how a call is checked.
 * Doors: createRegistry with loadBuiltinTools, cutResult.
 * A tool returns values: it never prints, asks, commits, or writes a file.
 */
export type { SeenFiles, StoredText, Tool, ToolContext, ToolResult } from './declare/tool.js'
export { createRegistry, loadBuiltinTools, type Registry, type Validated } from './registry.js'
export { cutResult, REOPEN } from './result/cut_result.js'
