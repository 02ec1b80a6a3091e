import type { Capabilities, Mode } from '#core'
import type { Part } from '../shell/state/types.js'
import type { Effect } from './tool.js'

/** The rules in the order in which they are asked; the first that has an answer decides. */
export const RULES = [
  'deny',
  'plan-mode',
  'capability',
  'unsure',
  'control-file',
  'outside-workspace',
  'approved',
  'memory',
  'allow',
  'test-command',
  'safe-command',
  'network',
  'mode',
] as const
export type RuleName = (typeof RULES)[number]

export interface Verdict {
  decision: 'allow' | 'ask' | 'deny'
  /** What the rule found, for the person and the model. */
  reason: string
  /** What the model can do now. A person who is asked has other choices. */
  advice?: string
  rule: RuleName
}

/** A path of the call after the workspace has resolved it. */
export interface ResolvedAccess {
  /** As the model wrote it. */
  given: string
  /** Real and absolute, every link followed. */
  absolute: string
  /** What it is from the workspace root, by name and with every link followed; one or two. */
  relatives: readonly string[]
  access: 'read' | 'write'
  inside: boolean
  /** Why the path cannot be used at all, in words for the model. */
  unusable: string | null
  /** Why it is unknown whether a deny rule holds. */
  unsure: string | null
  /** The deny rule that holds for it, if any. */
  denied: string | null
  /** The family of control files that it belongs to, if any. */
  control: string | null
}

/** Simple commands that were allowed: these words, and with `rest` any words after them. */
export interface PartPattern {
  words: string[]
  rest: boolean
  wrappers: string[]
  /** The folder that every word was allowed in; none: the one that the text begins in. */
  at?: string
}

/** What a person's `a` answer allows in this session. */
export type Approval =
  /** This command exactly as it is, and commands whose every part one of the patterns covers. */
  | { kind: 'command'; tool: string; command: string; at?: string; patterns: PartPattern[] }
  /** Edits inside the workspace, by any edit tool. */
  | { kind: 'edits' }
  /** These places and no others, with this tool. */
  | { kind: 'paths'; tool: string; paths: string[] }
  /** Requests to these hosts, and no others, with this tool. */
  | { kind: 'hosts'; tool: string; hosts: string[] }
  /** A tool that names neither paths nor commands. */
  | { kind: 'tool'; tool: string }

/** What a walk over a shell text found. */
export interface CommandReport {
  text: string
  /** The folder that it begins in, relative to the root; absent: the root. */
  at?: string
  /** The denied paths that it names. */
  denied: readonly { given: string; rule: string }[]
  /** Why it is unknown what it does. */
  unsure: string | null
  /** Its simple commands, those inside of others too, with their words resolved. */
  parts: readonly Part[]
  /** Why it is not safe to run without a question, with the part that is the reason; null when it is read-only. */
  unsafe: string | null
  /** It writes into files by redirects. */
  writes: boolean
  /** A control file that it may change. */
  control: { given: string; family: string } | null
  /** A place outside the workspace that it uses. */
  outside: { given: string; absolute: string } | null
  /** Every place outside the workspace that it writes; absolute. `held` are control files. */
  outsideWrites?: { open: readonly string[]; held: readonly string[] }
}

/** Everything that the decision depends on, as values: the decision itself reads nothing. */
export interface GateRequest {
  tool: string
  effect: Effect
  danger: boolean
  accesses: readonly ResolvedAccess[]
  command: CommandReport | null
  /** Hosts that the call would contact, with a port where one is named; null in it: the address has no readable host. */
  hosts: readonly (string | null)[]
  /** Why one of the addresses may not be contacted at all; null: none says so by itself. */
  closed: string | null
  mode: Mode
  /** What the run may do at all; all, when absent. */
  capabilities?: Capabilities | undefined
  /** The tool starts another agent. */
  spawns?: boolean
  /** `tool` or `tool:glob` entries of the settings. */
  allow: readonly string[]
  approved: readonly Approval[]
  /** It is exactly the test command of the settings, in their folder. */
  ownTest?: boolean
  /** Beginnings of commands that the settings call safe. */
  safe: readonly string[]
}
