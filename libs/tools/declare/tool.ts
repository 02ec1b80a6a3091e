import type { z } from 'zod'
import type { EvidenceDraft, EvidenceKind, FileEdit, PlanChange, ReadRule } from '#core'
import type { Access, Effect } from '#gate'
import type { Sent, WebAccess } from '#web'
import type { Workspace } from '#workspace'

/** A result as it was before it was cut. */
export interface StoredText {
  /** The path, command or pattern that it came of. */
  subject: string
  text: string
}

/** What this session has seen of the files that a call may edit. */
export interface SeenFiles {
  rule: ReadRule
  /** sha256 hex of what was last read or written there; null: nothing of it was seen. */
  hashOf(path: string): string | null
  /** Was an edit of this file held back for this flaw before, in this task? */
  refusedBefore(path: string, flaw: string): boolean
}

/** What a running tool is handed. It reads and spawns through the workspace and nowhere else. */
export interface ToolContext {
  workspace: Workspace
  signal: AbortSignal
  /** Tokens that the text for the model may take; the caller cuts with `cutResult`. */
  resultTokens: number
  /** The project's test command where settings name one. */
  testCommand?: string | undefined
  /** What the ledger keeps of a result by its evidence id; null where there is none, or it is denied. */
  stored?(id: string): StoredText | null
  /** Whether the model sees pictures; null: nobody knows. */
  vision: boolean | null
  /** How the network may be used. */
  web: WebAccess
  /** A request is about to leave: called before its first byte. */
  onRequest(sent: Sent): void
  /** Absent: nothing is known, and no edit is held to it. */
  seen?: SeenFiles | undefined
  /** A command was spawned: its process group and the start time that tells a reused pid. */
  onSpawn(pid: number, startTime: string): void
  /** The end of a running command's output so far. */
  onOutput(soFar: string): void
}

/** What a call led to. The model's mistakes are values with `ok: false`, never exceptions. */
export interface ToolResult {
  ok: boolean
  /** For the model, before the cap. */
  text: string
  evidence?: EvidenceDraft[]
  /** Effect `edit` only: computed, not yet applied. */
  edits?: FileEdit[]
  plan?: PlanChange[]
  /** Effect `edit`, refused because its old text is gone: what somebody else may merge. */
  lost?: LostEdit | undefined
  /** Effect `command` only: what was spawned goes on in the background. */
  inBackground?: boolean
}

/** An edit that fits nowhere, and the lines that it was probably written for. */
export interface LostEdit {
  region: string
  old_str: string
  new_str: string
  /** The edit with the region as somebody merged it; not ok where that touches anything else. */
  put(merged: string): ToolResult
}

/** A tool with its input types erased, as the registry and the loop handle it. */
export interface Tool {
  /** The name on the wire; equals the file's name. */
  readonly name: string
  /** One line for the schema; every byte of it is in every prompt. */
  readonly summary: string
  readonly input: z.ZodObject
  readonly effect: Effect
  /** true: may change the person's files or machine, so the gate asks. */
  readonly danger: boolean
  /** Another program's: what it does is not known, whatever its arguments look like. */
  readonly foreign?: true
  /** The kind of evidence that a successful call leaves; null for none. */
  readonly evidence: EvidenceKind | null
  /** Left out where tools are taught in the prompt's text, which has room for the core eight (row 41). */
  readonly extra?: true
  /** Offered only from windows above LIMITS.fewToolsWindow on; it runs when it is called, all the same. */
  readonly rare?: true
  /** Never offered; it runs when it is called, by models that know it from other agents. */
  readonly unlisted?: true
  paths(input: Record<string, unknown>): Access[]
  /** The shell text that a call would run; effect `command` only. */
  command?(input: Record<string, unknown>): string
  /** The addresses that a call would contact, as the model wrote them; the gate asks by host. */
  urls?(input: Record<string, unknown>, web: WebAccess): string[]
  /** One line for the gate and the screen. */
  describe(input: Record<string, unknown>): string
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>
}

/** A tool as its file declares it: the callbacks get the input that the schema promises. */
export interface ToolDeclaration<S extends z.ZodObject>
  extends Omit<Tool, 'input' | 'paths' | 'command' | 'urls' | 'describe' | 'run'> {
  readonly input: S
  paths(input: z.infer<S>): Access[]
  command?(input: z.infer<S>): string
  urls?(input: z.infer<S>, web: WebAccess): string[]
  describe(input: z.infer<S>): string
  run(input: z.infer<S>, context: ToolContext): Promise<ToolResult>
}

/**
 * Declares a tool: everything that the registry, the gate, the screen and the loop need to know of it.
 * The callbacks may trust their input: only `Registry.validate` makes one.
 */
export function defineTool<S extends z.ZodObject>(declaration: ToolDeclaration<S>): Tool {
  return declaration as unknown as Tool
}

/** A refusal that the model reads: what happened, then what to do. */
export function fail(text: string): ToolResult {
  return { ok: false, text }
}
