import type { Clause } from './clause.js'
import { KINDS, type Kind, plainLetters } from './kinds.js'

/** What is known about a task. */
interface TaskFacts {
  text: string
  /** Files that it changes, as far as they are known. */
  near: readonly string[]
  /** Paths of the project. */
  paths: readonly string[]
  kind: 'answer' | 'beside' | 'code'
}

/** A task of which no file is known may change a file of a kind that has so large a part of the project. */
const LEAST_PART = 0.25

/** A condition that says to explain or to answer. */
const ANSWERS =
  /\b(?:explain|answer|describ|erklär|antwort|beschreib|expli|répon|décri|respond|contest|descri)|解释|回答|说明/iu

/**
 * Whether a task meets what a rule states, by the kinds of work that the program knows.
 * @returns  `unknown` where only its files would tell, and they are not known; null where the clause names no known kind
 */
export function meetsClause(clause: Clause, task: TaskFacts): 'yes' | 'no' | 'unknown' | null {
  const said = plainLetters(clause.text)
  const kinds = KINDS.filter(({ says }) => says.test(said))
  if (kinds.length === 0) return null
  // An answer changes nothing, so what is said about changes does not matter to it.
  if (task.kind === 'answer') return ANSWERS.test(clause.text) ? 'yes' : 'no'
  const plain = `${plainLetters(task.text)} ${task.text.toLowerCase()}`
  const answers = kinds.map((kind) => meetsKind(kind, { ...task, plain }))
  if (answers.includes('yes')) return 'yes'
  // "SQL migrations": what is no migration does not meet it, whatever its files are.
  return answers.includes('no') ? 'no' : 'unknown'
}

function meetsKind(
  { task, form, files, byFiles }: Kind,
  about: TaskFacts & { plain: string },
): 'yes' | 'no' | 'unknown' {
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
