import { whyManifest } from './package_json.js'

/** Words in a configuration that choose tests or how they run. */
const TEST_WORDS =
  /\b(tests?|testing|check|skip\w*|exclude\w*|ignore\w*|include|filter|SHELL|MAKEFLAGS|addopts|testpaths|python_(files|classes|functions)|norecursedirs|collect\w*|harness|surefire|failsafe|failIfNoTests|testFailureIgnore|ignoreFailures|enabled|useJUnit\w*|add_test|enable_testing|WILL_FAIL|PASS_REGULAR_EXPRESSION|DISABLED|doctest|runner|alias|filterwarnings|xfail\w*|plugins?|script-shell|auto(?:tests|bins|examples|benches)|patch\.[\w-]+|ignore-scripts|setupFiles\w*|globalSetup|transform|moduleNameMapper|passWithNoTests|maven\.test|skipTests|env)\b|NDEBUG\b/i
/** Files that exist only to configure tests: a new one changes how they run. */
const ONLY_TESTS =
  /(^|\/)(\.npmrc|\.mocharc.*|\.taprc|jest\.|vitest\.|babel\.|\.babelrc|pytest\.ini|\.?pytest\.toml|conftest\.py|\.(nyc|c8)rc|sitecustomize\.py|usercustomize\.py|.*\.pth|tox\.ini|noxfile\.py|go\.work|\.swcrc|node\.config\.json|phpunit\.xml.*|\.rspec|.*\.runsettings|junit-platform\.properties|testng\.xml|init\.gradle|c(assert|stdlib|stdio)$|(assert|gtest|catch|doctest)\.hp?p?$|setup[-_]?tests?|(jest|vitest|test)[-_.]?setup)|(^|\/)(META-INF\/services\/org\.(junit|testng)[\w.]*$|\.pnp\.)|(^|\/)(\.cargo|\.mvn|\.config\/nextest|__mocks__)\//

/** What a new configuration must not have: it chooses tests, or makes them pass. */
const NEW_WORDS =
  /^\[(tool:)?pytest\]|\btest\s*(:\s*)?\{|\b(skipTests?|excludedTaskNames|CTEST_CUSTOM\w*|passWithNoTests|NODE_OPTIONS|addopts|testFailureIgnore|ignoreFailures|WILL_FAIL)\b|NDEBUG\b|^path\s*=/
/** Files of which only some lines concern tests. */
const OWN_WORDS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(^|\/)go\.mod$/,
    /^(ignore|exclude)\b|^(replace\s+)?\S*\b(testify|gotest\.tools|gomega|ginkgo|go-cmp|gocheck|quicktest|is)\b.*=>/,
  ],
  [
    /(^|\/)tsconfig[\w.-]*\.json$/,
    /"(include|exclude|files|paths|baseUrl|rootDirs?|outDir|references|noEmit|noEmitOnError)"/,
  ],
]

/** How a change of a configuration can change what the tests prove; null when it has nothing to do with them. */
export function whyConfig(path: string, before: string | null, after: string): string | null {
  if (/(^|\/)package\.json$/.test(path)) return whyManifest(before, after)
  // What was there before is compared line by line.
  if (/(^|\/)build\.rs$|^(buildSrc|build-logic)\//.test(path) && before === null)
    return 'a new program runs before the tests are built'
  if (ONLY_TESTS.test(path))
    return before === null
      ? 'a new file configures the tests'
      : 'the configuration of the tests is changed'
  if (/(^|\/)([Mm]akefile|GNUmakefile|.*\.mk|[Jj]ustfile)$/.test(path))
    return whyMakefile(before ?? '', after)
  const old = linesOf(before ?? '')
  const fresh = linesOf(after)
  const changed = [
    ...[...old].filter((line) => !fresh.has(line)),
    ...[...fresh].filter((line) => !old.has(line)),
  ]
  const words =
    before === null ? NEW_WORDS : (OWN_WORDS.find(([file]) => file.test(path))?.[1] ?? TEST_WORDS)
  const hit = changed.find((line) => words.test(line))
  return hit === undefined ? null : `the configuration of the tests is changed: ${hit.slice(0, 80)}`
}

function linesOf(text: string): Set<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
}

/** The recipe of `test` and `check`, what they depend on, and the variables in it, have to stay as they were. */
function whyMakefile(before: string, after: string): string | null {
  if (
    /^\s*\.?(SHELL|MAKEFLAGS|ONESHELL|IGNORE|SILENT|SHELLFLAGS)\s*[:+?]?=?/m.test(
      added(before, after),
    )
  )
    return 'the shell or the flags of make are changed'
  const old = recipes(before, ['test', 'check', 'tests'])
  const now = recipes(after, ['test', 'check', 'tests'])
  if (old === '' && now === '') return null
  if (old === '') return 'the test target is new'
  return old === now ? null : 'the test target is changed'
}

function added(before: string, after: string): string {
  const old = linesOf(before)
  return [...linesOf(after)].filter((line) => !old.has(line)).join('\n')
}

/** Rules of these targets and of their prerequisites, with the definitions of their variables. */
function recipes(text: string, targets: readonly string[], depth = 4): string {
  if (depth === 0) return ''
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  const found = targets.flatMap((target) =>
    lines.flatMap((line, at) => {
      const rule = /^([^\s:=#][^:=]*?)\s*::?(?!=)\s*(.*)$/.exec(line)
      if (!rule?.[1]?.split(/\s+/).includes(target)) return []
      const rest = lines.slice(at + 1)
      const end = rest.findIndex(
        (next) => next.trim() !== '' && !next.startsWith('\t') && !next.startsWith('  '),
      )
      const body = rest.slice(0, end === -1 ? undefined : end).filter((next) => next.trim() !== '')
      const inner = (rule[2] ?? '')
        .split(/\s+/)
        .filter((name) => /^[a-z][\w-]*$/.test(name) && !targets.includes(name))
      return [line, ...body, recipes(text, inner, depth - 1)]
    }),
  )
  const own = found.filter(Boolean).join('\n')
  const names = new Set([...own.matchAll(/\$[({](\w+)[)}]/g)].map(([, name = '']) => name))
  const values = lines.filter((line) =>
    names.has(/^(?:export\s+|override\s+)?(\w+)\s*[:+?]?=/.exec(line)?.[1] ?? ''),
  )
  const programs = values.filter((line) => !/\.(c|cc|cpp|h|o)\b/.test(line))
  return [own, ...programs].join('\n')
}

/** A line of a list of ignored files that names tests. */
const HIDES_TESTS =
  /^\/?(\*\*\/)?(tests?|specs?|__tests__|e2e)\b(\/.*)?$|^[^#!]*(\*?[._-](test|spec)\.|test_\*|_test\.|Tests?\.\w)/

/** A file that git ignores is in no snapshot, so a change of it would not be seen. */
export function whyIgnored(before: string | null, after: string | null): string | null {
  const old = linesOf(before ?? '')
  const hit = [...linesOf(after ?? '')].find((line) => !old.has(line) && HIDES_TESTS.test(line))
  return hit === undefined ? null : `tests are left out of the tree: ${hit.slice(0, 80)}`
}
