import type { TaskRow } from '#ledger'
import type { Input, Live, Notifier } from '#terminal'
import type { Flags } from '../flags/flags.js'
import type { SessionScreen } from '../output/session/types.js'
import type { Prepared } from '../run/prepare.js'
import type { Wired } from '../run/wire.js'
import type { WaitingKeeper } from '../waiting/keep_waiting.js'
import type { Interrupts } from './leave/handle_interrupts.js'
import type { Mover } from './mover.js'
import type { SlashCommand } from './slash_command.js'

/** A session that has shown its prompt. */
export interface Opened {
  prepared: Prepared
  flags: Flags
  /** For the texts of the program. */
  input: Input
  /** The same for words of the model and output of commands, which have no other language. */
  terminal: Input
  interrupts: Interrupts
  /** What is waited for, from the moment a line is sent; null: lines cannot be replaced here. */
  live: Live | null
}

/** A session that can run tasks. */
export interface Talk extends Opened {
  wired: Wired
  commands: readonly SlashCommand[]
  /** Why files of the person's own commands are not used. */
  problems: readonly string[]
  notifier: Notifier
  mover: Mover
  waiting: WaitingKeeper
  screen: SessionScreen
  state: TalkState
  leave(): void
}

/** What changes while a session runs. */
export interface TalkState {
  session: { id: string; isNew: boolean } | null
  isLeaving: boolean
  /** The session that the flags continue was left. */
  isCleared: boolean
  /** What a slash command starts. */
  next: string | TaskRow | null
  reopen: string | null
  /** Output of `!` lines that the model has not seen yet. */
  shellOutputs: string[]
  /** Lines that were delivered to the running turn since the model replied last. */
  unread: string[]
  /** The person confirmed yolo in this session. */
  mayYolo: boolean
  /** The question about yolo, while it is open. */
  yoloQuestion?: AbortController | undefined
}
