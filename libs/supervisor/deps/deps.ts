import type { Section, TextTools } from '#context'
import type {
  AskPlan,
  AssembleMode,
  AutoCheck,
  AutoCommit,
  Capabilities,
  Clock,
  ConstrainedMode,
  Mode,
  ReadRule,
  Rollback,
} from '#core'
import type { OwnTest, Programs } from '#gate'
import type { Ledger, WaitingLine } from '#ledger'
import type { RepoMap } from '#map'
import type { Lesson, Note, NoteChange, ResultWords, TaskWords } from '#memory'
import type { Cloud, Model, Side } from '#model'
import type { Guard } from '#planner'
import type { Knowledge, Protocol, Sheet, Shelf } from '#skills'
import type { Registry } from '#tools'
import type { WebAccess } from '#web'
import type { Snapshots, Workspace } from '#workspace'
import type { Answer, Question } from './question.js'

/** Everything that the loop needs. The app builds it once. */
export interface Deps {
  ledger: Ledger
  model: Model
  workspace: Workspace
  registry: Registry
  clock: Clock
  parts: Parts
  endpoint: EndpointFacts
  sampling: Sampling
  gate: GateSettings
  checks: CheckSettings
  undo: UndoSettings
  help: Help
  person: Person
  /** The form that the answer must have; any when absent. */
  answer?: AnswerForm | undefined
  /** Absent: nothing is remembered between tasks. */
  memory?: Memory | undefined
  /** Skills, cards and knowledge; absent: there are none. */
  guides?: Guides | undefined
  /** Where things are in the tree; absent: prompts have no map. */
  map?: RepoMap | undefined
  /** Names of guards, prompt sections and techniques that are switched off, for measurements. */
  ablate?: readonly string[] | undefined
  /** Tokens that one task may take, without reused ones; no limit when absent. */
  taskTokens?: number | undefined
  /** Steps of one run of a task. */
  maxSteps: number
  /** Whether the prompt is appended to or assembled for every step; `watermark` when absent. */
  assembleMode?: AssembleMode | undefined
  /** After which ends the files of a task are committed with git; `off` when absent. */
  autoCommit?: AutoCommit | undefined
  /** Whether the folder and some variables last from one command to the next; they do not when absent. */
  persistentShell?: boolean | undefined
  /** The same for a task that only asks for an answer; `maxSteps` when absent. */
  questionSteps?: number | undefined
}

/** The declarations that the loop works with. */
export interface Parts {
  guards: readonly Guard[]
  sections: readonly Section[]
  /** How the gate reads the command lines of known programs. */
  programs: Programs
}

/** What is known about the model and its server. */
export interface EndpointFacts {
  /** Window in tokens as configured or discovered. */
  windowTokens: number
  /**
   * Reads the window that is served now. Called after a reply, when the model is certainly loaded.
   * null: the server does not report it. Absent: the window discovered at the start stays valid.
   */
  servedWindow?: (() => Promise<number | null>) | undefined
  /** Set: the model's template has no tools, so the text of the prompt teaches them. */
  textTools?: TextTools | undefined
  /** Tokens for each estimated one with the tokenizer of the model's family; 1 when absent. */
  usualFactor?: number | undefined
  /** Whether the model sees pictures, as measured; unknown when absent. */
  vision?: boolean | null | undefined
  /** Prompt tokens that it reads in a second, as measured; unknown when absent. */
  prefillPerS?: number | null | undefined
}

/** How a reply is asked for. */
export interface Sampling {
  temperature?: number | undefined
  topP?: number | undefined
  /** Maximum output of one reply; LIMITS.maxOutputTokens when absent. */
  maxOutputTokens?: number | undefined
  /** Tokens of thinking before it is ended, once until the user writes again; 0: no thinking. */
  thinkingBudget: number
  /** When replies are constrained to a schema; after a reply that could not be read, when absent. */
  constrained?: ConstrainedMode | undefined
}

/** What may run without a question. */
export interface GateSettings {
  /** Read at every call: it may change while the loop runs. */
  mode(): Mode
  /** What the run may do at all; all, when absent. */
  capabilities?: Capabilities | undefined
  allow: readonly string[]
  /** Command prefixes that the settings declare safe. */
  safeCommands?: readonly string[] | undefined
  /** The test command that the user's or a trusted folder's settings name; asked like others, when absent. */
  ownTest?: OwnTest | undefined
  /** How web tools may use the network; the public web only, when absent. */
  web?: WebAccess | undefined
}

/** What is checked before and after an edit. */
export interface CheckSettings {
  testCommand?: string | undefined
  /** Replaces the linters that are discovered. */
  lintCommand?: string | undefined
  /** What runs when the model says that it is done and no check ran since its last edit; `off` when absent. */
  autoCheck?: AutoCheck | undefined
  /** Whether edit tools are hidden until there is a plan. Read at every step: the person may switch it off. */
  explore?: (() => boolean) | undefined
  /** Whether the model is always or never asked for a plan; by the task when absent. */
  askPlan?: AskPlan | undefined
  /** Whether a file must be read before it is edited; `off` when absent. */
  readBeforeEdit?: ReadRule | undefined
}

/** What can be taken back. */
export interface UndoSettings {
  /** Stores what commands change; absent: nothing is stored. */
  snapshots?: Snapshots | undefined
  /** Whether edits that left the tests worse are reverted; `off` when absent. */
  rollback?: Rollback | undefined
}

/** Other models that may be asked. */
export interface Help {
  /** Side questions that are on; absent: none. */
  side?: Side | undefined
  /** A cloud provider that may be asked after everything else failed; absent: never. */
  cloud?: Cloud | undefined
}

/** What the user taught in this folder and in all of them. */
export interface Memory {
  /** Stores the rules in a message of the user; @returns what to tell the person. The same message again changes nothing. */
  teach(message: string): Lesson[]
  /** Whether a message only teaches or ends rules: nothing is to be done for it. */
  onlyTeaches(message: string): boolean
  /** The rules that a task's prompt shows, oldest first, of at most so many tokens. */
  rules(task: TaskWords, tokens: number): string[]
  /**
   * The rules that a result concerns and the prompt does not show, best first, within what the shown ones leave of so many
   * tokens.
   */
  rulesOf(
    result: ResultWords,
    prompt: { isShown: (rule: string) => boolean; tokens: number },
  ): string[]
  /** The notes that hold, of the project and of the user. */
  notes(): Note[]
  /** A note that says the same as a text to save, and those that it replaces. */
  meets(change: NoteChange): { same: Note | null; replaces: Note[] }
  /**
   * Makes a change that the person said yes to, or keeps it as a proposal. @returns what was done
   * @throws an error of the file system; nothing is lost then
   */
  change(change: NoteChange, isAllowed: boolean): string
  /** The earlier tasks of the folder; those of the run's own ledger, when absent. */
  past?: Pick<Ledger, 'tasks' | 'find' | 'callsOf'> | undefined
}

/** Texts that help the model: those of the person and of the program. */
export interface Guides {
  shelf: Shelf
  knowledge: readonly Knowledge[]
  /** Whether the model gets the program's cards and sheets, which a large one does not need. */
  aids: boolean
  sheets: readonly Sheet[]
  protocols: readonly Protocol[]
}

/** A form that the text of the end must have. */
export interface AnswerForm {
  /** What the model reads about it, in the prompt. */
  ask: string
  /** The answer without what models put around it, as a fence. */
  bare(text: string): string
  /** Why a text does not have the form, in one line; null when it has. */
  problem(text: string): string | null
}

/** A command that runs in the foreground. */
export interface Movable {
  /** Aborted when the person moves it. */
  signal: AbortSignal
  /** It has ended, or it was moved. */
  end(): void
}

/** The person at the terminal. */
export interface Person {
  /** Absent: nobody can be asked, so a call that needs an answer is denied. */
  ask?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined
  /** Called when a command starts that the person may move to the background. */
  offerMove?: (() => Movable) | undefined
  /** What the user wrote since the last step; it is delivered at the end of the step. */
  takeMessages?: (() => string[]) | undefined
  /** The lines of the user that still wait, stored with the step that took some. Absent: none is stored. */
  stillWaiting?: (() => readonly WaitingLine[]) | undefined
}
