import { estimateTokens } from '#core'
import { withoutOpenings } from '../words/openings.js'
import { subjectWords } from '../words/subject_words.js'
import { topicsOf } from '../words/topics.js'
import { weightOf } from '../words/weak_words.js'
import { type Clause, clauseOf } from './conditions/clause.js'
import { meetsClause } from './conditions/meets.js'
import { areasOfTask, touchesGoverned } from './governs/governed.js'
import { scopeOfRule } from './rule_scope.js'
import { kindOfTask } from './task_kind.js'

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

/** Conditions that any task of writing code may meet: they exclude nothing. */
const ANY_TASK = new Set(
  'project repo repository codebase code file function method class variable name naming task change edit commit message test tests bug fix feature doubt style comment log error work done finish start begin new write code team package general'
    .split(' ')
    .flatMap((word) => [...subjectWords(word)]),
)
const LINE_TOKENS = 3
/** A longer task is cut: words at the end of a log say little. */
const MOST_CHARS = 20_000
/** The first files are what a task is about; the map ranks more, which in a small project are all. */
const NEAR_FILES = 2
/** A path or the name of a file. Each begins where its characters begin, so a long word is read once. */
const PATH =
  /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)+|(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+\.[a-z]{1,5}\b/u
const EACH_PATH = new RegExp(PATH, 'gu')
const FOLDER = /^.*\//u
/** The ending of a file says only its language. */
const ENDING = /\.[a-z]{1,5}$/u
/** "snake_case for JSON keys": what a rule about the form of code is for. */
const PURPOSE =
  /\b(?:for|für|pour|para)\s+(?!(?:bad|invalid|wrong|all|any|every|each|public|private|new|alle|jede[ns]?|tous|toutes|todos|todas)\b)([^,;，；]{2,80})/iu
/** "Prices are always …": the thing that a sentence is about. */
const THING =
  /^[\s,:;]*(\p{L}[\p{L}\d'’ -]{1,30}?)\s(?:(?:is|are|must|may|has|have|need|come|go|get|stay)s?|sind|ist|werden|wird|müssen|muss|dürfen|darf|sont|est|doivent|doit|vont|va|son|es|van|deben|debe|están)(?!\p{L})|^[\s,:：，]*(?:所有的?)?(\p{Script=Han}{2,6}?)(?:都|一律|必须|必須|总是|總是|统一|只能)/iu
/** "Never call unwrap in the parser.": the part of the project where it holds. */
const PART_AT_END =
  /\s(?:in the|inside the|within the|im|in der|in dem|dans le|dans la|en el|en la) ([\p{L}\p{N}_-]+)[.!\s]*$/iu
/** Folders and files of every project. */
const FOLDERS = subjectWords(
  'src lib libs app apps pkg internal cmd main index test tests spec web api server core',
)
/** "outside of tests": the rule is not about them. */
const EXCEPTION =
  /\b(?:outside (?:of )?|except (?:in |for )?|unless |außer(?:halb)? (?:in |bei |von )?|sauf (?:dans )?|hors |salvo (?:en )?|excepto (?:en )?|fuera de )(?:the |den |les |las |los )?[\p{L}\p{N}_]+/giu
/** A task that makes something new meets "every new component". */
const CREATES =
  /(?<!\p{L})(?:add|new|creat|writ|introduc|build|make|need|defin|declar|set up|provid|neu|erstell|leg|ergänz|füg|schreib|bau|ajout|cré|nouve|écri|introdui|añad|crea|nuev|escrib|agreg)|新|添加|增加|加|写|寫|建|定义|定義/iu
/** Words of which so many characters are equal are forms of one word. */
const FORM_CHARS = 6
/** A shorter word has no ending; a longer ending makes another word. */
const LEAST_CHARS = 4
const ENDING_CHARS = 2
/** A shorter end of a word is an ending, or chance. */
const COMPOUND_CHARS = 5
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
  words: ReadonlySet<string>
  /** Words of its paths, with the folders of every project. */
  places: ReadonlySet<string>
  /** Words of its own files: their paths, and the names in them. */
  here: ReadonlySet<string>
  /** Words of the other files of the project. */
  elsewhere: ReadonlySet<string>
  /** Words of every path. */
  project: ReadonlySet<string>
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
    words,
    places,
    here,
    elsewhere,
    project,
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
  const plain = withoutOpenings(text).replace(EACH_PATH, (path) => path.replace(ENDING, ''))
  const own = [...subjectWords(plain)]
  const specific = own.filter((word) => !ANY_TASK.has(word))
  const score = specific
    .filter((word) => hasForm(word, about.words))
    .reduce((sum, word) => sum + weightOf(word), 0)
  const scope = scopeOfRule(text)
  const said = clauseOf(text)
  // "Ask me before you delete a file": what ends so is about conduct, and a task may come there on its way.
  const clause = said?.form === 'end' && scope === 'conduct' ? null : said
  if (clause?.creates && !CREATES.test(about.task.text)) return { fits: 'out', score }
  const facts = { ...about, text: about.task.text, paths: about.task.project ?? [] }
  const holds = clause && meetsClause(clause, facts)
  // "Never unwrap outside of tests": a test is where the rule does not hold.
  if (isExcepted(text, facts)) return { fits: 'out', score }
  const touches = touchesGoverned(text.replace(EXCEPTION, ' '), about.areas)
  // "… and are only converted in the template": a place at the end may be a part of the rule.
  if (holds === 'no' && (clause?.form === 'end' || clause?.form === 'subject') && touches)
    return { fits: 'in', score: score + 1 }
  if (holds === 'no') return { fits: 'out', score }
  if (holds === 'yes') return { fits: 'in', score: score + 1 }
  // An answer changes nothing: what is said about a change does not matter to it, though it may share a word.
  if (clause !== null && about.kind === 'answer' && scope !== 'conduct')
    return { fits: 'out', score }
  const judged = clause === null || holds === 'unknown' ? null : judge(clause, about)
  if (judged === 'in') return { fits: 'in', score: score + 1 }
  if (judged !== null) return { fits: judged, score }
  if (scope === 'conduct') return { fits: 'in', score }
  if (touches !== true && isElsewherePart(plain, about)) return { fits: 'out', score }
  if (touches === true) return { fits: 'in', score: score + 1 }
  // An answer and work beside the code need more than one word of many; a rule about a file may say not to read it.
  const least = about.kind !== 'code' && !PATH.test(text) ? Math.min(2, own.length / 2) : 1
  if (score >= least) return { fits: 'in', score }
  // What is not about conduct has to do with code.
  if (about.kind !== 'code') return { fits: 'out', score: 0 }
  if (touches === false && about.kind === 'code' && score < 1) return { fits: 'out', score }
  const purpose = scope === 'code' ? (PURPOSE.exec(text)?.[1] ?? '') : text.replace(EXCEPTION, ' ')
  const topics = topicsOf(purpose)
  const shared = [...topics].filter((topic) => about.topics.has(topic)).length
  if (shared > 0) return { fits: 'near', score: shared / (topics.size + 1) }
  if (scope === 'code' && topics.size === 0) return { fits: 'in', score: 0 }
  const named = specific.filter((word) => hasForm(word, about.here)).length
  if (named > 0) return { fits: 'near', score: named / (own.length + 1) }
  // A task that no file is known for may be about any of them.
  const isElsewhere =
    about.near.length > 0 && specific.some((word) => hasForm(word, about.elsewhere))
  const main = about.near.length > 0 ? topics : topicsOf(mainThing(plain))
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
  const specific = words.filter((word) => !ANY_TASK.has(word))
  if (specific.length === 0) return null
  if (form === 'folder' || about.kind !== 'code') return 'out'
  if (specific.some((word) => hasForm(word, about.words) || hasForm(word, about.here))) return 'in'
  const topics = topicsOf(text)
  if ([...topics].some((topic) => about.topics.has(topic))) return 'near'
  if (isHan(text) !== isHan(about.task.text)) return 'open'
  if (!clause.isOfWorld) return 'out'
  const isPart = [about.elsewhere, about.project].some((part) =>
    specific.some((word) => hasForm(word, part)),
  )
  return about.near.length > 0 && isPart ? 'out' : 'open'
}

/** Whether a task is where a rule says that it does not hold. */
function isExcepted(text: string, task: Parameters<typeof meetsClause>[1]): boolean {
  const except = text.match(EXCEPTION)?.join(' ')
  return except !== undefined && meetsClause({ text: except, form: 'opening' }, task) === 'yes'
}

/** Whether a rule ends with a part of the project ("… in the parser") that the task does not name or change. */
function isElsewherePart(text: string, about: About): boolean {
  const part = [...subjectWords(PART_AT_END.exec(text)?.[1] ?? '')]
  if (!part.some((word) => about.project.has(word))) return false
  return !part.some((word) => [about.words, about.places, about.here].some((of) => of.has(word)))
}

/** What a sentence about a thing is about, and what "use X for Y" is for; '' where its form does not tell. */
function mainThing(text: string): string {
  const [, latin = '', chinese = ''] = THING.exec(text) ?? []
  return `${latin} ${chinese} ${PURPOSE.exec(text)?.[1] ?? ''}`
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

/** Whether a text has a word or another form of it: `redondear` and `redondeado`. Chinese pairs have one form. */
function hasForm(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true
  if (word.length < LEAST_CHARS || isHan(word)) return false
  for (const other of words) {
    const [short, long] = word.length < other.length ? [word, other] : [other, word]
    if (short.length < LEAST_CHARS || isHan(other)) continue
    const same = sameChars(short, long)
    if (same >= FORM_CHARS) return true
    if (same >= LEAST_CHARS && long.length - same <= ENDING_CHARS) return true
    // The last part of a compound: `Monatsübersicht` is an `Übersicht`.
    if (short.length >= COMPOUND_CHARS && long.endsWith(short)) return true
  }
  return false
}

/** How many characters two words begin with. */
function sameChars(short: string, long: string): number {
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  return at
}

function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word)
}
