import { typedWords, withoutSecrets } from '#core'
import type { Ledger } from '#ledger'
import { lineOf } from '../notes/note.js'
import { slugOf } from '../notes/slug.js'
import { subjectWords } from '../words/subject_words.js'
import { weightOf } from '../words/weak_words.js'
import { commonSteps } from './common_steps.js'
import { type SolvedTask, type Step, stepsOf } from './steps_of.js'

/** What solved several tasks of a folder, after something had failed. */
export interface Recipe {
  /** Letters, digits and `-`. */
  name: string
  /** Words that the tasks have in common, at most five. */
  words: readonly string[]
  steps: readonly Step[]
  /** What was asked, newest first. */
  asked: readonly string[]
  taskIds: readonly string[]
  /** What failed on the way, each once. */
  failed: readonly string[]
}

/** The newest tasks that are compared with each other. */
const MOST_TASKS = 60
const MOST_RECIPES = 5
const MOST_WORDS = 5
const MOST_FAILED = 4
/** Steps beside tests: "edit a file, run the tests" is what every task does. */
const LEAST_STEPS = 2
const ASKED_CHARS = 100
const FAILED_CHARS = 160

/**
 * What the ended tasks of a folder teach (row 232), without a model: tasks that were solved after a failure and that
 * have at least two steps in common, of which one is a command that is no test. The same ledger gives the same recipes.
 * A step that holds a secret is no recipe.
 */
export function findRecipes(ledger: Pick<Ledger, 'tasks' | 'find'>): Recipe[] {
  const solved = ledger
    .tasks({ status: ['resolved'] })
    .slice(0, MOST_TASKS)
    .map((task) => stepsOf(task, ledger))
    .filter((one) => one !== null)
  const pairs = solved.flatMap((one, at) =>
    solved.slice(at + 1).map((other) => ({ one, steps: commonSteps(one.steps, other.steps) })),
  )
  const found = new Map<string, { steps: Step[]; from: SolvedTask[] }>()
  for (const { steps } of pairs.sort((a, b) => b.steps.length - a.steps.length)) {
    if (!isRecipe(steps)) continue
    const from = solved.filter((one) => commonSteps(steps, one.steps).length === steps.length)
    const isPart = [...found.values()].some(
      (known) => commonSteps(known.steps, steps).length === steps.length,
    )
    if (!isPart) found.set(keyOf(steps), { steps, from })
    if (found.size >= MOST_RECIPES) break
  }
  const taken = new Set<string>()
  return [...found.values()].map(({ steps, from }) => recipeOf(steps, from, taken))
}

function isRecipe(steps: readonly Step[]): boolean {
  const own = steps.filter(({ kind }) => kind !== 'test')
  if (own.length < LEAST_STEPS || !own.some(({ kind }) => kind === 'command')) return false
  return own.every(({ what }) => withoutSecrets(what) === what)
}

function keyOf(steps: readonly Step[]): string {
  return steps.map(({ kind, what }) => `${kind} ${what}`).join('\n')
}

function recipeOf(steps: Step[], from: readonly SolvedTask[], taken: Set<string>): Recipe {
  const words = commonWords(from.map(({ task }) => typedWords(task.text)))
  const command = steps.find(({ kind }) => kind === 'command')?.what ?? ''
  const title = words.length > 1 ? words.slice(0, 3).join(' ') : command.replace(/[^\w\s-]/g, ' ')
  const base = slugOf(title).slice(0, 40).replace(/-+$/, '') || 'recipe'
  let name = base
  for (let at = 2; taken.has(name); at += 1) name = `${base}-${at}`
  taken.add(name)
  const failed = from.flatMap((one) => one.failed).map((text) => lineOf(text, FAILED_CHARS))
  return {
    name,
    words,
    steps,
    asked: from.map(({ task }) => lineOf(withoutSecrets(typedWords(task.text)), ASKED_CHARS)),
    taskIds: from.map(({ task }) => task.id),
    failed: [...new Set(failed)].map(withoutSecrets).slice(0, MOST_FAILED),
  }
}

/** Words that all of these texts have, as the first one writes them. */
function commonWords(texts: readonly string[]): string[] {
  const [first = '', ...others] = texts
  const known = others.map((text) => subjectWords(text))
  const words = first.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const shared = words.filter((word) =>
    [...subjectWords(word)].some(
      (stem) => weightOf(stem) === 1 && known.every((own) => own.has(stem)),
    ),
  )
  return [...new Set(shared)].slice(0, MOST_WORDS)
}
