import type { Row } from '../facts/types.js'

/** A row that was read, with its text. */
interface Source {
  row: Row
  text: string
}

type Thing = 'tests' | 'lines' | 'functions' | 'classes' | 'files' | 'others'

/** Things that a program can count in a text, by their names in several languages. */
const NOUNS: Readonly<Record<Exclude<Thing, 'others'>, string>> = {
  tests:
    'tests?|test cases?|testf(?:all|älle)|unit tests?|specs?|pruebas?|testes?|测试(?:用例)?|測試|テスト',
  lines: 'lines?(?: of code)?|zeilen?|lignes?|líneas?|linhas?|righe|riga|行(?:代码)?',
  functions:
    'functions?|methods?|funktion(?:en)?|methoden?|fonctions?|méthodes?|funci(?:ón|ones)|métodos?|funç(?:ão|ões)|funzion[ei]|函数|方法|関数',
  classes: 'class(?:es)?|klassen?|clases?|classi|类',
  files: 'files?|datei(?:en)?|fichiers?|archivos?|arquivos?|ficheros?|文件|ファイル',
}

/** From one to twelve; German, French, Spanish, Portuguese, Italian and Chinese beside English. */
const WORDS: readonly string[] = [
  'one|eine?[nr]?|une?|una?|uma?|一',
  'two|zwei|deux|dos|dois|duas|due|两|二',
  'three|drei|trois|tres|três|tre|三',
  'four|vier|quatre|cuatro|quatro|quattro|四',
  'five|fünf|cinq|cinco|cinque|五',
  'six|sechs|seis|sei|六',
  'seven|sieben|sept|siete|sete|sette|七',
  'eight|acht|huit|ocho|oito|otto|八',
  'nine|neun|neuf|nueve|nove|九',
  'ten|zehn|dix|diez|dez|dieci|十',
  'eleven|elf|onze|once|undici|十一',
  'twelve|zwölf|douze|doce|doze|dodici|十二',
]

const NUMBER = `(\\d{1,6}|${[...WORDS].reverse().join('|')})`
/** "7 tests", "seven unit tests", "7 个测试". */
const COUNTED = new RegExp(
  `(?<![\\w.\\p{sc=Latin}])${NUMBER}\\s{0,2}(?:[个個条條]|(?<=\\s|\\d)(?:(?!of\\b)[\\p{L}-]{1,30} ){0,2}?)\\s{0,2}(${Object.values(NOUNS).join('|')})(?![\\p{sc=Latin}\\w])`,
  'giu',
)
/** What a line or a place has as its number. */
const PLACE =
  /(?:\b(?:lines?|l\.|zeilen?|lignes?|líneas?|linhas?|steps?|row|version|http|status|exit code|code)\s+|第\s{0,2}|(?<![\w/.-])[\w/.-]{1,200}\.\w{1,10}:)\d+(?:\s*(?:-|–|to|bis|and|und|,)\s*\d+)*/giu
const PLAIN = /(?<![\w.,:/#-])\d{1,6}(?![\w/:-]|[.,]\d)/g

/** All repeats have a bound: a text of a million blank lines, or of one word, is read in one pass. */
const DEFINED: Readonly<Record<'tests' | 'functions' | 'classes', RegExp>> = {
  tests:
    /(?<![\w.])(?:test|it|specify)(?:\.(?:only|skip|todo|each\([^)]{0,400}\)))?\s{0,4}\(|^[ \t]{0,80}(?:async[ \t]{1,4})?def[ \t]{1,4}test_|^func[ \t]{1,4}Test\w|@Test\b|#\[(?:\w{1,60}::)?test\]|^[ \t]{0,80}TEST(?:_F|_P)?[ \t]{0,4}\(|^[ \t]{0,80}it[ \t]{1,4}['"]/gm,
  functions:
    /\bfunction\b\*?\s{0,4}\w{0,60}\s{0,4}\(|^[ \t]{0,80}(?:async[ \t]{1,4})?def[ \t]{1,4}\w|^[ \t]{0,80}(?:pub[ \t]{1,4})?(?:async[ \t]{1,4})?fn[ \t]{1,4}\w|^func[ \t]|=\s{0,4}(?:async\s{0,4})?(?:\([^()]{0,400}\)|\w{1,60})\s{0,4}=>|^[ \t]{0,80}(?:(?:public|private|protected|static|final|async|override)[ \t]{1,4}){0,6}(?:[\w<>[\]]{1,60}[ \t]{1,4})?(?!if\b|for\b|while\b|switch\b|catch\b|function\b)\w{1,60}[ \t]{0,4}\([^()]{0,400}\)\s{0,4}\{/gm,
  classes: /\bclass\s{1,4}\w/g,
}
/** Numbers of an answer that are looked up. */
const MOST_NUMBERS = 40

/** A number of an answer that the rows neither hold nor let a program count, as a reason; null: there is none. */
export function unreadNumber(
  answer: string,
  sources: readonly Source[],
  asked: string,
): string | null {
  const plain = answer
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, ' ')
    .replace(/^[ \t]*\d+[.)]\s/gm, ' ')
  for (const [said, word = '', noun = ''] of countedIn(plain))
    if (
      !isShown(said, { count: numberOf(word), thing: thingOf(noun) }, named(answer, sources)) &&
      !asked.includes(said)
    )
      return `what was read does not show ${said.trim()}`
  const numbers = plain.replace(COUNTED, ' ').replace(PLACE, ' ').match(PLAIN) ?? []
  const other = [...new Set(numbers)].slice(0, MOST_NUMBERS)
  if (other.length === 0) return null
  const texts = [...sources.map(({ row, text }) => `${row.summary}\n${text}`), asked]
  const counts = new Set(sources.flatMap((source) => [...allCounts(source)]))
  const open = other.find(
    (one) => !counts.has(Number(one)) && !texts.some((text) => holdsNumber(text, one)),
  )
  return open === undefined ? null : `no file or output that was read contains the number ${open}`
}

/** Numbers of an answer that count what a program finds as often in what was read, each with its words. */
export function shownCounts(answer: string, sources: readonly Source[]): Map<string, string> {
  const shown = countedIn(answer).filter(([said, word = '', noun = '']) =>
    isShown(said, { count: numberOf(word), thing: thingOf(noun) }, named(answer, sources)),
  )
  return new Map(shown.map(([said, word = '']) => [word, said]))
}

/** What an answer counts, each once. */
function countedIn(answer: string): RegExpExecArray[] {
  const found = new Map([...answer.matchAll(COUNTED)].map((match) => [match[0].trim(), match]))
  return [...found.values()].slice(0, MOST_NUMBERS)
}

/** The files that an answer names; all rows where it names none. */
function named(answer: string, sources: readonly Source[]): readonly Source[] {
  const found = sources.filter(
    ({ row }) => row.kind === 'file_read' && answer.includes(row.subject.split('/').at(-1) ?? ''),
  )
  // A run or a search says something about any file.
  return found.length === 0
    ? sources
    : [...found, ...sources.filter(({ row }) => row.kind !== 'file_read')]
}

/** Counts that a tool made. */
const FACTS: Readonly<Record<Thing, readonly string[]>> = {
  tests: ['tests'],
  lines: ['total'],
  files: ['matches', 'entries'],
  functions: [],
  classes: [],
  others: [],
}

interface Claim {
  count: number
  thing: Thing
}

function isShown(said: string, { count, thing }: Claim, sources: readonly Source[]): boolean {
  const words = said.toLowerCase().replace(/\s+/g, ' ').trim()
  const texts = sources.map(({ row, text }) => `${row.summary}\n${text}`.toLowerCase())
  if (texts.some((text) => text.includes(words) || isLabelled(text, { count, thing }))) return true
  const counts = sources.map((source) => countOf(source, thing))
  if (FACTS[thing].some((name) => sources.some(({ row }) => row.facts[name] === count))) return true
  if (thing === 'files' && new Set(filesOf(sources)).size === count) return true
  return counts.some((some) => some.includes(count)) || sumOf(counts) === count
}

/** "# tests 2", "tests: 2", "2 passed". */
function isLabelled(text: string, { count, thing }: Claim): boolean {
  if (thing === 'others') return false
  const noun = `(?:${NOUNS[thing]}${thing === 'tests' ? '|pass(?:ed|ing)?|fail(?:ed|ing)?' : ''})`
  return new RegExp(
    `(?:^|\\W)${noun}[ \\t:=]{1,3}${count}(?!\\d)|(?<!\\d)${count}[ \\t]${noun}(?![\\w(])`,
    'imu',
  ).test(text)
}

/** By source: an answer may have many numbers. */
const COUNTS = new WeakMap<Source, Map<Thing, number[]>>()

function countOf(source: Source, thing: Thing): number[] {
  const known = COUNTS.get(source) ?? new Map<Thing, number[]>()
  COUNTS.set(source, known)
  const counts = known.get(thing) ?? countIn(source.text, thing)
  known.set(thing, counts)
  return counts
}

function countIn(text: string, thing: Thing): number[] {
  if (thing === 'tests' || thing === 'functions' || thing === 'classes')
    return [text.match(DEFINED[thing])?.length ?? 0]
  const lines = text.replace(/\n$/, '').split('\n')
  // The first line is the subject of the row.
  return [lines.length - 1, lines.slice(1).filter((line) => line.trim() !== '').length]
}

function allCounts(source: Source): Set<number> {
  const things: Thing[] = ['tests', 'functions', 'classes', 'lines']
  return new Set(things.flatMap((thing) => countOf(source, thing)).filter((count) => count > 1))
}

function sumOf(counts: readonly number[][]): number {
  return counts.reduce((sum, [first = 0]) => sum + first, 0)
}

function filesOf(sources: readonly Source[]): string[] {
  return sources.filter(({ row }) => row.kind === 'file_read').map(({ row }) => row.subject)
}

function holdsNumber(text: string, number: string): boolean {
  return new RegExp(`(?<![\\d.])${number}(?!\\d)`).test(text)
}

function numberOf(word: string): number {
  const at = WORDS.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(word))
  return at === -1 ? Number(word) : at + 1
}

function thingOf(noun: string): Thing {
  const found = (Object.keys(NOUNS) as (keyof typeof NOUNS)[]).find((thing) =>
    new RegExp(`^(?:${NOUNS[thing]})$`, 'iu').test(noun),
  )
  return found ?? 'others'
}
