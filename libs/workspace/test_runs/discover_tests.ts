import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import { projectEntries, projectText } from '../files/project_text.js'
import type { TestCommand } from './types.js'

interface Convention {
  runner: string
  command: string
  applies(folder: Folder): boolean
}

/** The files of a project. Nothing is run. */
interface Folder {
  has(name: string): boolean
  text(name: string): string
  /** Names in a folder below the root; empty when there is none. */
  names(folder: string): string[]
}

/** In order: the first that applies is used. */
const CONVENTIONS: readonly Convention[] = [
  { runner: 'npm', command: 'npm test', applies: hasNpmTests },
  { runner: 'unittest', command: 'python3 -m unittest discover -s tests', applies: isUnittest },
  { runner: 'unittest', command: 'python3 -m unittest', applies: isRootUnittest },
  { runner: 'pytest', command: 'python3 -m pytest -q', applies: isPytest },
  { runner: 'cargo', command: 'cargo test', applies: (folder) => folder.has('Cargo.toml') },
  { runner: 'go', command: 'go test ./...', applies: hasGoTests },
  { runner: 'maven', command: './mvnw -q test', applies: (f) => f.has('pom.xml') && f.has('mvnw') },
  { runner: 'maven', command: 'mvn -q test', applies: (folder) => folder.has('pom.xml') },
  { runner: 'gradle', command: './gradlew test', applies: (f) => isGradle(f) && f.has('gradlew') },
  { runner: 'gradle', command: 'gradle test', applies: isGradle },
  {
    runner: 'rspec',
    command: 'bundle exec rspec',
    applies: (f) => f.has('Gemfile') && f.has('spec'),
  },
  {
    runner: 'dotnet',
    command: 'dotnet test',
    applies: (f) => ends(f, '.', /\.(sln|slnx|csproj)$/),
  },
  { runner: 'ctest', command: 'ctest --test-dir build --output-on-failure', applies: isCtest },
  { runner: 'make', command: 'make test', applies: (folder) => hasMakeTarget(folder, 'test') },
  { runner: 'make', command: 'make check', applies: (folder) => hasMakeTarget(folder, 'check') },
]

/**
 * Finds the test command of a project from the files in its root. Never throws and never waits.
 * @param override  a command from the settings, used as it is
 * @returns null when no convention applies
 */
export function discoverTests(root: string, override?: string): TestCommand | null {
  if (override !== undefined) return { command: override, runner: 'settings' }
  const folder = openFolder(root)
  const found = CONVENTIONS.find((one) => one.applies(folder))
  return found ? { command: found.command, runner: found.runner } : null
}

/** Each folder and file is read once: it is looked through before and after each command, mostly for files that are not there. */
function openFolder(root: string): Folder {
  let left: number = LIMITS.projectNames
  const listed = new Map<string, string[]>()
  const texts = new Map<string, string>()
  const names = (name: string): string[] => {
    const known = listed.get(name)
    if (known !== undefined || left <= 0) return known ?? []
    const found = projectEntries(join(root, name)).map((entry) => entry.name)
    left -= found.length
    listed.set(name, found)
    return found
  }
  const own = names('.')
  // A list that was cut does not show the others.
  const there = own.length < LIMITS.projectNames ? new Set(own) : null
  const mayBe = (name: string) =>
    there?.has(name.replace(/^\.\//, '').split('/')[0] ?? '') !== false
  return {
    has: (name) => mayBe(name) && existsSync(join(root, name)),
    text(name) {
      if (!mayBe(name)) return ''
      const text = texts.get(name) ?? projectText(join(root, name))
      texts.set(name, text)
      return text
    },
    names: (name) => (name === '.' ? own : mayBe(name) ? names(name) : []),
  }
}

function hasNpmTests(folder: Folder): boolean {
  let parsed: { scripts?: { test?: unknown } } | null
  try {
    parsed = JSON.parse(folder.text('package.json'))
  } catch {
    // No package.json, or an invalid one.
    return false
  }
  const script = parsed?.scripts?.test
  // The default script of `npm init`.
  return typeof script === 'string' && script !== '' && !script.includes('no test specified')
}

const PYTHON_TEST = /^(test_.*|.*_test)\.py$/

function isPytest(folder: Folder): boolean {
  return isPytestConfigured(folder) || pythonTests(folder).length > 0
}

/** Tests in the style of unittest, without pytest. unittest needs no installation. */
function isUnittest(folder: Folder): boolean {
  const tests = pythonTests(folder).filter((name) => name.startsWith('tests/test_'))
  return usesUnittest(tests, folder)
}

/** The same beside the code. Tests in a folder, or under a name that unittest does not look for, are left to pytest. */
function isRootUnittest(folder: Folder): boolean {
  const tests = pythonTests(folder)
  return tests.every((name) => /^test[^/]*$/.test(name)) && usesUnittest(tests, folder)
}

function usesUnittest(tests: readonly string[], folder: Folder): boolean {
  if (tests.length === 0 || isPytestConfigured(folder)) return false
  return tests
    .slice(0, LIMITS.projectTestFiles)
    .every((name) => /^[ \t]*(import|from) unittest\b/m.test(folder.text(name)))
}

function isPytestConfigured(folder: Folder): boolean {
  return (
    folder.has('pytest.ini') ||
    folder.has('conftest.py') ||
    folder.has('tests/conftest.py') ||
    /^\[tool\.pytest\b/m.test(folder.text('pyproject.toml')) ||
    /^\[(tool:)?pytest\]/m.test(folder.text('setup.cfg') + folder.text('tox.ini'))
  )
}

function pythonTests(folder: Folder): string[] {
  return ['.', 'tests', 'test'].flatMap((place) =>
    folder
      .names(place)
      .filter((name) => PYTHON_TEST.test(name))
      .map((name) => (place === '.' ? name : `${place}/${name}`)),
  )
}

const GO_DEPTH = 4

function hasGoTests(folder: Folder): boolean {
  if (!folder.has('go.mod')) return false
  const search = (place: string, depth: number): boolean =>
    folder.names(place).some((name) => {
      if (name.endsWith('_test.go')) return true
      const mayBeFolder = depth > 0 && !name.includes('.') && name !== 'vendor'
      return (
        mayBeFolder && isFolder(folder, `${place}/${name}`) && search(`${place}/${name}`, depth - 1)
      )
    })
  return search('.', GO_DEPTH)
}

function isFolder(folder: Folder, name: string): boolean {
  return folder.has(`${name}/.`)
}

function isGradle(folder: Folder): boolean {
  return folder.has('build.gradle') || folder.has('build.gradle.kts')
}

function isCtest(folder: Folder): boolean {
  return /^[ \t]*(enable_testing|add_test|include\s*\(\s*CTest)\b/im.test(
    folder.text('CMakeLists.txt'),
  )
}

function hasMakeTarget(folder: Folder, target: string): boolean {
  return ['GNUmakefile', 'makefile', 'Makefile'].some((name) =>
    new RegExp(`^${target}\\s*:(?!=)`, 'm').test(folder.text(name)),
  )
}

function ends(folder: Folder, place: string, shape: RegExp): boolean {
  return folder.names(place).some((name) => shape.test(name))
}
