import { withoutOpenings } from '../../words/openings.js'
import type { GovernedRow } from './governed_row.js'
import { MACHINE_ROWS } from './machine_rows.js'
import { SAFETY_ROWS } from './safety_rows.js'
import { SCREEN_ROWS } from './screen_rows.js'
import { SERVER_ROWS } from './server_rows.js'
import { STORE_ROWS } from './store_rows.js'
import { ALSO_ROWS, SURROUNDINGS_ROWS } from './surroundings_rows.js'
import { TOOL_ROWS } from './tool_rows.js'
import { wordIndex } from './word_index.js'

interface Area {
  row: GovernedRow
  /** A task that writes no code can touch it. */
  isBeside?: true
  /** Such a rule may hold for a task that does not touch it, too. */
  isOpen?: true
}

const AREAS: readonly Area[] = [
  ...[
    ...SCREEN_ROWS,
    ...SERVER_ROWS,
    ...SAFETY_ROWS,
    ...STORE_ROWS,
    ...MACHINE_ROWS,
    ...TOOL_ROWS,
  ].map((row) => ({ row })),
  ...SURROUNDINGS_ROWS.map((row): Area => ({ row, isBeside: true })),
  ...ALSO_ROWS.map((row): Area => ({ row, isBeside: true, isOpen: true })),
]
const ROWS = AREAS.map(({ row }) => row)
const SAYS = wordIndex(
  ROWS.map(({ says }) => says),
  ROWS.map(({ han }) => han),
)
const SUBJECTS = wordIndex(
  ROWS.map(({ subject = '' }) => subject),
  ROWS.map(() => ''),
)
/** "Every HTTP call must …": so many words name what a rule is about. */
const SUBJECT_WORDS = 4
/** So many words say what it is about. */
const FIRST_WORDS = 6
const TOUCHES = wordIndex(
  ROWS.map(({ says, task, subject = '' }) => `${subject} ${says} ${task}`),
  ROWS.map(({ han, hanTask = '' }) => `${han} ${hanTask}`),
)

/** "Add a test that …": what a program does is not changed. */
const ONLY_TESTS =
  /^(?:please |bitte |por favor )?(?:(?:write|add|create|schreibe?|ergänze|füge|ajoute|écris|escribe|añade|crea)\s+(?:(?:an?|some|more|the|missing|unit|integration|property|einen|ein|weitere|une?|des|les|una?s?|las?)\s+)*(?:[\w-]+[ -])?(?:tests?|specs?|pruebas?)(?!\p{L})|cover\s|test (?:that|whether|if|the)\s|teste,? (?:dass|ob)\s)|^(?:给|为).*(?:写|加|补)(?:一个|个|些|上)?(?:单元)?测试/iu

/** "Rename A to B", "Move A into B": nothing else is changed. */
const ONLY_NAMES =
  /^(?:please |bitte |por favor )?(?:rename|move|benenne|verschiebe|renomme|déplace|renombra|mueve)\s|^(?:把)?.{0,40}(?:重命名|改名|移动到|移到)/iu

/** Two sentences say more than a new name. */
const SENTENCES = /[.;。；]\s*\p{L}/u

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
  const named = TOUCHES.rowsOf(text)
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
}

/** The areas that a rule governs; none where the program knows none. */
export function areasOfRule(rule: string): GovernedAreas {
  const words = withoutOpenings(rule).trim().split(/\s+/)
  const first = words.slice(0, FIRST_WORDS).join(' ')
  const subjects = SUBJECTS.rowsOf(words.slice(0, SUBJECT_WORDS).join(' '))
  return {
    all: new Set([...SAYS.rowsOf(rule), ...subjects]),
    main: new Set([...SAYS.rowsOf(first), ...subjects]),
  }
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
  return main.size === 0 || [...all].some((at) => AREAS[at]?.isOpen) ? null : false
}
