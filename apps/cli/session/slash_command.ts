import type { Input } from '#terminal'
import type { Wired } from '../run/wire.js'

/** What a slash command works with. */
export interface SlashContext {
  wired: Wired
  input: Pick<Input, 'ask'>
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
