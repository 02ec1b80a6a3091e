import type { Choice } from '../answers/ask_choice.js'
import type { Wired } from '../run/wire.js'

/** What a slash command works with. */
export interface SlashContext {
  wired: Wired
  /** Asks until there is an answer. null: Ctrl+C, `/exit` or the end of the input. */
  ask<Key extends string>(choice: Choice<Key>): Promise<Key | null>
  print(text: string): void
  /** All commands, for `/help`. */
  commands: readonly SlashCommand[]
  /** undefined: no task was typed yet, or not since `/clear`. */
  sessionId: string | undefined
  /** The next task starts a new session. */
  startNewSession(): void
  /** Ends the program after this command. */
  leave(): void
}

/** A slash command: one file in `slash/`, named after the command. */
export interface SlashCommand {
  /** Typed as `/name`. */
  name: string
  /** One line for `/help`. */
  help: string
  /** false: it would change the conversation or the files under a running turn, so it is refused then. */
  isAllowedDuringTurn: boolean
  /** @param rest  the words after the name, separated by one space */
  run(rest: string, context: SlashContext): void | Promise<void>
}
