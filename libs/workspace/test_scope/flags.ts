/** Flags that neither skip a test nor hide a failure. A flag that is in no list makes a run partial. */
interface FlagRow {
  programs: RegExp
  flags: RegExp
  /** Flags whose value is the next word. */
  valued?: RegExp
  /** Operands that change nothing about which tests run. */
  operands?: RegExp
}

/** For every runner. */
const COMMON =
  /^(-v{1,3}|--verbose(=.*)?|-q{1,2}|--quiet|--silent|--(no-)?colou?rs?(=.*)?|--reporters?=(?!\/)[\w@/-]+|--ci|--bail(=\d+)?|-b|--coverage(=.*)?|--no-coverage|--$|--if-present|--no-warnings)$/

/** One row for each runner, from its manual; the versions of 2024 to 2026. */
const ROWS: readonly FlagRow[] = [
  {
    programs: /^(npm|pnpm|yarn|bun)$/,
    flags: /^(-s|--loglevel=.*|--foreground-scripts|--no-fund|--no-audit)$/,
  },
  {
    programs: /^(node|tsx)$/,
    flags:
      /^(--test|--test-reporter=\w+|--test-concurrency=\d+|--test-timeout=\d+|--test-force-exit|--experimental-(strip-types|vm-modules|test-coverage|transform-types|test-module-mocks)|--enable-source-maps|--no-experimental-\S+|--import=tsx(\/esm)?|--unhandled-rejections=strict|--trace-\S+)$/,
    valued: /^(--test-reporter|--test-concurrency|--test-timeout)$/,
  },
  {
    programs: /^jest$/,
    flags:
      /^(-i|--runInBand|--watch(All)?=false|--no-cache|--forceExit|--detectOpenHandles|--expand|-e|--maxWorkers=.*|-w=.*|--logHeapUsage|--no-watchman|--all)$/,
    valued: /^(--maxWorkers|-w|--reporters|--testTimeout)$/,
  },
  {
    programs: /^vitest$/,
    flags:
      /^(--run|--no-watch|--watch=false|--no-file-parallelism|--pool=\w+|--no-isolate|--hideSkippedTests|--globals|--dom|--no-cache)$/,
    valued: /^(--reporter|--pool|--testTimeout|--bail)$/,
    operands: /^(run|watch|dev)$/,
  },
  {
    programs: /^_?mocha$/,
    flags:
      /^(--exit|--recursive|--no-exit|--full-trace|--timeout=\d+|--parallel|-p|--check-leaks)$/,
    valued: /^(-R|--reporter|-t|--timeout|-s|--slow|-j|--jobs)$/,
  },
  {
    programs: /^(ava|tap|tape|jasmine|bats)$/,
    flags: /^(--tap|--serial|-s|--disable-coverage|--allow-incomplete-coverage|-R\w+|-p|--pretty)$/,
    valued: /^(-R|--reporter|-j|--jobs)$/,
  },
  { programs: /^deno$/, flags: /^(-A|--allow-\S+|--parallel|--no-check)$/ },
  {
    programs: /^(pytest|py\.test)(-[\d.]+)?$/,
    flags:
      /^(-x|--exitfirst|--maxfail=\d+|-s|--capture=\w+|-r\w+|--tb=\w+|--durations=\d+|-n\w+|--numprocesses=\w+|--cov(=\S+)?|--cov-report=\S+|--cov-branch|-l|--showlocals|--no-header|--strict-\w+|--ff|--failed-first|--nf|--disable-warnings|--disable-pytest-warnings|-W\S+|--color=\w+|--cache-clear|-pno:(cacheprovider|warnings|randomly)|--import-mode=\w+|--full-trace)$/,
    valued:
      /^(--maxfail|--tb|--durations|-n|--numprocesses|--cov|--cov-report|-W|--capture|--import-mode)$/,
  },
  {
    programs: /^unittest$/,
    flags: /^(-f|--failfast|-c|--catch|-b|--buffer|--locals)$/,
    operands: /^discover$/,
  },
  {
    programs: /^go$/,
    flags:
      /^-?-(race|count=[1-9]\d*|timeout=\S+|cover|coverprofile=\S+|covermode=\w+|coverpkg=\S+|parallel=\d+|p=\d+|shuffle=\w+|json|failfast|mod=\w+|vet=\w+|trimpath|a|x)$/,
    valued: /^-(count|timeout|coverprofile|covermode|coverpkg|parallel|p|shuffle)$/,
    operands: /^test$/,
  },
  {
    programs: /^cargo$/,
    flags:
      /^(--workspace|--all|--all-features|--release|-r|--no-fail-fast|--locked|--offline|--frozen|-j\d*|--nocapture|--no-capture|--show-output|--test-threads=\d+|--include-ignored|--message-format=\S+)$/,
    valued: /^(-j|--jobs|--test-threads|--color|--message-format)$/,
    operands: /^(test|t|nextest|run|\+\w+)$/,
  },
  {
    programs: /^mvnw?$/,
    flags:
      /^(-B|--batch-mode|-ntp|--no-transfer-progress|-o|--offline|-e|-X|-U|-T\S+|-Dstyle\.color=\w+|-Dsurefire\.useFile=\w+|-DtrimStackTrace=\w+|-V)$/,
    valued: /^(-T|--threads)$/,
    operands: /^(clean|compile|test-compile|test|package|verify|install)$/,
  },
  {
    programs: /^gradlew?$/,
    flags:
      /^(-i|--info|-d|--debug|--stacktrace|-S|--full-stacktrace|--no-daemon|--offline|--console=\w+|--rerun-tasks|--rerun|--continue|--parallel|--(no-)?build-cache|--(no-)?configuration-cache|--warning-mode=\w+)$/,
    valued: /^(--console|--warning-mode)$/,
    operands: /^(clean|assemble|build|check|test|cleanTest)$/,
  },
  {
    programs: /^dotnet$/,
    flags: /^(--nologo|--no-build|--no-restore|--verbosity=\w+|--configuration=\w+|-tl:?\w*)$/,
    valued: /^(-c|--configuration|-v|--verbosity|-l|--logger)$/,
    operands: /^test$/,
  },
  {
    programs: /^ctest$/,
    flags:
      /^(--output-on-failure|-V|-VV|--extra-verbose|--progress|-j\d*|--parallel|--stop-on-failure|--schedule-random|--no-tests=error)$/,
    valued: /^(--test-dir|-j|--parallel|-C|--build-config|--timeout)$/,
  },
  {
    programs: /^(rspec|phpunit|rake|rails)$/,
    flags:
      /^(-f\w+|--format=\w+|-c|--backtrace|--fail-fast|--testdox|--order=\w+|--no-progress|-w|--warnings)$/,
    valued: /^(-f|--format|--order)$/,
    operands: /^(test|spec|default)$/,
  },
  {
    programs: /^(g?make|just|task|ninja)$/,
    flags: /^(-s|-j\d*|-B|--always-make|--no-print-directory|--output-sync\S*|-O\w*|-w)$/,
    valued: /^(-j|--jobs)$/,
    operands: /^(all|build|clean|test|tests|check)$/,
  },
  {
    programs: /^(tox|nox|mix|swift|stack|cabal|sbt|lein|zig|bazel|flutter|dart|composer)$/,
    flags: /^(--trace|--parallel|-p)$/,
    operands: /^test$/,
  },
  {
    programs: /^(python[\d.]*|pypy\d?|bash|sh|zsh|ruby|php)$/,
    flags: /^(-e|-u|-x|-B|-ex|-eu|-eux|-euo)$/,
  },
]

/** What is left of the words of a runner when its harmless flags are removed. */
export interface Remainder {
  flags: string[]
  operands: string[]
}

/** With `-v` these print their version and run nothing. */
const VERSION_BY_V =
  /^(npm|pnpm|yarn|bun|node|tsx|jest|vitest|_?mocha|ava|tap|tape|jasmine|bats|mvnw?|gradlew?|g?make|rspec|just)$/

/** A reporter from a file of the project can end the run, and a count of 0 runs nothing. */
function isHarmful(word: string, value = ''): boolean {
  return /^(--reporters?|-R)$/.test(word)
    ? /^\.{0,2}\//.test(value)
    : /^-(count)$/.test(word) && /^0+$/.test(value)
}

/**
 * Separates the words after a runner's name into flags that matter and operands.
 * @param program  name without its folder
 * @param known  flags that the project's own command has
 */
export function remainderOf(
  program: string,
  args: readonly string[],
  known: ReadonlySet<string>,
): Remainder {
  const row = ROWS.find(({ programs }) => programs.test(program))
  const flags: string[] = []
  const operands: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (row?.valued?.test(word) && !isHarmful(word, args[at + 1])) at += 1
    else if (/^-v+$/.test(word) && VERSION_BY_V.test(program)) flags.push(word)
    else if (word === '--reporter' || word === '--color') at += 1
    else if (known.has(word) || COMMON.test(word) || row?.flags.test(word)) continue
    else if (word.startsWith('-') && word !== '-') flags.push(word)
    else if (!row?.operands?.test(word)) operands.push(word)
  }
  return { flags, operands }
}
