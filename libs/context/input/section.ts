import type { Evidence, Message, PlanNode } from '#core'
import type { Source } from '../facts/find_facts.js'

/** Everything that a new prompt can be made of. The supervisor collects it; here it is plain data. */
export interface PromptInput {
  task: string
  /** What the user added while the task ran, oldest first. */
  additions: string[]
  /** Earlier tasks of this session, oldest first. */
  earlier: { text: string; status: string; summary: string }[]
  plan: readonly PlanNode[]
  project: ProjectFacts
  /** Where things are in the tree; null or absent: there is no map. */
  map?: MapFacts | null
  /** What the user taught, oldest first; none when absent. */
  rules?: readonly string[]
  /** Lines about earlier tasks of the folder, the closest first; none when absent. */
  records?: readonly string[]
  /** Lines for notes of memory that the task has to do with, best first; none when absent. */
  notes?: readonly string[]
  /** Lines for what the model noted in earlier tasks of this session, newest first; none when absent. */
  scratchpad?: readonly string[]
  /** A line for each skill that the model may load, sorted by name; none when absent. */
  skills?: readonly string[]
  /** What the task names with `@`, and hints; only before the first step. */
  attached?: string
  /** The picture that the task names; null or absent: none. */
  picture?: string | null
  /** What git says about the folder; only before the first step. */
  git?: GitFacts | null
  /** The edit tools are hidden until there is a plan. */
  exploring?: boolean
  /** Rows of this task, newest first. */
  evidence: readonly Evidence[]
  /** What the model wrote beside its calls, oldest first; nothing when absent. */
  statements?: readonly Source[]
  /** The last step before each rebuild of this task, oldest first; none when absent. */
  rebuiltAfter?: readonly number[]
  /** Ids of the rows that the kept tail shows whole; a rebuild sets it. */
  inTail?: ReadonlySet<string>
  /** Lines that the kept tail shows, without space around them; a rebuild sets it. */
  shownLines?: ReadonlySet<string>
  /** Words of the task and of the newest calls, in small letters; a rebuild sets it. */
  aims?: ReadonlySet<string>
  /** Parts of the rows of this task that have the words, best first; absent: there is no index. */
  recall?(words: readonly WorkWord[], limit: number): readonly Found[]
  /** Verbatim payload of a row as text. */
  payload(row: Evidence): string
  /** The current lines of a file on disk; null when it cannot be shown. */
  current(path: string, lines: { start: number; end: number } | null): string | null
}

/** Changed files and last commits, newest first. */
export interface GitFacts {
  changed: readonly { mark: string; path: string }[]
  commits: readonly string[]
}

/** A word of the work, in small letters, and how much it counts. */
export interface WorkWord {
  word: string
  weight: number
}

/** A part of a row's payload, by its place in `chunksOf`. */
export interface Found {
  row: Evidence
  chunk: number
  score: number
}

/** The files that were ranked for the task. */
export interface MapFacts {
  /** Best first. */
  files: readonly {
    path: string
    /** In the order of their lines; a larger value is shown first. */
    signatures: readonly { line: number; text: string; value: number }[]
  }[]
  /** Files whose text is not in the index. */
  left: number
  /** Most that the section may take, by the window. */
  tokens: number
}

/** The basic facts of a project. */
export interface ProjectFacts {
  testCommand: string | null
  /** Names in the root, folders with a slash. */
  entries: string[]
  /** System, shell, branch and language; absent: not known. */
  machine?: string
  /** Instruction files; none when absent. */
  guides?: ProjectGuides
}

/** Instruction files for agents. */
export interface ProjectGuides {
  /** The most important one, whole. */
  main: { path: string; text: string } | null
  /** Others that can be read. */
  named: readonly string[]
  /** The first lines of those in folders above. */
  above: readonly { path: string; text: string }[]
}

/**
 * One part of the prompt's user message. The orders in use: 10 task, 11 attached files, 12 project, 13 guides, 14 earlier tasks, 14.5 notes of the model, 15 exploring, 16 git,
 * 17 earlier tasks of the folder, 18 rules of the user, 18.5 notes, 19 skills, 20 facts, 30 edits, 40 state, 45 names, 50 step log, 55 map, 60 evidence.
 */
export interface Section {
  name: string
  /** Most stable first. */
  order: number
  /** The words that its text begins with: the prefix meter tells sections by them. Absent: it has no words of its own. */
  begins?: string
  /** Part of the curated block, in relation to the other sections; 0: what it needs. Unused tokens go to the next one. */
  share: number
  /** Sections with a share: tokens that they get where their part of a small room is less. */
  least?: number
  /** Sections with the share 0: the most that they take of a block of so many tokens; all of it when absent. */
  most?(blockTokens: number): number
  /** true: its room does not make the prompt of a small window larger, although its share is 0. */
  isExtra?: boolean
  /** false: only in a rebuilt prompt, when the task has a history. */
  atStart: boolean
  /** @returns text of at most `budgetTokens` by estimate; '' leaves the section out */
  render(input: PromptInput, budgetTokens: number): string
}

/** An entry of the prompt's tail: a message, and the step that added it. */
export interface TailItem {
  seq: number
  taskId: string
  step: number
  message: Message
}
