/** What a file has to do with the tests. */
export type CheckKind = 'test' | 'config'

const TEST_FOLDER =
  /(^|\/)(tests?|__tests__|specs?|testdata|__snapshots__|__fixtures__|fixtures|e2e|testing|test[-_]?utils|cypress)\//
const TEST_FILE =
  /(^|\/)((test[-_].*|.*[-_.](tests?|spec|snap|golden)|tests?|spec|conftest)\.[\w.]+|.*(Test|Tests|IT|Spec)\.(java|kt|kts|scala|cs|groovy|swift|php)|.*\.(snap|bats|feature)|(run[-_]?)?tests?(\.sh)?)$/
const CONFIG_FILE =
  /(^|\/)(package\.json|\.npmrc|\.yarnrc(\.yml)?|\.mocharc(\.\w+)*|\.taprc|\.babelrc(\.\w+)*|bunfig\.toml|deno\.jsonc?|(jest|vitest|vite|babel|ava|karma|playwright|cypress|mocha|tap|nyc|wdio)[\w-]*\.(config|conf|workspace|setup|preset)[\w.]*|(jest|vitest|test)[-_.]?setup[\w.-]*|setup[-_]?tests?[\w.-]*|\.?pytest\.(ini|toml)|tox\.ini|setup\.cfg|setup\.py|pyproject\.toml|conftest\.py|noxfile\.py|sitecustomize\.py|usercustomize\.py|.*\.pth|\.coveragerc|GNUmakefile|[Mm]akefile|.*\.mk|[Jj]ustfile|Taskfile\.ya?ml|CMakeLists\.txt|.*\.cmake|Cargo\.toml|build\.rs|go\.work|go\.mod|tsconfig[\w.-]*\.json|\.(nyc|c8)rc(\.\w+)?|rust-toolchain(\.toml)?|pom\.xml|build\.gradle(\.kts)?|settings\.gradle(\.kts)?|gradle\.properties|gradlew|mvnw|phpunit\.xml(\.dist)?|\.rspec|Rakefile|.*\.csproj|.*\.runsettings|build\.xml|init\.gradle(\.kts)?|build\.zig|mix\.exs|Package\.swift|\.env\.test|\.swcrc|node\.config\.json|CTestTestfile\.cmake|junit-platform\.properties|testng\.xml|\.pnp\.\w+)$|(^|\/)META-INF\/services\/org\.(junit|testng)|(^|\/)(\.cargo|\.mvn|gradle|buildSrc|build-logic|\.config\/nextest|__mocks__)\/|(^|\/)c(assert|stdlib|stdio)$|(^|\/)(assert|gtest|catch|doctest)\.hp?p?$/
/** Names of runners and assertion libraries: a file of the project with such a name is used in their place. */
const SHADOW =
  /(^|\/)src\/\w+\/(java|kotlin|groovy)\/(org\/(junit|testng|assertj|hamcrest|mockito)|junit|kotlin\/test)\/|^(src\/|lib\/|tests?\/)?((_?pytest|unittest|doctest|nose2?|mock|hypothesis|assertpy|pluggy|testing)(\.py|\/.*\.py)|(node_modules|\.?venv|site-packages|vendor)\/.*|s?bin\/(npm|npx|node|yarn|pnpm|pytest|python3?|go|cargo|make|jest|vitest|mocha|mvn|gradle|ctest|sh|bash|tsc|rspec))$/

/**
 * @param checkTexts  the test command with its scripts: a file that they name is a test, whatever its name is
 * @returns null for a file that is no test and does not configure one
 */
export function kindOfPath(path: string, checkTexts: readonly string[]): CheckKind | null {
  if (SHADOW.test(path) || CONFIG_FILE.test(path)) return 'config'
  if (TEST_FOLDER.test(path) || TEST_FILE.test(path)) return 'test'
  const isNamed = checkTexts.some((text) =>
    text.split(/[;&|\n]+/).some((part) => {
      const words = part.split(/[\s"'=]+/).map((word) => word.replace(/^\.\//, ''))
      return words.includes(path) && !isCompiledWithTest(words, path)
    }),
  )
  return isNamed ? 'test' : null
}

/** `g++ test/t.cpp src/a.cpp`: the compiler gets the tests and what they test. */
function isCompiledWithTest(words: readonly string[], path: string): boolean {
  const hasCompiler = words.some((word) =>
    /^(?:.*\/)?(?:g\+\+|gcc|clang(?:\+\+)?|cc|c\+\+|\$\(?(?:CC|CXX)\)?|javac|rustc)(?:-\d+)?$/.test(
      word,
    ),
  )
  if (!hasCompiler || !/\.(?:c|cc|cpp|cxx|java|rs)$/.test(path)) return false
  return words.some((word) => word !== path && (TEST_FOLDER.test(word) || TEST_FILE.test(word)))
}

/** A file that takes the place of a runner or of an assertion library. */
export function isShadow(path: string): boolean {
  return SHADOW.test(path) || /(^|\/)(gradlew|mvnw)$/.test(path)
}

/**
 * A new module beside the tests that is no test: Python searches the folder of a test first, so that it is
 * imported in place of a module of the program with its name.
 */
export function mayReplaceModule(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    name.endsWith('.py') &&
    !TEST_FILE.test(path) &&
    !/^(__init__|conftest|.*(helpers?|utils?|factor(y|ies)|fixtures?|common|data|base|support|builders?))\.py$/.test(
      name,
    )
  )
}

/** Data that tests compare with: every change of it turns an expectation. */
export function isExpectedData(path: string): boolean {
  return (
    /\.(snap|golden|expected|approved\.\w+|json|ya?ml|txt|csv|xml|html|out|stdout|stderr)$/.test(
      path,
    ) || /(^|\/)(__snapshots__|testdata|__fixtures__|fixtures)\//.test(path)
  )
}
