import { join, posix } from 'node:path'
import { projectText } from '../files/project_text.js'
import { discoverTests } from '../test_runs/discover_tests.js'
import { testProject } from './test_project.js'

/** Languages with runners of their own: the names of their files, and their runners. */
const LANGUAGES: readonly { files: RegExp; runners: RegExp }[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    runners:
      /\b(node|jest|vitest|_?mocha|ava|tap|tape|tsx|bun|deno|jasmine|playwright|cypress|karma|react-scripts|ng)\b/,
  },
  { files: /\.py$/, runners: /\b(pytest|py\.test|unittest|nose2?|python[\d.]*|tox|nox)\b/ },
  { files: /\.go$/, runners: /\bgo test\b/ },
  { files: /\.rs$/, runners: /\bcargo\b/ },
  { files: /\.(java|kt|scala|groovy)$/, runners: /\b(mvnw?|gradlew?|sbt)\b/ },
  { files: /\.rb$/, runners: /\b(rspec|rake|rails|ruby)\b/ },
  { files: /\.php$/, runners: /\b(phpunit|php|composer)\b/ },
  { files: /\.cs$/, runners: /\bdotnet\b/ },
]
/** Runners that may run anything. */
const ANYTHING =
  /\b(make|just|task|ninja|ctest|turbo|nx|lerna|bazel|rush|wireit|concurrently|npm-run-all|run-[sp])\b|\.sh\b|\b(sh|bash) |\b(npm|pnpm|yarn|bun) (run|-r|--recursive|exec|workspaces?)\b/
const MANAGER = /\b(?:npm|pnpm|yarn|bun) (?:run )?t(?:e?st)?\b/
/** All packages of a workspace. */
const ALL_PACKAGES = /\s(-r|-ws|--workspaces?|--recursive|--filter|-w)\b|workspaces foreach/

/** A test run that passed. */
export interface PassedRun {
  command: string
  /** Where it began, relative to the root; empty for the root. */
  folder: string
}

/** A changed file that no run tested, and the tests that would have. */
export interface Uncovered {
  path: string
  why: string
}

/** Changed files whose own tests are of another language or of another package than every run that passed. */
export function findUncovered(
  root: string,
  paths: readonly string[],
  { runs, tests }: { runs: readonly PassedRun[]; tests: readonly string[] },
): Uncovered[] {
  const texts = runs.map((run) => ({ ...run, text: textOf(root, run) }))
  return paths.flatMap((path): Uncovered[] => {
    const language = LANGUAGES.find(({ files }) => files.test(path))
    if (language === undefined || tests.includes(path)) return []
    const home = homeOf(root, path, tests)
    if (home !== null && !texts.some((run) => runsPackage(root, home, run)))
      return [{ path, why: `${home}/ has tests of its own, and no run tested them` }]
    const own = tests.find((test) => language.files.test(test))
    const isRun = texts.some(({ text }) => ANYTHING.test(text) || language.runners.test(text))
    return own === undefined || isRun ? [] : [{ path, why: `no run tested ${own}` }]
  })
}

/** What a command runs: for a script of package.json, the script. */
function textOf(root: string, { command, folder }: PassedRun): string {
  const at = placeOf({ command, folder })
  if (!MANAGER.test(command)) return command
  const { scripts } = testProject(join(root, at), 'npm test')
  // A script that is not known may run anything.
  return command.replace(MANAGER, scripts.length === 0 ? 'make' : `\n${scripts.join('\n')}\n`)
}

function placeOf({ command, folder }: PassedRun): string {
  const target =
    /^\s*cd\s+["']?([\w./-]+)/.exec(command)?.[1] ??
    /\s(?:--prefix|-C|--cwd)[ =]["']?([\w./-]+)/.exec(command)?.[1]
  const at = posix.join(folder, target === undefined || target.startsWith('/') ? '.' : target)
  return at.replace(/\/+$/, '')
}

/** The nearest folder below the root that is a package with tests of its own; null: the root is. */
function homeOf(root: string, path: string, tests: readonly string[]): string | null {
  for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) {
    if (!tests.some((test) => test.startsWith(`${at}/`))) continue
    const isPackage = [
      'package.json',
      'go.mod',
      'Cargo.toml',
      'pyproject.toml',
      'setup.py',
      'pom.xml',
    ].some((name) => projectText(join(root, at, name)) !== '')
    if (isPackage && discoverTests(join(root, at)) !== null) return at
  }
  return null
}

function runsPackage(root: string, home: string, run: PassedRun & { text: string }): boolean {
  const at = placeOf(run)
  if (at === home) return true
  if (at !== '.' && at !== '') return false
  const { text, command } = run
  if (ANYTHING.test(text) || ALL_PACKAGES.test(` ${command}\n${text}`)) return true
  const has = (name: string, shape: RegExp) => shape.test(projectText(join(root, name)))
  const exists = (name: string) => projectText(join(root, home, name)) !== ''
  if (exists('go.mod')) return text.includes(home)
  if (exists('Cargo.toml')) return has('Cargo.toml', /^\[workspace/m) || text.includes(home)
  if (exists('pom.xml')) return has('pom.xml', /<modules?>/)
  // A runner without a place finds the tests below the root by itself.
  const places = text
    .split(/\s+/)
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => /^[\w.][\w.*-]*\/[\w./*-]*$/.test(word) || /^(tests?|src|spec)$/.test(word))
  const [first = home] = home.split('/')
  return places.length === 0 || places.some((one) => one.startsWith(first) || one.startsWith('*'))
}
