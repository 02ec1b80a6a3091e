import { type CommandPart, splitCommand } from '../commands/split_command.js'

interface Runner {
  programs: RegExp
  /** Decides by the words after the program. When omitted, every call runs tests. */
  runs?(operands: string[], words: string[]): boolean
  /** Flags with a value: their next word is not an operand. */
  valued?: readonly string[]
  /** Flags with which it only lists, compiles or prints help. */
  dry?: readonly string[]
}

const SCRIPT_TEST = /^(unit|integration|e2e)?[-_:]?tests?([:._-].*)?$/
const TEST_FILE =
  /(^|\/)((run[-_])?(all[-_])?tests?|test[-_].*|.*[-_.](test|spec))\.(sh|py|rb|php|[cm]?[jt]s)$/

const isFirst =
  (...names: string[]) =>
  (operands: string[]) =>
    names.includes(operands[0] ?? '')

const hasAny = (shape: RegExp) => (operands: string[]) => operands.some((one) => shape.test(one))

const runsScript = (operands: string[]) =>
  ['test', 't', 'tst'].includes(operands[0] ?? '') ||
  (['run', 'run-script'].includes(operands[0] ?? '') && SCRIPT_TEST.test(operands[1] ?? ''))

const isTestFile = (operands: string[]) => TEST_FILE.test(operands[0] ?? '')

/** Programs that run tests. */
const RUNNERS: readonly Runner[] = [
  { programs: /^npm$/, runs: runsScript, valued: ['--prefix', '-C', '-w', '--workspace'] },
  {
    programs: /^(pnpm|yarn|bun)$/,
    runs: (operands) => runsScript(operands) || SCRIPT_TEST.test(operands[0] ?? ''),
    valued: ['--cwd', '-C', '--dir', '-F', '--filter'],
  },
  { programs: /^(node|tsx)$/, runs: (o, words) => words.includes('--test') || isTestFile(o) },
  { programs: /^deno$/, runs: isFirst('test') },
  { programs: /^jest$/, dry: ['--listTests', '--showConfig', '--init'] },
  {
    programs: /^vitest$/,
    runs: (operands) => !['list', 'init', 'bench'].includes(operands[0] ?? ''),
  },
  { programs: /^(mocha|_mocha)$/, dry: ['--dry-run', '--list-files'] },
  { programs: /^(ava|tap|tape|jasmine|bats|tox|nox|pest|gotestsum|nose2|nosetests)$/ },
  {
    programs: /^(playwright|stack|cabal|sbt|lein|flutter|dart|mix|swift|bazel|composer|zig)$/,
    runs: isFirst('test', 'testOnly'),
  },
  { programs: /^cypress$/, runs: isFirst('run') },
  {
    programs: /^(pytest|py\.test)(-[\d.]+)?$/,
    dry: ['--collect-only', '--co', '--fixtures', '--markers', '--setup-plan'],
  },
  {
    programs: /^(python[\d.]*|pypy\d?)$/,
    runs: (operands) =>
      isTestFile(operands) ||
      (/(^|\/)(manage|setup)\.py$/.test(operands[0] ?? '') && operands[1] === 'test'),
  },
  { programs: /^unittest$/ },
  {
    programs: /^cargo$/,
    runs: (operands) => {
      const [verb, next] = operands.filter((one) => !one.startsWith('+'))
      return verb === 'test' || verb === 't' || (verb === 'nextest' && next === 'run')
    },
    valued: ['--manifest-path', '-p', '--package', '--config', '-C'],
    dry: ['--no-run', '--list'],
  },
  { programs: /^go$/, runs: isFirst('test'), valued: ['-C'], dry: ['-c', '-list', '-n'] },
  {
    programs: /^mvnw?$/,
    runs: hasAny(/^(test|verify|install|integration-test|surefire:test|failsafe:.*)$/),
    valued: ['-pl', '-f', '--file', '-P', '-s'],
    dry: ['-DskipTests', '-DskipTests=true', '-Dmaven.test.skip=true', '-Dmaven.test.skip'],
  },
  {
    programs: /^gradlew?$/,
    runs: hasAny(/(^|:)(check|test|build|\w*Tests?)$/),
    valued: ['-p'],
    dry: ['--dry-run', '-m'],
  },
  { programs: /^dotnet$/, runs: isFirst('test', 'vstest'), dry: ['--list-tests', '-t'] },
  { programs: /^ctest$/, dry: ['-N', '--show-only'] },
  { programs: /^rspec$/, dry: ['--dry-run'] },
  { programs: /^(rake|rails)$/, runs: hasAny(/^(test|spec)(:.*)?$/) },
  { programs: /^(ruby|php|bash|sh|zsh)$/, runs: isTestFile, valued: ['-I', '-r'] },
  { programs: /^phpunit$/, dry: ['--list-tests', '--list-suites'] },
  {
    programs: /^(make|gmake|just|task|ninja)$/,
    runs: hasAny(/^(tests?|check|(unit|integration)[-_]tests?)$/),
    valued: ['-C', '-f'],
    dry: ['-n', '--dry-run', '-q', '--question', '-t', '--touch'],
  },
  {
    programs: /^(run[-_])?(all[-_])?tests?(\.(sh|py|rb|[cm]?js))?$/,
    runs: (_, words) => words[0]?.includes('/') === true,
  },
]

const ALWAYS_DRY = ['--help', '--version']

/** Programs that run the command after them -> the number of their own operands. */
const WRAPPERS: Readonly<Record<string, number>> = {
  env: 0,
  command: 0,
  exec: 0,
  time: 0,
  nice: 0,
  nohup: 0,
  sudo: 0,
  stdbuf: 0,
  'xvfb-run': 0,
  setsid: 0,
  timeout: 1,
  npx: 0,
  bunx: 0,
  c8: 0,
  nyc: 0,
  'cross-env': 0,
  catchsegv: 0,
}
/** Their flags with a value. */
const WRAPPER_VALUES: Readonly<Record<string, readonly string[]>> = {
  env: ['-u', '--unset', '-C', '--chdir'],
  exec: ['-a'],
  nice: ['-n'],
  npx: ['-p', '--package'],
  stdbuf: ['-i', '-o', '-e'],
  sudo: ['-u', '-g'],
  timeout: ['-k', '-s'],
  'xvfb-run': ['-n', '-s'],
}
/** Wrappers of two words. */
const PAIRS: readonly string[] = [
  'pnpm exec',
  'pnpm dlx',
  'npm exec',
  'yarn dlx',
  'yarn exec',
  'poetry run',
  'uv run',
  'pipenv run',
  'hatch run',
  'pdm run',
  'bundle exec',
  'coverage run',
  'rye run',
  'conda run',
]

/**
 * Whether a shell text really runs tests, as opposed to naming a test program.
 * @param discovered  the project's own test command, when known: it counts whatever it is
 */
export function isTestCommand(command: string, discovered?: string | null): boolean {
  return findTestParts(command, discovered).length > 0
}

/** The commands of a shell text that run tests. */
export function findTestParts(command: string, discovered?: string | null): CommandPart[] {
  const parts = splitCommand(command)
  const own = discovered ? splitCommand(discovered) : []
  if (discovered && command.trim() === discovered.trim()) return parts
  return parts.filter(
    (part) =>
      runsTests(part.words) ||
      (own.length === 1 && startsWith(part.words, own[0]?.words ?? []) && !isDry(part.words, [])),
  )
}

function startsWith(words: string[], start: string[]): boolean {
  return start.length > 0 && start.every((word, index) => words[index] === word)
}

function runsTests(given: string[]): boolean {
  const words = unwrapRunner(given)
  const program = programName(words[0])
  const runner = RUNNERS.find(
    (one) =>
      one.programs.test(program) && (one.runs?.(operandsOf(words, one.valued), words) ?? true),
  )
  return runner !== undefined && !isDry(words, runner.dry ?? [])
}

function isDry(words: string[], dry: readonly string[]): boolean {
  return words.some((word, index) => index > 0 && (dry.includes(word) || ALWAYS_DRY.includes(word)))
}

/** The name of a program without its folder. */
export function programName(word: string | undefined): string {
  return (word ?? '').replace(/^.*\//, '').replace(/\.(exe|cmd|bat)$/, '')
}

/** The words after the program that are neither flags nor values of flags. */
function operandsOf(words: string[], valued: readonly string[] = []): string[] {
  return words.filter(
    (word, index) => index > 0 && !word.startsWith('-') && !valued.includes(words[index - 1] ?? ''),
  )
}

/** The words without programs that only run another one: `npx`, `timeout 60`, `python -m`. */
export function unwrapRunner(given: string[]): string[] {
  let words = given
  for (let round = 0; round < 8; round += 1) {
    const inner = unwrapOnce(words)
    if (inner === null) return words
    words = inner
  }
  return words
}

function unwrapOnce(words: string[]): string[] | null {
  const program = programName(words[0])
  if (/^(python[\d.]*|pypy\d?)$/.test(program)) return unwrapModule(words)
  // `command -v X` only prints the path of X.
  if (program === 'command' && /^-[vV]/.test(words[1] ?? '')) return null
  const isPair = PAIRS.includes(`${program} ${words[1] ?? ''}`)
  let operands = isPair ? 0 : WRAPPERS[program]
  if (operands === undefined) return null
  let at = isPair ? 2 : 1
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-m' && program === 'coverage') return words.slice(at + 1)
    if (word === '--') continue
    if (word.startsWith('-') || /^\w+=/.test(word)) {
      if (WRAPPER_VALUES[program]?.includes(word)) at += 1
      continue
    }
    if (operands === 0) return words.slice(at)
    operands -= 1
  }
  return []
}

/** `python -m pytest -q` is `pytest -q`. */
function unwrapModule(words: string[]): string[] | null {
  const flag = words.indexOf('-m')
  const onlyFlagsBefore = operandsOf(words.slice(0, flag), ['-W', '-X']).length === 0
  return flag > 0 && onlyFlagsBefore ? words.slice(flag + 1) : null
}
