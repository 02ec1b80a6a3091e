import { estimateTokens } from '#core'
import { subjectWords } from '../words/subject_words.js'
import { topicsOf } from '../words/topics.js'
import { weightOf } from '../words/weak_words.js'
import type { Clause } from './conditions/clause.js'
import { meetsClause, type TaskFacts, taskFacts } from './conditions/meets.js'
import { areasOfTask, touchesGoverned } from './governs/governed.js'
import { EACH_PATH, ENDING, readRule, specificOf } from './read_rule.js'
import { kindOfTask } from './task_kind.js'
import { isHan, type WordForms, wordForms } from './word_forms.js'

/** A rule for the head of a task. */
export interface Rule {
  name: string
  /** The user's words. */
  text: string
  created: string
}

/** What a task is about. */
export interface TaskWords {
  text: string
  /** Paths that it names or that the map ranks for it, best first. */
  files: readonly string[]
  /** The paths of the files that it changes, as far as they are known; the first of `files` when absent. */
  near?: readonly string[]
  /** Names that these files define: a rule may be about what happens there. */
  names?: readonly string[]
  /** Paths and names of the other files of the project: a rule with a word of theirs is about that part of it. */
  elsewhere?: readonly string[]
  /** Every path of the project, or its first ones: a condition may name a part of it. */
  project?: readonly string[]
}

const LINE_TOKENS = 3
/** A longer task is cut: words at the end of a log say little. */
const MOST_CHARS = 20_000
/** The first files are what a task is about; the map ranks more, which in a small project are all. */
const NEAR_FILES = 2
const FOLDER = /^.*\//u
/** Folders and files of every project. */
const FOLDERS = subjectWords(
  'src lib libs app apps pkg internal cmd main index test tests spec web api server core',
)
/** A task that makes something new meets "every new component". */
const CREATES =
  /(?<!\p{L})(?:add|new|creat|writ|introduc|build|make|need|defin|declar|set up|provid|neu|erstell|leg|ergänz|füg|schreib|bau|ajout|cré|nouve|écri|introdui|añad|crea|nuev|escrib|agreg)|新|添加|增加|加|写|寫|建|定义|定義/iu
/**
 * The rules that a task's prompt shows, within so many tokens. A rule that is missed costs the user more than a line that
 * is not needed, and a project has few: so a rule is left out only where something tells that it is about something
 * else. That is a task that writes no code, for rules that are not about conduct; a condition that the task does not
 * meet; a part of the project that the task does not touch; a subject, where the task has another one. Where the rules
 * that are left do not fit, those come first that have to do with the task by their words, their files or their subject.
 * The same input gives the same rules in the same order.
 */
export function chooseRules(rules: readonly Rule[], task: TaskWords, tokens: number): Rule[] {
  const about = aboutOf({ ...task, text: task.text.slice(0, MOST_CHARS) })
  const holding = rules
    .map((rule) => ({ rule, ...fitOf(rule.text, about) }))
    .filter(({ fits }) => fits !== 'out')
  const fitting = holding.sort(
    (a, b) => PLACES[a.fits] - PLACES[b.fits] || b.score - a.score || byAge(a.rule, b.rule),
  )
  let left = tokens
  const chosen = fitting.flatMap(({ rule }) => {
    const cost = estimateTokens(rule.text) + LINE_TOKENS
    if (cost > left) return []
    left -= cost
    return [rule]
  })
  // In the order in which they were said: a newer line wins over an older one.
  return chosen.sort((a, b) => -byAge(a, b))
}

/** What is known about a task, once for all rules. */
interface About {
  task: TaskWords
  words: WordForms
  /** Words of its paths, with the folders of every project. */
  places: ReadonlySet<string>
  /** Words of its own files: their paths, and the names in them. */
  here: WordForms
  /** Words of the other files of the project. */
  elsewhere: WordForms
  /** Words of every path. */
  project: WordForms
  /** It makes something new. */
  creates: boolean
  facts: TaskFacts
  /** The files that it changes, as far as they are known. */
  near: readonly string[]
  topics: ReadonlySet<string>
  kind: ReturnType<typeof kindOfTask>
  /** What it can touch. */
  areas: ReturnType<typeof areasOfTask>
}

function aboutOf(task: TaskWords): About {
  const { text, files, near = files.slice(0, NEAR_FILES) } = task
  const kind = kindOfTask(text)
  const words = subjectWords(text.replace(EACH_PATH, ' '))
  // The folder of a file that the task does not name itself says little: many files are there.
  const paths = [...(text.match(EACH_PATH) ?? []), ...near.map((path) => path.replace(FOLDER, ''))]
  const places = placeWords(paths)
  for (const word of places) if (!FOLDERS.has(word)) words.add(word)
  const here = wordsOfPlaces([...near, ...(task.names ?? [])])
  const elsewhere = wordsOfPlaces(task.elsewhere ?? [])
  const project = wordsOfPlaces(task.project ?? [])
  return {
    task,
    words: wordForms(words),
    places,
    here: wordForms(here),
    elsewhere: wordForms(elsewhere),
    project: wordForms(project),
    creates: CREATES.test(text),
    facts: taskFacts({ text, near, paths: task.project ?? [], kind }),
    near,
    kind,
    areas: areasOfTask({ text, near, kind }),
    // Work beside the code touches no subject of the code, though it may share a word with it.
    topics: kind === 'code' ? topicsOf(text) : new Set(),
  }
}

/** Newest first. */
function byAge(a: Rule, b: Rule): number {
  if (a.created !== b.created) return a.created < b.created ? 1 : -1
  return a.name < b.name ? 1 : -1
}

/**
 * in: it has to do with the task. near: it has a subject of the task, or a word of its files. open: nothing tells. out: it
 * is about something else.
 */
type Fit = 'in' | 'near' | 'open' | 'out'
/** Which come first where not all fit. */
const PLACES: Record<Fit, number> = { in: 0, near: 1, open: 2, out: 3 }

function fitOf(text: string, about: About): { fits: Fit; score: number } {
  const rule = readRule(text)
  const { own, specific, scope, clause, kinds, except, topics } = rule
  const score = specific
    .filter((word) => about.words.has(word))
    .reduce((sum, word) => sum + weightOf(word), 0)
  // A new function may be in any code that is written.
  const needsNew = clause?.creates && !(rule.isOfAnyCode && about.kind === 'code')
  if (needsNew && !about.creates) return { fits: 'out', score }
  // "Never unwrap outside of tests": a test is where the rule does not hold.
  if (except !== null && meetsClause(except.clause, except.kinds, about.facts) === 'yes')
    return { fits: 'out', score }
  const holds = clause && meetsClause(clause, kinds, about.facts)
  const touches = touchesGoverned(rule.areas, about.areas)
  // "… and are only converted in the template": what a sentence ends with or is about may be a part of the rule.
  const mayBePart = clause?.form === 'end' || clause?.form === 'subject'
  if (holds === 'no' && mayBePart && touches) return { fits: 'in', score: score + 1 }
  if (holds === 'no') return { fits: 'out', score }
  if (holds === 'yes') return { fits: 'in', score: score + 1 }
  // An answer changes nothing: what is said about a change does not matter to it, though it may share a word.
  if (clause !== null && about.kind === 'answer' && scope !== 'conduct')
    return { fits: 'out', score }
  const judged = clause === null || holds === 'unknown' ? null : judge(clause, about)
  if (judged !== null) return { fits: judged, score: judged === 'in' ? score + 1 : score }
  if (scope === 'conduct') return { fits: 'in', score }
  if (touches === true) return { fits: 'in', score: score + 1 }
  if (isElsewherePart(rule.part, about)) return { fits: 'out', score }
  // An answer and work beside the code need more than one word of many; a rule about a file may say not to read it.
  const least = about.kind !== 'code' && !rule.namesPath ? Math.min(2, own.length / 2) : 1
  if (score >= least) return { fits: 'in', score }
  // What is not about conduct has to do with code, and what a task cannot touch has nothing to do with it.
  const isUntouched = touches === false && holds !== 'unknown'
  if (about.kind !== 'code' || isUntouched) return { fits: 'out', score: 0 }
  const shared = [...topics].filter((topic) => about.topics.has(topic)).length
  if (shared > 0) return { fits: 'near', score: shared / (topics.size + 1) }
  if (scope === 'code' && topics.size === 0) return { fits: 'in', score: 0 }
  const named = specific.filter((word) => about.here.has(word)).length
  if (named > 0) return { fits: 'near', score: named / (own.length + 1) }
  // A task that no file is known for may be about any of them.
  const isElsewhere = about.near.length > 0 && specific.some((word) => about.elsewhere.has(word))
  const main = about.near.length > 0 ? topics : rule.main
  const hasOther = main.size > 0 && about.topics.size > 0
  return { fits: isElsewhere || hasOther ? 'out' : 'open', score: 0 }
}

/**
 * What the words of a condition tell that names no known kind of work; null: it may be any task. Who states a condition
 * means not every task, so what shares nothing with it is out, unless the two are written in other scripts. A case of the world
 * ("when it rains") is no condition of a task.
 */
function judge(clause: Clause, about: About): Fit | null {
  const { text, form } = clause
  const words = [...subjectWords(text)]
  if (words.some((word) => about.words.has(word) || about.places.has(word))) return 'in'
  const specific = specificOf(words)
  if (specific.length === 0) return null
  if (form === 'folder' || about.kind !== 'code') return 'out'
  if (specific.some((word) => about.words.has(word) || about.here.has(word))) return 'in'
  const topics = topicsOf(text)
  if ([...topics].some((topic) => about.topics.has(topic))) return 'near'
  if (isHan(text) !== isHan(about.task.text)) return 'open'
  if (!clause.isOfWorld) return 'out'
  const isPart = [about.elsewhere, about.project].some((part) =>
    specific.some((word) => part.has(word)),
  )
  return about.near.length > 0 && isPart ? 'out' : 'open'
}

/** Whether a rule ends with a part of the project ("… in the parser") that the task does not name or change. */
function isElsewherePart(part: readonly string[], about: About): boolean {
  if (!part.some((word) => about.project.has(word))) return false
  return !part.some((word) => [about.words, about.places, about.here].some((of) => of.has(word)))
}

/** The words of paths and names, without the folders of every project. */
function wordsOfPlaces(places: readonly string[]): Set<string> {
  const words = placeWords(places.map((place) => place.replaceAll('_', ' ')))
  for (const word of FOLDERS) words.delete(word)
  return words
}

function placeWords(paths: readonly string[]): Set<string> {
  return subjectWords(paths.map((path) => path.replace(ENDING, '')).join(' '))
}
