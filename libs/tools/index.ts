/**
 * The hands: what the model may call, how a call is checked, and whether it may run.
 * Doors: createRegistry with loadBuiltinTools, gateRequest with decide, approvalFor, foreignTool, cutResult.
 * A tool returns values: it never prints, asks, commits, or writes a file.
 */

export type {
  Access,
  Effect,
  SeenFiles,
  StoredText,
  Tool,
  ToolContext,
  ToolResult,
} from './declare/tool.js'
export { approvalFor } from './gate/approvals.js'
export { foreignTool } from './gate/foreign_tool.js'
export { type GateSession, gateRequest } from './gate/request.js'
export {
  type Approval,
  type CommandLook,
  type GateRequest,
  type ResolvedAccess,
  RULES,
  type RuleName,
  type Verdict,
} from './gate/verdict.js'
export { decide } from './gate.js'
export { createRegistry, loadBuiltinTools, type Registry, type Validated } from './registry.js'
export { cutResult, REOPEN } from './result/cut_result.js'
