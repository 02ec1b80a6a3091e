import type { WebAccess } from '#web'

/**
 * What a call can change: nothing, files, whatever a command does, only rows of the ledger and what
 * earlier calls started (`plan`; runs alone), or what is remembered for later tasks.
 */
export type Effect = 'read' | 'edit' | 'command' | 'plan' | 'memory'

/** A path that a call is about to touch, as the model wrote it. */
export interface Access {
  path: string
  access: 'read' | 'write'
  /** A value that may name it, as a part or a pattern: asked, and not denied, where a rule protects it. */
  hint?: true
}

/** A file as it will be when a command runs. */
export interface NewFile {
  path: string
  text: string
}

/** What the gate reads of a tool's declaration. */
export interface GatedTool {
  readonly name: string
  readonly effect: Effect
  /** true: may change the person's files or machine, so the gate asks. */
  readonly danger: boolean
  /** It starts another agent. */
  readonly spawns?: true
  /** A tool of another program: its effect is unknown, whatever its arguments are. */
  readonly foreign?: true
  paths(input: Record<string, unknown>): Access[]
  /** The shell text that a call would run; effect `command` only. */
  command?(input: Record<string, unknown>): string
  /** The file that a call writes before its command runs. */
  writesFirst?(input: Record<string, unknown>): NewFile
  /** The addresses that a call would contact, as the model wrote them; the gate asks by host. */
  urls?(input: Record<string, unknown>, web: WebAccess): string[]
}
