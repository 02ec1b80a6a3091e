import type { Clause } from './clause.js'
import { KINDS, type Kind, plainLetters } from './kinds.js'

/** What is known about a task, once for all rules. */
export interface TaskFacts {
  text: string
  /** In small letters, with and without accents. */
  plain: string
  /** Files that it changes, as far as they are known. */
  near: readonly string[]
  /** Paths of the project. */
  paths: readonly string[]
  kind: 'answer' | 'beside' | 'code'
  /** The kinds of work that it was compared with. */
  met: Map<Kind, Answer>
}

type Answer = 'yes' | 'no' | 'unknown'
/** The kinds of work that a condition names. */
export type ClauseKinds = readonly Kind[]

/** A task of which no file is known may change a file of a kind that has so large a part of the project. */
const LEAST_PART = 0.25

/** A condition that says to explain or to answer. */
const ANSWERS =
  /\b(?:explain|answer|describ|erklär|antwort|beschreib|expli|répon|décri|respond|contest|descri)|解释|回答|说明/iu

/** What is compared with conditions. */
export function taskFacts(task: Omit<TaskFacts, 'plain' | 'met'>): TaskFacts {
  const plain = `${plainLetters(task.text)} ${task.text.toLowerCase()}`
  return { ...task, plain, met: new Map() }
}

/** The kinds of work that a condition names. */
export function kindsOf(condition: string): ClauseKinds {
  if (condition === '') return []
  const said = plainLetters(condition)
  return KINDS.filter(({ says }) => says.test(said))
}

/**
 * Whether a task meets what a rule states, by the kinds of work that the program knows.
 * @returns  `unknown` where only its files would tell, and they are not known; null where the clause names no known kind
 */
export function meetsClause(clause: Clause, kinds: ClauseKinds, task: TaskFacts): Answer | null {
  if (kinds.length === 0) return null
  // An answer changes nothing, so what is said about changes does not matter to it.
  if (task.kind === 'answer') return ANSWERS.test(clause.text) ? 'yes' : 'no'
  const answers = kinds.map((kind) => {
    const known = task.met.get(kind) ?? meetsKind(kind, task)
    task.met.set(kind, known)
    return known
  })
  if (answers.includes('yes')) return 'yes'
  // "SQL migrations": what is no migration does not meet it, whatever its files are.
  return answers.includes('no') ? 'no' : 'unknown'
}

function meetsKind({ task, form, files, byFiles }: Kind, about: TaskFacts): Answer {
  if (task.test(about.plain) || form?.test(about.text)) return 'yes'
  if (files !== undefined && about.near.some((path) => files.test(path))) return 'yes'
  const isOpen = byFiles && about.kind === 'code' && about.near.length === 0
  return isOpen && isMuchOf(about.paths, files) ? 'unknown' : 'no'
}

/** Whether a project has many such files: in one with two scripts a task is hardly about them. */
function isMuchOf(paths: readonly string[], files: RegExp | undefined): boolean {
  if (files === undefined || paths.length === 0) return true
  return paths.filter((path) => files.test(path)).length >= paths.length * LEAST_PART
}
