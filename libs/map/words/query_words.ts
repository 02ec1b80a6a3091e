import { NAMES, splitName } from './split_words.js'

/** Words that do not tell the place of a change. */
const STOP = new Set(
  'a an and are as at be but by can do does for from has have how i if in into is it its me my no not of on or our please should so some than that the their then there these this to up was we what when where which will with would you your'.split(
    ' ',
  ),
)

export interface Query {
  /** Stem -> weight, in the order of the text. */
  words: ReadonlyMap<string, number>
  /** Names as they are written that look like code: `parseUrl`, `max_age`, `Reply`. */
  names: ReadonlySet<string>
  /** Paths and file names, as they are written. */
  paths: readonly string[]
  /** The task is about tests, so test files are not demoted. */
  aboutTests: boolean
}

const PATH =
  /(?<![\p{L}\p{N}_@.-])[\p{L}\p{N}_@.-]*(?:\/[\p{L}\p{N}_@.-]+)+|(?<![\p{L}\p{N}_])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[A-Za-z]\w{0,4}\b/gu
/** Where a path may be. A longer run is no path, and takes a time that grows with its square. */
const RUN = /[\p{L}\p{N}_@./-]+/gu
const MOST_RUN_CHARS = 400
/** The full stop of the sentence. */
const FULL_STOP = /\.+$/
const TESTS = /\b(?:tests?|testing|specs?|test suite|coverage|unittests?|e2e)\b/i
/** A longer text is cut: words at the end of a log say little. */
const MOST_CHARS = 20_000

/** What a task's text says about the place of a change. */
export function readQuery(text: string): Query {
  const cut = text.slice(0, MOST_CHARS)
  const words = new Map<string, number>()
  const names = new Set<string>()
  for (const [name] of cut.matchAll(NAMES)) {
    if (STOP.has(name.toLowerCase())) continue
    if (/[a-z][A-Z]|[A-Za-z]_[A-Za-z]|^[A-Z][a-z]+[A-Z]/.test(name)) names.add(name)
    for (const word of splitName(name)) words.set(word, (words.get(word) ?? 0) + 1)
  }
  for (const [, name] of cut.matchAll(/[`'"]([A-Za-z_$][\w$]*)(?:\(\))?[`'"]|\b([\w$]+)(?=\(\))/g))
    if (name !== undefined) names.add(name)
  return {
    words: new Map([...words].map(([word, count]) => [word, 1 + Math.log(count)])),
    names,
    paths: pathsIn(cut),
    aboutTests: TESTS.test(cut),
  }
}

function pathsIn(text: string): string[] {
  const runs = (text.match(RUN) ?? []).filter((run) => run.length <= MOST_RUN_CHARS)
  const paths = runs.flatMap((run) => run.match(PATH) ?? [])
  return [...new Set(paths.map((path) => path.replace(FULL_STOP, '')))]
}
