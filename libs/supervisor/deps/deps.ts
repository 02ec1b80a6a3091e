import type { Section, TextTools } from '#context'
import type { AutoCheck, Clock, ConstrainedMode, Mode, ReadRule, Rollback, ToolCall } from '#core'
import type { Programs } from '#gate'
import type { Ledger } from '#ledger'
import type { Cloud, Model, Side } from '#model'
import type { Guard } from '#planner'
import type { Registry } from '#tools'
import type { WebAccess } from '#web'
import type { Snapshots, Workspace } from '#workspace'

/** Something that only a person can answer. Calls go down, events come up; only this comes back. */
export type Question =
  | {
      kind: 'permission'
      call: ToolCall
      describe: string
      reason: string
      /** What the edit would change; null for other calls. */
      diff: string | null
      /** All files of the turn, this edit's included, once they are many; absent for other calls. */
      files?: readonly string[]
      /** What `a` would allow from now on; null where nothing may be remembered. */
      remember: string | null
    }
  | { kind: 'interrupted_command'; command: string; output: string }
  | {
      /** May this leave the machine? */
      kind: 'egress'
      provider: string
      host: string
      model: string
      reason: string
      bytes: number
      /** Every word of it. */
      text: string
      /** Evidence ids and paths that it was made from, and what was kept back. */
      sources: string[]
      withheld: string[]
      /** How often this session may still ask, this time included. */
      left: number
    }

export interface Answer {
  /** For an interrupted command: yes = run it again, no = skip it, always = it did its work. */
  decision: 'yes' | 'no' | 'always'
  /** Why not, for the model. */
  reason?: string
}

/** Everything that the loop needs, built once by the app. */
export interface Deps {
  ledger: Ledger
  model: Model
  workspace: Workspace
  registry: Registry
  /** How the gate reads the command lines of known programs. */
  programs: Programs
  guards: readonly Guard[]
  sections: readonly Section[]
  clock: Clock
  /** Read at every call: it may change while the loop runs. */
  mode(): Mode
  allow: readonly string[]
  /** Beginnings of commands that the settings call safe. */
  safeCommands?: readonly string[]
  maxSteps: number
  /** Window in tokens as configured or discovered. */
  windowTokens: number
  /**
   * The window that is served now, asked after a reply, when the model is surely loaded; null: nobody
   * tells. Absent: what was discovered at the start holds.
   */
  servedWindow?: (() => Promise<number | null>) | undefined
  temperature?: number | undefined
  topP?: number | undefined
  /** Most output of one reply; LIMITS.maxOutputTokens when left out. */
  maxOutputTokens?: number | undefined
  /** Set: the model's template has no tools, so the prompt's text teaches them. */
  textTools?: TextTools | undefined
  /** Tokens of thinking before it is ended, once until the user speaks again; 0: none is asked for. */
  thinkingBudget: number
  /** When answers are held to a schema; after a reply that could not be read, when absent. */
  constrained?: ConstrainedMode | undefined
  testCommand?: string | undefined
  /** Whether the model sees pictures, as it was measured; unknown, when absent. */
  vision?: boolean | null | undefined
  /** How web tools may use the network; the public web alone, when absent. */
  web?: WebAccess | undefined
  /** Whether a file has to be read before it is edited; `off` when absent. */
  readBeforeEdit?: ReadRule | undefined
  /** What is run when the model says that it is done and it did not run since its last edit; `off` when absent. */
  autoCheck?: AutoCheck | undefined
  /** Keeps what commands change, for undo; absent: nothing of it is kept. */
  snapshots?: Snapshots | undefined
  /** Instead of the linters that are found. */
  lintCommand?: string | undefined
  /** Whether edits that left the tests worse are taken back; `off` when absent. */
  rollback?: Rollback | undefined
  /** What the user said since the last step; it is delivered at the step's end. */
  takeMessages?: () => string[]
  /** Side questions that are on; absent: none. */
  side?: Side | undefined
  /** A provider in the cloud that may be asked when all else failed; absent: never. */
  cloud?: Cloud | undefined
  /** Absent: nobody can be asked, so what would ask is denied. */
  ask?: (question: Question, signal: AbortSignal) => Promise<Answer>
}
