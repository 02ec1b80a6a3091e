/**
 * Judges a call before it runs: allow, ask or deny, with the rule and the reason.
 * Doors: loadPrograms once, gateRequest reads what a call would touch, decide applies the rules, approvalFor words an `a` answer, allowingFlag names the flag that allows a refused call, foreignTool describes a tool of another program.
 * It never runs, writes, asks or commits, and nothing it reads changes a rule.
 */
export { type AllowingFlag, allowingFlag } from './policy/allowing_flag.js'
export { approvalFor } from './policy/approvals.js'
export { controlFamily } from './policy/control_files.js'
export { decide } from './policy/decide.js'
export { foreignTool } from './policy/foreign_tool.js'
export type { OwnTest } from './policy/own_test.js'
export type { Access, Effect, GatedTool, NewFile } from './policy/tool.js'
export {
  type Approval,
  type CommandReport,
  type GateRequest,
  type ResolvedAccess,
  RULES,
  type RuleName,
  type Verdict,
} from './policy/verdict.js'
export { type GatedCall, type GateSession, gateRequest } from './request.js'
export { loadPrograms } from './shell/load_programs.js'
export type { Programs } from './shell/readers/program.js'
