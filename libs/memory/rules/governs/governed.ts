import { withoutOpenings } from '../../words/openings.js'
import { CRAFT_ROWS } from './craft_rows.js'
import { FEATURE_ROWS } from './feature_rows.js'
import type { GovernedRow } from './governed_row.js'
import { MACHINE_ROWS } from './machine_rows.js'
import { SAFETY_ROWS } from './safety_rows.js'
import { SCREEN_ROWS } from './screen_rows.js'
import { SERVER_ROWS } from './server_rows.js'
import { STORE_ROWS } from './store_rows.js'
import { SURROUNDINGS_ROWS } from './surroundings_rows.js'
import { TOOL_ROWS } from './tool_rows.js'
import { type WordIndex, wordIndex } from './word_index.js'

interface Area {
  row: GovernedRow
  /** A task that writes no code can touch it. */
  isBeside?: true
}

const AREAS: readonly Area[] = [
  ...[
    ...SCREEN_ROWS,
    ...SERVER_ROWS,
    ...SAFETY_ROWS,
    ...STORE_ROWS,
    ...MACHINE_ROWS,
    ...TOOL_ROWS,
    ...FEATURE_ROWS,
    ...CRAFT_ROWS,
  ].map((row) => ({ row })),
  ...SURROUNDINGS_ROWS.map((row): Area => ({ row, isBeside: true })),
]
/** "Every HTTP call must …": so many words name what a rule is about. */
const SUBJECT_WORDS = 4
/** So many words say what it is about. */
const FIRST_WORDS = 6

/** The indexes of all rows. */
interface Indexes {
  /** What a rule about an area says. */
  says: WordIndex
  /** What its first words say. */
  subjects: WordIndex
  /** What a task says that touches an area. */
  touches: WordIndex
}

let built: Indexes | undefined

/** They are made when the first rule is read. */
function indexes(): Indexes {
  if (built !== undefined) return built
  const rows = AREAS.map(({ row }) => row)
  built = {
    says: wordIndex(
      rows.map(({ says }) => [says]),
      rows.map(({ han }) => [han]),
    ),
    subjects: wordIndex(
      rows.map(({ subject = '' }) => [subject]),
      [],
    ),
    touches: wordIndex(
      rows.map(({ says, task, subject = '', families = [] }) => [
        `${subject} ${says} ${task}`,
        ...families.map(({ words }) => words),
      ]),
      rows.map(({ han, hanTask = '', families = [] }) => [
        `${han} ${hanTask}`,
        ...families.map((family) => family.han),
      ]),
    ),
  }
  return built
}

/** "Add a test that …": what a program does is not changed. */
const ONLY_TESTS =
  /^(?:please |bitte |por favor )?(?:(?:write|add|create|schreibe?|ergänze|füge|ajoute|écris|escribe|añade|crea)\s+(?:(?:an?|some|more|the|missing|unit|integration|property|einen|ein|weitere|une?|des|les|una?s?|las?)\s+)*(?:[\w-]+[ -])?(?:tests?|specs?|pruebas?)(?!\p{L})|cover\s|test (?:that|whether|if|the)\s|teste,? (?:dass|ob)\s)|^(?:给|为).*(?:写|加|补)(?:一个|个|些|上)?(?:单元)?测试/iu

/** "Rename A to B", "Move A into B": nothing else is changed. */
const ONLY_NAMES =
  /^(?:please |bitte |por favor )?(?:rename|move|benenne|verschiebe|renomme|déplace|renombra|mueve)\s|^(?:把)?.{0,40}(?:重命名|改名|移动到|移到)/iu

/** Two sentences say more than a new name. */
const SENTENCES = /[.;。；]\s*\p{L}/u

/** Whether a task says by its form that it only writes tests or only gives names. */
export function isOfOneForm(text: string): boolean {
  const plain = text.trim()
  return ONLY_TESTS.test(plain) || (ONLY_NAMES.test(plain) && !SENTENCES.test(plain))
}

/** What is known about a task. */
interface TaskFacts {
  text: string
  /** Files that it changes, as far as they are known. */
  near: readonly string[]
  kind: 'answer' | 'beside' | 'code'
}

/** The areas that a task can touch: once for all rules. An answer touches none. */
export function areasOfTask({ text, near, kind }: TaskFacts): ReadonlySet<number> {
  if (kind === 'answer') return new Set()
  const writesNone = kind === 'beside' || (ONLY_NAMES.test(text.trim()) && !SENTENCES.test(text))
  const onlyTests = ONLY_TESTS.test(text.trim())
  const named = indexes().touches.rowsOf(text)
  const touched = [...AREAS.keys()].filter((at) => {
    const { row, isBeside } = AREAS[at] ?? {}
    if (row === undefined || (writesNone && !isBeside)) return false
    if (onlyTests && row.isOfTests !== true && !isBeside) return false
    const { form, files } = row
    return named.has(at) || form?.test(text) || (files && near.some((path) => files.test(path)))
  })
  return new Set(touched)
}

/** What a rule governs. */
export interface GovernedAreas {
  all: ReadonlySet<number>
  /** Those that its first words name: it is about them. "S3 buckets are always encrypted" is not about encryption. */
  main: ReadonlySet<number>
  /** Every area that tasks with its words would touch. */
  wide: ReadonlySet<number>
}

/** The areas that a rule governs; none where the program knows none. */
export function areasOfRule(rule: string): GovernedAreas {
  const index = indexes()
  const words = withoutOpenings(rule).trim().split(/\s+/)
  const first = words.slice(0, FIRST_WORDS).join(' ')
  const subjects = index.subjects.rowsOf(words.slice(0, SUBJECT_WORDS).join(' '))
  return {
    all: new Set([...index.says.rowsOf(rule), ...subjects]),
    main: new Set([...index.says.rowsOf(first), ...subjects]),
    wide: index.touches.rowsOf(rule),
  }
}

/** The areas of a condition. */
export interface ConditionAreas {
  /** Those that it names: "when a route changes". */
  named: ReadonlySet<number>
  /** Those that a task with its words would touch. */
  wide: ReadonlySet<number>
}

/** The areas of a condition; none where the program knows none of its words. */
export function areasOfCondition(text: string): ConditionAreas {
  const index = indexes()
  const named = new Set([...index.says.rowsOf(text), ...index.subjects.rowsOf(text)])
  return { named, wide: index.touches.rowsOf(text) }
}

/** Whether a task would touch an area if it were this word. */
export function isWordOfAreas(word: string): boolean {
  return indexes().touches.knows(word)
}

/**
 * Whether a task can follow or break a rule, by what the rule governs: "amounts are in cents" governs code about money.
 * @returns  null where nothing tells: the program does not know what the rule is about
 */
export function touchesGoverned(
  { all, main }: GovernedAreas,
  task: ReadonlySet<number>,
): boolean | null {
  if ([...all].some((at) => task.has(at))) return true
  return main.size === 0 || [...all].some((at) => AREAS[at]?.row.isOpen) ? null : false
}
