import { isAbsolute, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectText } from '../files/project_text.js'
import { readTallies } from './test_tallies.js'

/** Runners that end every whole run with a summary of their tests. */
const SUMMARIZES =
  /(?:^|[\s/])(?:jest|vitest|mocha|ava|rspec|phpunit|pytest|py\.test)(?=\s|$)|-m (?:pytest|unittest)\b|\bnode (?:\S+ )*--test(?=\s|$)|\bcargo (?:test|t)\b/
/** Settings with which a run may end without that summary. */
const QUIET = /reporters?\b|-qq|-q -q|no-summary|verbosity|--json|--format|--message-format/
/** Files that may hold such settings. */
const SETTINGS = [
  'package.json',
  'jest.config.js',
  'jest.config.ts',
  'jest.config.mjs',
  'vitest.config.ts',
  'vitest.config.js',
  'vitest.config.mts',
  'vite.config.ts',
  'ava.config.js',
  '.mocharc.json',
  '.mocharc.yml',
  '.mocharc.js',
  '.mocharc.cjs',
  '.rspec',
  'phpunit.xml',
  'pytest.ini',
  'pyproject.toml',
  'tox.ini',
  'setup.cfg',
]
/** A whole file that `node --test` reports as one test, because no test of it reported anything. */
const FILE_AS_TEST = /^(?:# Subtest: |ok \d+ - |✔ )(.+\.[cm]?[jt]sx?)(?: \([\d.]+m?s\))?$/gm
const NODE_TEST = /['"](?:node:)?test['"]/
const CARGO = /\bcargo (?:test|t)\b/
const CARGO_BEGINS = /^running [1-9]\d* tests?$/gm
const CARGO_ENDS = /^test result: .*?(?:[1-9]\d* (?:passed|failed|ignored|measured))/gm

/** The summary of Jest and of Vitest. */
const SNAPSHOTS = /^\s{0,40}Snapshots:?\s+(?:.*\D)?[1-9]\d* updated/m

const GO = /\bgo test\b/
/** Words behind `go test` up to the end of its part. */
const GO_WORDS = /\bgo test\b([^\n;&|]*)/g
const GO_OK = /^ok +\t(?=(\S+))\1(?!.*\(cached\))/gm
const GO_RUN = /^=== RUN +(\S+)$/gm
/** With `-json` each line of the output is a string in an event. */
const GO_EVENT = /^\{.*"Action":"output".*?"Output":("(?:[^"\\]|\\.)*")\}?$/gm

/** A finished run, and the texts that may have started it: the command, and what it runs. */
interface FinishedRun {
  output: string
  /** The middle of the output is missing. */
  truncated: boolean
  texts: readonly string[]
}

/**
 * Why the output of a run with exit code 0 does not show that its tests ran to their end: the code under test can end
 * the process with success, in more spellings than can be searched for.
 * @param root  absolute root of the project
 * @returns null when nothing speaks against the run
 */
export function whyUnfinished(
  { output, truncated, texts }: FinishedRun,
  root: string,
): string | null {
  const text = stripVTControlCharacters(output).replace(/\r/g, '')
  for (const [, name = ''] of text.matchAll(FILE_AS_TEST)) {
    // TAP writes a backslash before these two.
    const path = name.replace(/\\([\\#])/g, '$1')
    if (NODE_TEST.test(projectText(isAbsolute(path) ? path : join(root, path))))
      return `${path.replace(`${root}/`, '')} ended before its tests reported anything`
  }
  if (SNAPSHOTS.test(text)) return 'it wrote what its tests expect (snapshots updated)'
  if (!truncated && texts.some((one) => CARGO.test(one))) {
    const begun = text.match(CARGO_BEGINS)?.length ?? 0
    if (begun > (text.match(CARGO_ENDS)?.length ?? 0))
      return 'a test program ended before its result'
  }
  if (!truncated && texts.some((one) => GO.test(one))) {
    const why = whyGoUnfinished(text, texts)
    if (why !== null) return why
  }
  const expects = texts.some((one) => SUMMARIZES.test(one)) && !texts.some(isQuiet)
  if (!expects || readTallies(text).length > 0) return null
  if (SETTINGS.some((name) => QUIET.test(projectText(join(root, name))))) return null
  return 'it ended before the summary of its tests'
}

/**
 * `go test` prints `ok` for every program that ends with 0. Before that a program that ran all its tests prints `PASS`:
 * with `-v`, with `-json`, and for the package of the folder when no package is named. A list of packages
 * (`go test ./...`) leaves it out, so its output shows nothing of this.
 */
function whyGoUnfinished(text: string, texts: readonly string[]): string | null {
  const events = [...text.matchAll(GO_EVENT)].map(([, said = '""']) => String(JSON.parse(said)))
  const output = events.length > 0 ? events.join('') : text
  for (const [, name = ''] of output.matchAll(GO_RUN)) {
    const ended = `--- (?:PASS|FAIL|SKIP): ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\(`
    if (!new RegExp(ended).test(output)) return `${name} began and did not end`
  }
  const calls = texts.flatMap((one) => [...one.matchAll(GO_WORDS)].map(([, words = '']) => words))
  const shows = calls.some((words) =>
    /(?:^|\s)--?(?:test\.)?(?:v|json)(?:=\S+)?(?=\s|$)/.test(words),
  )
  const isHere = calls.length > 0 && calls.every((words) => !namesPackage(words))
  const finished = output.match(/PASS$/gm)?.length ?? 0
  if ((shows || isHere) && finished < (output.match(GO_OK)?.length ?? 0))
    return 'a test program ended before its result'
  return null
}

/** Flags of `go test` whose value is the next word. */
const GO_VALUES =
  /^--?(?:run|skip|bench|count|timeout|tags|p|parallel|cpu|coverprofile|covermode|o|C|exec|mod|ldflags|gcflags|benchtime|shuffle|fuzz|fuzztime|outputdir|vet)$/

function namesPackage(words: string): boolean {
  const list = words.trim().split(/\s+/).filter(Boolean)
  return list.some((word, at) => !/^-|^\d*>/.test(word) && !GO_VALUES.test(list[at - 1] ?? ''))
}

/** The text may leave the summary out, or send it elsewhere. */
function isQuiet(text: string): boolean {
  return QUIET.test(text) || /[>|]/.test(text.replace(/\d?>&\d/g, ''))
}
