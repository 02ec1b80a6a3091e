/** The numbers in the summary of a test runner. */
export interface Tally {
  runner: string
  /** From the last summary, or the sum when each part has a summary. */
  passed: number
  failed: number
  /** Passed tests in all summaries: 0 means that no test ran. */
  passedInAny: number
  /** Tests that ran, passed or failed; null for a runner whose numbers also count packages, suites or hooks. */
  tests: number | null
  /** false: the output lacks the lines that report failures, so `failed` 0 proves nothing. */
  complete: boolean
  /** Position of its last line in the output: the last summary is that of the whole run. */
  at: number
}

/** A clause of a summary, searched only in front of what ends the summary: a line of clauses is read once. */
interface Clause {
  clause: RegExp
  /** Finds the part of each line that the clause may be in. */
  within: RegExp
}

interface Reader {
  runner: string
  /** The group is a number, or a word that counts as 1. */
  passed: readonly (RegExp | Clause)[]
  failed: readonly (RegExp | Clause)[]
  /** Tests that `passed` counts although they were skipped. */
  skipped?: readonly RegExp[]
  /** The output lists skipped tests and no passed one, in the verbose form of a runner without counts. */
  allSkipped?: { skips: RegExp; passes: RegExp }
  /** Reports that no test ran. */
  none?: RegExp
  /** Reports a failure that is not counted. */
  broken?: RegExp
  /** Always printed by a run without failures. */
  complete?: RegExp
  /** How many tests ran: the numbers that `passed` reads, or these and the failed ones. */
  tests?: 'passed' | 'both'
  /** What `passed` reads are all tests, the failed ones too. Given by `tests: 'passed'`. */
  countsAll?: true
  /** The output has one summary for each package or file, and they are added. Otherwise the last one counts. */
  sum?: true
}

/** `3 passed in 0.12s` */
const TIMED = /^.*(?= in [\d.]+s)/gm

/**
 * One row for each runner, with the output formats of the versions of 2024-2026. Space in front of a summary is
 * bounded: with `\s*` an output of blank lines is read again from each of them.
 */
const READERS: readonly Reader[] = [
  {
    runner: 'node',
    tests: 'both',
    passed: [/^(?:#|ℹ) pass\s+(\d+)/gm],
    failed: [/^(?:#|ℹ) fail\s+(\d+)/gm, /^(?:#|ℹ) cancelled\s+(\d+)/gm],
    complete: /^(?:#|ℹ) (?:fail\s+\d+|ok\s*$)/m,
    none: /^(?:#|ℹ) tests\s+0\s*$/m,
  },
  {
    runner: 'tap',
    passed: [/^(ok) \d+(?!.*# (?:SKIP|TODO))/gim],
    failed: [/^(not ok) \d+(?!.*# (?:SKIP|TODO))/gim],
    none: /^1\.\.0\b/m,
    broken: /^Bail out!/m,
    complete: /^1\.\.\d+/m,
    sum: true,
  },
  {
    runner: 'tap',
    passed: [/^# \{ total: \d+, pass: (\d+)/gm, /^\s{0,40}Asserts:\s+(\d+) pass/gm],
    failed: [/^# \{ total: .*\bfail: (\d+)/gm, /^\s{0,40}Asserts:.*?\b(\d+) fail/gm],
  },
  {
    runner: 'jest',
    tests: 'both',
    passed: [/^Tests:.*?\b(\d+) passed/gm],
    failed: [/^Tests:.*?\b(\d+) failed/gm],
    broken: /^Test Suites:.*?\b[1-9]\d* failed/m,
    none: /^Tests:\s+(?:(?:\d+ (?:skipped|todo), )+\d+|0) total|^No tests found/m,
  },
  {
    runner: 'vitest',
    tests: 'both',
    passed: [/^\s{0,40}Tests\s.*?\b(\d+) passed/gm],
    failed: [/^\s{0,40}Tests\s.*?\b(\d+) failed/gm],
    broken: /^\s{0,40}Test Files\s.*?\b[1-9]\d* failed/m,
    none: /^\s{0,40}Tests\s+(?:no tests|(?:\d+ (?:skipped|todo)(?: \| )?)+ \(\d+\))|^\s{0,40}No test files found/m,
  },
  {
    runner: 'mocha',
    passed: [/^\s{1,40}(\d+) passing\b/gm],
    failed: [/^\s{1,40}(\d+) failing\b/gm],
  },
  {
    runner: 'ava',
    passed: [/^\s{0,40}✔? ?(\d+) tests? passed/gm],
    failed: [/^\s{0,40}✘? ?(\d+) tests? failed/gm],
  },
  { runner: 'playwright', passed: [/^ {2}(\d+) passed \(/gm], failed: [/^ {2}(\d+) failed$/gm] },
  { runner: 'bun', passed: [/^\s{0,40}(\d+) pass$/gm], failed: [/^\s{0,40}(\d+) fail$/gm] },
  {
    runner: 'deno',
    tests: 'both',
    passed: [/^(?:ok|FAILED) \| (\d+) passed/gm],
    failed: [/^(?:ok|FAILED) \|.*?\b(\d+) failed/gm],
    none: /^error: No test modules found/m,
  },
  {
    runner: 'pytest',
    passed: [{ clause: /^(?:.*, |=*\s?)(\d+) passed\b/, within: TIMED }],
    failed: [
      { clause: /^(?:.*, |=*\s?)(\d+) failed\b/, within: TIMED },
      { clause: /^(?:.*, |=*\s?)(\d+) errors?\b/, within: TIMED },
    ],
    none: /\bno tests ran in|^collected 0 items$|^=*\s?(?:\d+ (?:skipped|deselected|warnings?),? ?)+in [\d.]+s/m,
  },
  {
    runner: 'unittest',
    tests: 'passed',
    passed: [/^Ran (\d+) tests? in/gm],
    failed: [
      /^FAILED \(.*?failures=(\d+)/gm,
      /^FAILED \(.*?errors=(\d+)/gm,
      /^FAILED \(.*?unexpected successes=(\d+)/gm,
    ],
    skipped: [
      /^(?:OK|FAILED) \(.*?\bskipped=(\d+)/gm,
      /^(?:OK|FAILED) \(.*?\bexpected failures=(\d+)/gm,
    ],
    none: /^NO TESTS RAN/m,
    complete: /^OK\b/m,
  },
  {
    runner: 'cargo',
    tests: 'both',
    passed: [/^test result: \w+\. (\d+) passed/gm],
    failed: [/^test result: .*?; (\d+) failed/gm],
    broken: /^error(?:\[E\d+\])?: (?:test failed|could not compile|\d+ targets? failed)/m,
    sum: true,
  },
  {
    runner: 'nextest',
    passed: [/^\s{0,40}Summary \[.*?\b(\d+) passed/gm],
    failed: [/^\s{0,40}Summary \[.*?\b(\d+) failed/gm],
  },
  {
    runner: 'go',
    passed: [/^(ok) +\t(?=(\S+))\2(?!.*\[no tests to run\])/gm],
    failed: [/^\s{0,40}--- (FAIL): /gm, /^(FAIL)\t\S+/gm],
    none: /\[no test(?:s to run| files)\]/m,
    allSkipped: { skips: /^\s{0,40}--- SKIP: /m, passes: /^\s{0,40}--- PASS: /m },
    broken: /^FAIL$/m,
    sum: true,
  },
  {
    runner: 'maven',
    tests: 'passed',
    passed: [/^(?:\[\w+\] )?Tests run: (\d+), Failures: \d+, Errors: \d+, Skipped: \d+\s*$/gm],
    failed: [
      /^(?:\[\w+\] )?Tests run: \d+, Failures: (\d+), Errors: \d+, Skipped: \d+\s*$/gm,
      /^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: (\d+), Skipped: \d+\s*$/gm,
    ],
    skipped: [/^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: (\d+)\s*$/gm],
    none: /^(?:\[\w+\] )?(?:No tests to run|Tests are skipped)\./m,
    broken: /\bBUILD FAILURE\b/,
    sum: true,
  },
  {
    runner: 'gradle',
    passed: [/^(BUILD SUCCESSFUL)(?= in)/gm],
    failed: [/^\d+ tests? completed, (\d+) failed/gm],
    none: /^> Task :\S*test (?:NO-SOURCE|SKIPPED)/im,
    allSkipped: {
      skips: /^> Task :\S*test (?:NO-SOURCE|SKIPPED)/im,
      passes: /^> Task :\S*test\s*(?:UP-TO-DATE|FROM-CACHE)?$/im,
    },
    broken: /^BUILD FAILED/m,
    complete: /^> Task :\S*test\s*(?:UP-TO-DATE|FROM-CACHE)?$/im,
  },
  {
    runner: 'ctest',
    tests: 'passed',
    passed: [/^\d+% tests passed, \d+ tests failed out of (\d+)/gm],
    failed: [/^\d+% tests passed, (\d+) tests failed out of/gm],
    skipped: [/^\s{0,40}\d+ - \S+ \((Disabled|Skipped|Not Run)\)/gm],
    none: /^No tests were found/m,
  },
  {
    runner: 'rspec',
    countsAll: true,
    passed: [/^(?:\d+ doctests?, )?(\d+) (?:examples?|tests?|runs?), .*\bfailures?\b/gm],
    failed: [
      /^(?:\d+ doctests?, )?\d+ (?:examples?|tests?|runs?), .*?\b(\d+) failures?\b/gm,
      /^\d+ (?:examples?|tests?|runs?), .*?\b(\d+) errors?\b/gm,
    ],
    skipped: [/^\d+ (?:examples?|tests?|runs?), .*?\b(\d+) (?:pending|skips?)\b/gm],
    none: /^There are no tests to run/m,
  },
  {
    runner: 'dotnet',
    passed: [/^\s{0,40}(?:Passed|Failed)!\s+- .*?Passed:\s+(\d+)/gm],
    failed: [/^\s{0,40}(?:Passed|Failed)!\s+- Failed:\s+(\d+)/gm],
    none: /^\s{0,40}No test (?:is available|matches)|^\s{0,40}Skipped!\s+-/m,
    sum: true,
  },
  {
    runner: 'swift',
    tests: 'passed',
    passed: [/^\s{0,40}Executed (\d+) tests?, with/gm],
    failed: [/^\s{0,40}Executed \d+ tests?, with (\d+) failures?/gm],
  },
  { runner: 'swift', passed: [/Test run with (\d+) tests?\b.* passed/gm], failed: [] },
  {
    runner: 'make',
    passed: [],
    failed: [],
    none: /^make(?:\[\d+\])?: (?:Nothing to be done for ['`](?:test|check)|['`](?:test|check)\w*' is up to date)/m,
  },
  {
    runner: 'tox',
    passed: [/^\s{1,40}\S+: (OK) \(/gm, /^nox > Session \S+ (was successful)/gm],
    failed: [/^\s{1,40}\S+: (FAIL) /gm, /^nox > Session \S+ (failed)/gm],
    none: /^\s{1,40}\S+: SKIPPED|^nox > Session \S+ skipped/m,
    sum: true,
  },
  {
    runner: 'phpunit',
    countsAll: true,
    passed: [/^OK \((\d+) tests?/gm, /^Tests: (\d+), Assertions/gm],
    failed: [/^Tests: .*?Failures: (\d+)/gm, /^Tests: .*?Errors: (\d+)/gm],
    skipped: [/^Tests: .*?(?:Skipped|Incomplete): (\d+)/gm],
    none: /^No tests executed!/m,
    broken: /^(?:FAILURES|ERRORS)!$/m,
  },
]

/** Every summary in an output without colour codes. */
export function readTallies(output: string): Tally[] {
  return READERS.flatMap((reader) => readOne(reader, output) ?? [])
}

function readOne(reader: Reader, output: string): Tally | null {
  const passed = reader.passed.map((shape) => count(shape, output, reader.sum))
  const failed = reader.failed.map((shape) => count(shape, output, reader.sum))
  const { skips, passes } = reader.allSkipped ?? {}
  const nothing = skips?.test(output) === true && passes?.test(output) === false
  const skipped = (reader.skipped ?? []).map((shape) => count(shape, output, reader.sum))
  const broken = reader.broken?.exec(output)
  const none = reader.none?.exec(output)
  const at = Math.max(
    ...[...passed, ...failed].map((one) => one.at),
    broken?.index ?? -1,
    none?.index ?? -1,
  )
  if (at === -1) return null
  const failures = sumOf(failed, 'value')
  const countsAll = reader.tests === 'passed' || reader.countsAll === true
  return {
    runner: reader.runner,
    passed: nothing
      ? 0
      : Math.max(0, sumOf(passed, 'value') - sumOf(skipped, 'value') - (countsAll ? failures : 0)),
    failed: failures === 0 && broken ? 1 : failures,
    tests: readTests(reader, sumOf(passed, 'value'), failures),
    passedInAny: nothing ? 0 : Math.max(0, sumOf(passed, 'total') - sumOf(skipped, 'total')),
    complete: reader.complete?.test(output) ?? true,
    at,
  }
}

function readTests({ tests }: Reader, passed: number, failed: number): number | null {
  if (tests === undefined) return null
  return tests === 'both' ? passed + failed : passed
}

interface Count {
  /** The last number, or the total when parts are added. */
  value: number
  total: number
  at: number
}

function count(shape: RegExp | Clause, output: string, sum: true | undefined): Count {
  const found = findAll(shape, output)
  const numbers = found.map(({ text }) => (/^\d+$/.test(text) ? Number(text) : 1))
  const total = numbers.reduce((a, b) => a + b, 0)
  return { value: sum ? total : (numbers.at(-1) ?? 0), total, at: found.at(-1)?.at ?? -1 }
}

/** What the group of a shape is, and where the line begins. */
function findAll(shape: RegExp | Clause, output: string): { text: string; at: number }[] {
  if (shape instanceof RegExp)
    return Array.from(output.matchAll(shape), ({ 1: text = '', index: at }) => ({ text, at }))
  return Array.from(output.matchAll(shape.within)).flatMap(({ 0: part, index: at }) => {
    const text = shape.clause.exec(part)?.[1]
    return text === undefined ? [] : [{ text, at }]
  })
}

function sumOf(counts: Count[], field: 'value' | 'total'): number {
  return counts.reduce((sum, one) => sum + one[field], 0)
}
