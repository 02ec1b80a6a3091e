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
const LINE_TOKENS = 3
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
 * same rules in the same order.
 */
export function chooseRules(rules: readonly Rule[], task: TaskWords, tokens: number): Rule[] {
  const about = subjectWords([task.text, ...task.files].join(' '))
  const fitting = rules
    .map((rule) => ({ rule, score: scoreOf(rule.text, task, about) }))
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score || byAge(a.rule, b.rule))
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

/** Newest first. */
function byAge(a: Rule, b: Rule): number {
  if (a.created !== b.created) return a.created < b.created ? 1 : -1
  return a.name < b.name ? 1 : -1
}

/** Shared words; -1: the rule's condition excludes the task. */
function scoreOf(text: string, task: TaskWords, about: ReadonlySet<string>): number {
  const shared = [...subjectWords(text)].filter((word) => about.has(word)).length
  const condition = conditionOf(text)
  if (condition === null) return shared
  const words = [...subjectWords(condition)]
  const isOpen = words.length === 0 || words.some((word) => ANY_TASK.has(word))
  const meets = words.some((word) => about.has(word)) || speaksLanguage(condition, task)
  if (meets) return shared + 1
  return isOpen ? shared : -1
}

function conditionOf(text: string): string | null {
  for (const pattern of CONDITION) {
    const found = pattern.exec(text.trim())?.[1]
    if (found !== undefined) return found
  }
  return null
}

function speaksLanguage(condition: string, { text, files }: TaskWords): boolean {
  return LANGUAGES.some(
    ([name, ending]) =>
      name.test(condition) && (name.test(text) || files.some((path) => ending.test(path))),
  )
}
