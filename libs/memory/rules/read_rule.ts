import { withoutOpenings } from '../words/openings.js'
import { subjectWords } from '../words/subject_words.js'
import { topicsOf } from '../words/topics.js'
import { type Clause, clauseOf } from './conditions/clause.js'
import { type ClauseKinds, kindsOf } from './conditions/meets.js'
import { areasOfCondition, areasOfRule } from './governs/governed.js'
import { type RuleScope, scopeOfRule } from './rule_scope.js'

/** Conditions that any task of writing code may meet: they exclude nothing. */
const ANY_TASK = new Set(
  'project repo repository codebase code file function method class variable name naming task change edit commit message test tests bug fix feature doubt style comment log error work done finish start begin new write code team package general 函数 方法 变量 funktion methode klasse fonction méthode classe función método clase'
    .split(' ')
    .flatMap((word) => [...subjectWords(word)]),
)
/** A path or the name of a file. Each begins where its characters begin, so a long word is read once. */
const PATH =
  /(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]+(?:\/[\p{L}\p{N}_.-]+)+|(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+\.[a-z]{1,5}\b/u
export const EACH_PATH = new RegExp(PATH, 'gu')
/** The ending of a file says only its language. */
export const ENDING = /\.[a-z]{1,5}$/u
/** "snake_case for JSON keys": what a rule about the form of code is for. */
const PURPOSE =
  /\b(?:for|für|pour|para)\s+(?!(?:bad|invalid|wrong|all|any|every|each|public|private|new|alle|jede[ns]?|tous|toutes|todos|todas)\b)([^,;，；]{2,80})/iu
/** "Prices are always …": the thing that a sentence is about. */
const THING =
  /^[\s,:;]*(\p{L}[\p{L}\d'’ -]{1,30}?)\s(?:(?:is|are|must|may|has|have|need|come|go|get|stay)s?|sind|ist|werden|wird|müssen|muss|dürfen|darf|sont|est|doivent|doit|vont|va|son|es|van|deben|debe|están)(?!\p{L})|^[\s,:：，]*(?:所有的?)?(\p{Script=Han}{2,6}?)(?:都|一律|必须|必須|总是|總是|统一|只能)/iu
/** "Never call unwrap in the parser.": the part of the project where it holds. */
const PART_AT_END =
  /\s(?:in the|inside the|within the|im|in der|in dem|dans le|dans la|en el|en la) ([\p{L}\p{N}_-]+)[.!\s]*$/iu
/** "outside of tests": the rule is not about them. */
const EXCEPTION =
  /\b(?:outside (?:of )?|except (?:in |for )?|unless |außer(?:halb)? (?:in |bei |von )?|sauf (?:dans )?|hors |salvo (?:en )?|excepto (?:en )?|fuera de )(?:the |den |les |las |los )?[\p{L}\p{N}_]+/giu
/** Rules that are read once; more are read again. */
const MOST_READ = 2_000

/** What a rule's text tells by itself, whatever the task is. */
export interface ReadRule {
  /** Its words, as stems. */
  own: readonly string[]
  /** Those that not every task has. */
  specific: readonly string[]
  scope: RuleScope
  /** When it holds. */
  clause: Clause | null
  kinds: ClauseKinds
  /** The areas of its condition. */
  conditionAreas: ReturnType<typeof areasOfCondition>
  /** Where it does not hold. */
  except: { clause: Clause; kinds: ClauseKinds } | null
  /** What it governs. */
  areas: ReturnType<typeof areasOfRule>
  topics: ReadonlySet<string>
  /** The subject of the thing that it is about. */
  main: ReadonlySet<string>
  /** The part of the project that it ends with. */
  part: readonly string[]
  namesPath: boolean
  /** Its condition names what all code is made of: "Every new function …". */
  isOfAnyCode: boolean
}

const read = new Map<string, ReadRule>()

/** Reads a rule; the same text is read once. */
export function readRule(text: string): ReadRule {
  const known = read.get(text)
  if (known !== undefined) return known
  if (read.size >= MOST_READ) read.clear()
  const rule = readText(text)
  read.set(text, rule)
  return rule
}

function readText(text: string): ReadRule {
  const plain = withoutOpenings(text).replace(EACH_PATH, (path) => path.replace(ENDING, ''))
  const own = [...subjectWords(plain)]
  const scope = scopeOfRule(text)
  const said = clauseOf(text)
  // "Ask me before you delete a file": what ends so is about conduct, and a task may come there on its way.
  const clause = said?.form === 'end' && scope === 'conduct' ? null : said
  const except = text.match(EXCEPTION)?.join(' ')
  const holds = text.replace(EXCEPTION, ' ')
  return {
    own,
    specific: specificOf(own),
    scope,
    clause,
    kinds: kindsOf(clause?.text ?? ''),
    conditionAreas: areasOfCondition(clause?.text ?? ''),
    except: except ? { clause: { text: except, form: 'opening' }, kinds: kindsOf(except) } : null,
    areas: areasOfRule(holds),
    topics: topicsOf(scope === 'code' ? (PURPOSE.exec(text)?.[1] ?? '') : holds),
    main: topicsOf(mainThing(plain)),
    part: [...subjectWords(PART_AT_END.exec(plain)?.[1] ?? '')],
    namesPath: PATH.test(text),
    isOfAnyCode: clause !== null && specificOf([...subjectWords(clause.text)]).length === 0,
  }
}

/** The words that not every task of writing code has. */
export function specificOf(words: readonly string[]): string[] {
  return words.filter((word) => !ANY_TASK.has(word))
}

/** What a sentence about a thing is about, and what "use X for Y" is for; '' where its form does not tell. */
function mainThing(text: string): string {
  const [, latin = '', chinese = ''] = THING.exec(text) ?? []
  return `${latin} ${chinese} ${PURPOSE.exec(text)?.[1] ?? ''}`
}
