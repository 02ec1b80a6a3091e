import type { Mode } from '#core'
import type { TaskRow } from '#ledger'
import type { ChoiceList, Input } from '#terminal'
import type { Choice } from '../answers/ask_choice.js'
import type { Flags } from '../flags/flags.js'
import type { SessionScreen } from '../output/session/types.js'
import type { Wired } from '../run/wire.js'

/** What a slash command works with. */
export interface SlashContext {
  wired: Wired
  flags: Flags
  input: Pick<Input, 'retype' | 'suspendFor' | 'columns'>
  /** Asks until there is an answer. null: Ctrl+C, `/exit` or the end of the input. */
  ask<Key extends string>(choice: Choice<Key>): Promise<Key | null>
  /** Shows a list. @returns the index of the chosen item; null: none */
  choose(list: ChoiceList): Promise<number | null>
  /** Work that Ctrl+C, Esc and the end of the session interrupt by its signal. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  print(text: string): void
  /** Sends a sequence that shows nothing and moves no cursor. */
  toTerminal(sequence: string): void
  /** The output of the session: theme, bar, thinking. */
  screen: SessionScreen
  /** All commands, for `/help`. */
  commands: readonly SlashCommand[]
  /** Files with commands that are not used, with the reason. */
  problems: readonly string[]
  /** undefined: no task was typed yet, or not since `/clear`. */
  sessionId: string | undefined
  /** The next task starts a new session. */
  startNewSession(): void
  /** The next task goes on in this session. @param isNew  its next prompt begins with the task */
  goOnIn(sessionId: string, isNew: boolean): void
  /** Goes to a permission mode; into yolo after a question. */
  setMode(mode: Mode): void | Promise<void>
  /** Runs a task after this command: a text, or one that was stopped. */
  start(task: string | TaskRow): void
  /** Moves the running command to the background. @returns false: none runs */
  moveCommand(): boolean
  /** Ends this session and continues another one of the folder, with what that one ran with. */
  reopen(sessionId: string): void
  /** Ends the program after this command. */
  leave(): void
}

/** The groups of `/help`, in their order. */
export const GROUPS = ['session', 'changes', 'model', 'look', 'memory', 'program', 'own'] as const

/** A slash command: one file in `slash/`, named after the command. */
export interface SlashCommand {
  /** Typed as `/name`. */
  name: string
  /** Other names of it. */
  aliases?: readonly string[]
  /** What may follow the name, as `[N|turn]`. */
  hint?: string
  /** One line for `/help`. */
  help: string
  group: (typeof GROUPS)[number]
  /** false: it would change the conversation or the files under a running turn, so it is refused then. */
  isAllowedDuringTurn: boolean
  /** The words after the name keep their spaces and lines. */
  keepsSpace?: true
  /** @param rest  the words after the name, separated by one space */
  run(rest: string, context: SlashContext): void | Promise<void>
}
