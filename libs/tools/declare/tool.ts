import type { z } from 'zod'
import type {
  Clock,
  EvidenceDraft,
  EvidenceKind,
  FileEdit,
  PlanChange,
  ReadRule,
  ToolAliases,
  ToolCall,
} from '#core'
import type { Access, Effect, NewFile } from '#gate'
import type { RepoMap } from '#map'
import type { Sent, WebAccess } from '#web'
import type { ShellState, Workspace } from '#workspace'
import type { ToolCard } from './card.js'
import type { KnownNotes, MemoryChange } from './memory.js'
import type { ToolRoute } from './route.js'

/** A result before it was cut. */
export interface StoredText {
  /** Its path, command or pattern. */
  subject: string
  text: string
}

/** A row of evidence in a list. */
export interface ListedRow {
  id: string
  kind: EvidenceKind
  subject: string
  summary: string
}

/** A tool that `more_tools` names. */
export interface NamedTool {
  name: string
  summary: string
  /** Its arguments: `{path: string, seconds?: number}`. */
  form: string
}

/** Where the work on a file is. */
export interface Focus {
  /** Line numbers from 1, in the order in which they were named. */
  lines: readonly number[]
  /** What named them: `the search for total`. */
  by: string
  /** true: what is left of a list, which may be most of the file. */
  isRest?: boolean
  /** true: the work reads file after file for the value in these lines, so little around them is enough. */
  isValue?: boolean
  /** A sentence about the whole file, below a part of it. */
  note?: string
}

/** Which files this session has read or written. */
export interface SeenFiles {
  rule: ReadRule
  /** sha256 hex of the content at the last read or write; null when there was none. */
  hashOf(path: string): string | null
  /** Whether a search or a command of this task showed these lines of the file. */
  shows(path: string, text: string): boolean
  /** Whether an edit of this file was already refused for this reason in this task. */
  refusedBefore(path: string, reason: string): boolean
  /** Edits of this file that failed in this task, where it must be read before it is patched again; else 0. */
  failedPatches(path: string): number
}

/** The skills that a model may load. */
export interface SkillShelf {
  /** `- name: description`, sorted by name, of those that the model may load. */
  all(): string[]
  /** A skill as text; not ok: a message for the model. */
  load(name: string): { ok: boolean; text: string; isPart?: boolean }
}

/** What a running tool gets. It reads files and starts processes only through the workspace. */
export interface ToolContext {
  workspace: Workspace
  signal: AbortSignal
  /** Cap of the result's text in tokens; the caller cuts with `cutResult`. */
  resultTokens: number
  /**
   * Caps of a read without a range: the largest file that is shown whole, the aimed part of a longer one, and the
   * part around one value;
   * `resultTokens` when absent.
   */
  readTokens?: { whole: number; part: number; value: number } | undefined
  /** The lines of a file that the last search, output, error or edit named; null: none did. */
  focus?(path: string): Focus | null
  /** The files that this task has edited, for lists that it works through. */
  edited?(): readonly string[]
  /** The index of the tree; absent: there is none. */
  map?: Pick<RepoMap, 'explain' | 'search'> | undefined
  /** The test command from the settings, if there is one. */
  testCommand?: string | undefined
  /** The stored result of an evidence id; null when there is none, or its file is denied. */
  stored?(id: string): StoredText | null
  /** Stored rows of this session, newest first, without those of denied files. */
  listStored?(query: {
    kind?: EvidenceKind | undefined
    text?: string | undefined
    limit: number
  }): ListedRow[]
  /** What is remembered beyond this task; absent: there is no memory. */
  memory?: KnownNotes | undefined
  /** The tools that are not listed in the prompt. */
  more?: readonly NamedTool[]
  /** The skills of the person and of the project; absent: there are none. */
  skills?: SkillShelf | undefined
  clock: Clock
  /** Whether the model can see pictures; null when it is not known. */
  vision: boolean | null
  /** How the network may be used. */
  web: WebAccess
  /** Called before the first byte of a request is sent. */
  onRequest(sent: Sent): void
  /** Absent: edits are not checked against earlier reads. */
  seen?: SeenFiles | undefined
  /** Longest text that one call may write; LIMITS.writeChars when absent. */
  writeChars?: number | undefined
  /** Tools with `shell` only: where the last command of the session ended. Absent: nothing lasts. */
  shell?: ShellState | undefined
  /** Aborted: the running command goes on in the background. Absent: the person cannot move it. */
  move?: AbortSignal | undefined
  /** Called when a command was started, with its process group, and its start time, which detects a reused pid. */
  onSpawn(pid: number, startTime: string): void
  /** Called with the end of a running command's output. */
  onOutput(soFar: string): void
  /** Called when a command has ended or was moved, before anything looks at it, with a result that nothing was judged of. */
  onEnd(result: ToolResult): void
}

/** The result of a call. Errors of the model are values with `ok: false`, never exceptions. */
export interface ToolResult {
  ok: boolean
  /** For the model, before the cap. */
  text: string
  evidence?: EvidenceDraft[]
  /** Effect `edit` only: computed, not yet written. */
  edits?: FileEdit[]
  plan?: PlanChange[]
  /** Effect `memory` only: what the person is asked about, with the text to show. */
  memory?: { change: MemoryChange; shown: string }
  /** Effect `edit` only: an edit whose old text is not in the file, for a merge. */
  lost?: LostEdit | undefined
  /** The command that was started, read or stopped still runs in the background. */
  inBackground?: boolean
}

/** An edit that matches nowhere, and the lines that it was probably meant for. */
export interface LostEdit {
  region: string
  old_str: string
  new_str: string
  /** Returns the edit with the merged region; not ok when the merge changes anything else. */
  put(merged: string): ToolResult
}

/** A tool without its input types, for the registry and the loop. */
export interface Tool {
  /** The name on the wire; equals the file's name. */
  readonly name: string
  /** One line for the schema; every byte of it is in every prompt. */
  readonly summary: string
  readonly input: z.ZodObject
  /** Words that models know from other agents; accepted where exactly one reading fits, never listed. */
  readonly aliases?: ToolAliases
  readonly effect: Effect
  /** true: may change the person's files or machine, so the gate asks. */
  readonly danger: boolean
  /** Its command runs in the folder and with the variables that last in a session. */
  readonly shell?: true
  /** It only writes down what the model says: the list of steps, or something beside it. */
  readonly notes?: 'list' | 'other'
  /** It starts another agent. */
  readonly spawns?: true
  /** A tool of another program: its effects are unknown, whatever its arguments are. */
  readonly foreign?: true
  /** The kind of evidence of a successful call; null for none. */
  readonly evidence: EvidenceKind | null
  /** Left out when tools are described in the prompt's text, which has room for eight tools (row 41). */
  readonly extra?: true
  /** The turns that get its schema; every turn when absent. It always runs when it is called. */
  readonly route?: ToolRoute
  /** Its description ends with one line for each tool that the prompt has no schema of. */
  readonly lists?: true
  /** Never listed; it runs when it is called by models that know it from other agents. */
  readonly unlisted?: true
  /** It is there only where the session has this. */
  readonly needs?: 'skills'
  /** How it is called right; absent: its schema says enough. */
  readonly card?: ToolCard
  paths(input: Record<string, unknown>): Access[]
  /** The shell text that a call would run; effect `command` only. */
  command?(input: Record<string, unknown>): string
  /** The file that a call writes before its command runs, for the gate. */
  writesFirst?(input: Record<string, unknown>): NewFile
  /** The URLs that a call would request, as the model wrote them; the gate asks per host. */
  urls?(input: Record<string, unknown>, web: WebAccess): string[]
  /**
   * Why a call with these unknown arguments must not run, because without them it does something else.
   * Other unknown arguments are ignored, and the result names them.
   */
  refuses?(unknown: Record<string, unknown>): string | null
  /** The calls that are made in its place, in order; each only if the one before it worked. */
  expand?(input: Record<string, unknown>): Pick<ToolCall, 'name' | 'arguments'>[]
  /** One line for the gate and the screen. */
  describe(input: Record<string, unknown>): string
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolResult>
}

/** A tool as its file declares it, with typed input. */
export interface ToolDeclaration<S extends z.ZodObject>
  extends Omit<
    Tool,
    'input' | 'card' | 'paths' | 'command' | 'writesFirst' | 'urls' | 'expand' | 'describe' | 'run'
  > {
  readonly input: S
  readonly card?: ToolCard<z.input<S>>
  paths(input: z.infer<S>): Access[]
  command?(input: z.infer<S>): string
  writesFirst?(input: z.infer<S>): NewFile
  urls?(input: z.infer<S>, web: WebAccess): string[]
  expand?(input: z.infer<S>): Pick<ToolCall, 'name' | 'arguments'>[]
  describe(input: z.infer<S>): string
  run(input: z.infer<S>, context: ToolContext): Promise<ToolResult>
}

/**
 * Declares a tool, with everything that the registry, the gate, the screen and the loop need.
 * The callbacks can trust their input, because `Registry.validate` has checked it.
 */
export function defineTool<S extends z.ZodObject>(declaration: ToolDeclaration<S>): Tool {
  return declaration as unknown as Tool
}

/** A refusal that the model reads: what happened, then what to do. */
export function fail(text: string): ToolResult {
  return { ok: false, text }
}
