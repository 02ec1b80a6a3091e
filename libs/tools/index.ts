/**
 * The hands: what the model may call and how a call is checked.
 * Doors: createRegistry with loadBuiltinTools, cutResult.
 * A tool returns values: it never prints, asks, commits, or writes a file.
 */
export { cutResult, REOPEN } from './cap.js'
export { createRegistry, loadBuiltinTools, type Registry, type Validated } from './registry.js'
export type {
  SeenFiles,
  StoredText,
  Tool,
  ToolContext,
  ToolResult,
} from './tool.js'
