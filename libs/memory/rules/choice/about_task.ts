import { subjectWords } from '../../words/subject_words.js'
import { topicsOf } from '../../words/topics.js'
import { type TaskFacts, taskFacts } from '../conditions/meets.js'
import { areasOfTask, isOfOneForm } from '../governs/governed.js'
import { isUnderstood } from '../governs/understood.js'
import { EACH_PATH, ENDING } from '../read_rule.js'
import { kindOfTask } from '../task_kind.js'
import { type WordForms, wordForms } from '../word_forms.js'

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

/** The first files are what a task is about; the map ranks more, which in a small project are all. */
const NEAR_FILES = 2
const FOLDER = /^.*\//u
/** Folders and files of every project. */
export const FOLDERS = subjectWords(
  'src lib libs app apps pkg internal cmd main index test tests spec web api server core',
)
/** A task that makes something new meets "every new component". */
const CREATES =
  /(?<!\p{L})(?:add|new|creat|writ|introduc|build|make|need|defin|declar|set up|provid|neu|erstell|leg|ergänz|füg|schreib|bau|ajout|cré|nouve|écri|introdui|añad|crea|nuev|escrib|agreg)|新|添加|增加|加|写|寫|建|定义|定義/iu
/** What is known about a task, once for all rules. */
export interface About {
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
  /** Its words are known, so what it does not touch can be said. */
  understood: boolean
}

/** Reads a task. */
export function aboutOf(task: TaskWords): About {
  const { text, files, near = files.slice(0, NEAR_FILES) } = task
  const kind = kindOfTask(text)
  const words = subjectWords(text.replace(EACH_PATH, ' '))
  // The folder of a file that the task does not name itself says little: many files are there.
  const paths = [...(text.match(EACH_PATH) ?? []), ...near.map((path) => path.replace(FOLDER, ''))]
  const places = placeWords(paths)
  for (const word of places) if (!FOLDERS.has(word)) words.add(word)
  const here = wordsOfPlaces([...near, ...(task.names ?? [])])
  const elsewhere = wordsOfPlaces(task.elsewhere ?? [])
  const project = wordForms(wordsOfPlaces(task.project ?? []))
  const areas = areasOfTask({ text, near, kind })
  return {
    task,
    words: wordForms(words),
    places,
    here: wordForms(here),
    elsewhere: wordForms(elsewhere),
    project,
    creates: CREATES.test(text),
    facts: taskFacts({ text, near, paths: task.project ?? [], kind }),
    near,
    kind,
    areas,
    understood: isOfOneForm(text) || (areas.size > 0 && isUnderstood(text, project)),
    // Work beside the code touches no subject of the code, though it may share a word with it.
    topics: kind === 'code' ? topicsOf(text) : new Set(),
  }
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
