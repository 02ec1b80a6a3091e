import { estimateTokens } from '#core'
import { subjectWords } from '../words/subject_words.js'

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
}

/** When a rule holds: "in tests, …", "for SQL …", "when you write a migration, …", "… in Python files". */
const CONDITION = [
  /^(?:in|for|when(?:ever)?|before|after|on|inside|under|with(?:in)?|if)\s+([^,，:]{2,60})[,，:]/iu,
  /^(?:bei|für|im|in|beim|wenn|vor|nach)\s+([^,:]{2,60})[,:]/iu,
  /^(?:dans|pour|quand|lors de|avant|après|si)\s+([^,:]{2,60})[,:]/iu,
  /^(?:en|para|cuando|antes de|después de|si)\s+([^,:]{2,60})[,:]/iu,
  /^(?:在|当|對於|对于)([^，,：]{1,20})(?:时|時|中|里|裡|的时候)?[，,：]/u,
]
/** Conditions that any task of writing code may meet: they exclude nothing. */
const ANY_TASK = new Set(
  'project repo repository codebase code file function method class variable name naming task change edit commit message test tests bug fix feature doubt style comment log error work done finish start begin new write code team package general'
    .split(' ')
    .flatMap((word) => [...subjectWords(word)]),
)
/** "In this project" is where every task of the folder is. */
const HERE =
  /\b(?:this|our|diese[mns]?|unser(?:em)?|ce|notre|este|nuestro) (?:project|repo|repository|codebase|team|projekt|projet|dépôt|proyecto|repositorio)\b|[这這本](?:个|個)?(?:项目|項目|仓库|倉庫)|我们的(?:项目|仓库)/iu
const LINE_TOKENS = 3
/** What the newest rules get where none has to do with the task. */
const NEWEST_SHARE = 0.25
/** Words of which so many characters are equal are forms of one word. */
const FORM_CHARS = 6
/** The way of working, whatever a task is about: answers, comments, checks, style, and what holds after each change. */
const GENERAL =
  /\b(?:answer|respond|reply|explain|speak|sentences|comments?|indent\w*|tabs|spaces|semicolons?|quotes|lint\w*|format\w*|prettier|gofmt|eslint|after (?:each|every|any|all) (?:change|edit|task)s?|before (?:finishing|you finish|each commit|every commit)|commits?|branch\w*|push|global variables|antworte|erkläre|kommentier\w*|nach jeder änderung|vor dem (?:commit|ende)|einrück\w*|réponds|commente\w*|avant de finir|après chaque|variables globales|respóndeme|responde|comenta\w*|después de cada|antes de terminar)\b|回答|注释|註解|每次|提交|缩进/iu
/** Names of languages, and the endings of their files. */
const LANGUAGES: readonly [name: RegExp, files: RegExp][] = [
  [/\bpython\b/iu, /\.pyi?$/],
  [/\btypescript\b/iu, /\.[cm]?tsx?$/],
  [/\bjavascript\b/iu, /\.[cm]?jsx?$/],
  [/\bgo(?:lang)?\b/iu, /\.go$/],
  [/\brust\b/iu, /\.rs$/],
  [/\bjava\b/iu, /\.java$/],
  [/\bc\+\+|\bcpp\b/iu, /\.(?:cc|cpp|cxx|hpp|hh|h)$/],
  [/\bsql\b|\bmigrations?\b/iu, /\.sql$|migrations?\//],
  [/\bcss\b|\bstyles?heets?\b/iu, /\.(?:css|scss|less)$/],
  [/\bmarkdown\b|\bdocs?\b|\bdocumentation\b|\breadme\b/iu, /\.(?:md|rst|txt)$|^docs?\//],
  [/\bshell\b|\bbash\b/iu, /\.(?:sh|bash)$/],
]

/**
 * The rules that a task's prompt shows, best first, within so many tokens. A rule with a condition that has nothing to
 * do with the task is left out; one without a condition holds for every task of its folder. The same input gives the
 * same rules in the same order. Where not all fit, only those are shown that share words with the task or that name the
 * way of working: one more that has nothing to do with it would cost tokens and help nobody.
 */
export function chooseRules(rules: readonly Rule[], task: TaskWords, tokens: number): Rule[] {
  const about = subjectWords([task.text, ...task.files].join(' '))
  const holding = rules
    .map((rule) => ({ rule, score: scoreOf(rule.text, task, about) }))
    .filter(({ score }) => score >= 0)
  const all = holding.reduce((sum, { rule }) => sum + estimateTokens(rule.text) + LINE_TOKENS, 0)
  const near = holding.filter(
    ({ rule, score }) => all <= tokens || score > 0 || GENERAL.test(rule.text),
  )
  const isNone = near.length === 0
  const fitting = (isNone ? holding : near).sort(
    (a, b) => b.score - a.score || byAge(a.rule, b.rule),
  )
  let left = isNone ? tokens * NEWEST_SHARE : tokens
  const chosen = fitting.flatMap(({ rule }) => {
    const cost = estimateTokens(rule.text) + LINE_TOKENS
    if (cost > left) return []
    left -= cost
    return [rule]
  })
  // In the order in which they were said: a newer line wins over an older one.
  return chosen.sort((a, b) => -byAge(a, b))
}

/** Newest first. */
function byAge(a: Rule, b: Rule): number {
  if (a.created !== b.created) return a.created < b.created ? 1 : -1
  return a.name < b.name ? 1 : -1
}

/** Shared words; -1: the rule's condition excludes the task. */
function scoreOf(text: string, task: TaskWords, about: ReadonlySet<string>): number {
  const shared = [...subjectWords(text)].filter((word) => hasForm(word, about)).length
  const condition = conditionOf(text)
  if (condition === null) return shared
  const words = [...subjectWords(condition)]
  const isOpen = words.length === 0 || words.some((word) => ANY_TASK.has(word))
  const meets = words.some((word) => about.has(word)) || speaksLanguage(condition, task)
  if (meets) return shared + 1
  return isOpen ? shared : -1
}

/** Whether a text has a word or another form of it: `redondear` and `redondeado`. Chinese pairs have one form. */
function hasForm(word: string, words: ReadonlySet<string>): boolean {
  if (words.has(word)) return true
  if (word.length < FORM_CHARS) return false
  const start = word.slice(0, FORM_CHARS)
  for (const other of words) if (other.startsWith(start)) return true
  return false
}

function conditionOf(text: string): string | null {
  for (const pattern of CONDITION) {
    const found = pattern.exec(text.trim())?.[1]
    if (found !== undefined) return HERE.test(found) ? null : found
  }
  return null
}

function speaksLanguage(condition: string, { text, files }: TaskWords): boolean {
  return LANGUAGES.some(
    ([name, ending]) =>
      name.test(condition) && (name.test(text) || files.some((path) => ending.test(path))),
  )
}
