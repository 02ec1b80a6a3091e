import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A type checker or linter that a project uses, and how it is asked. */
export interface Linter {
  /** Its own name: tsc, eslint, ruff, go vet … */
  name: string
  kind: 'types' | 'lint'
  /** Looks at the whole project; run in the project's folder. */
  command: string
  /** What has to be there for it: a path from the root, else a name on the PATH. */
  program: string
  /** Endings of the files that it looks at, with the dot. */
  endings: readonly string[]
  /** The same for single files: their quoted paths are put behind it; absent where it knows only the whole. */
  perFile?: string
  /** The project does not name it: a bare compiler or parser, tried for want of something better. */
  bare?: true
}

interface Signs {
  has(name: string): boolean
  text(name: string): string
  /** Some file of the root or of a folder below it, two deep at most, has this ending. */
  some(endings: readonly string[]): boolean
}

type Rule = Linter & { fits(signs: Signs): boolean }

const JS = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']
const CPP = ['.cc', '.cpp', '.cxx']

/** Reads every file and keeps nothing: what the compiler of Python itself refuses. */
const PYTHON_SYNTAX = `python3 -c '
import ast, os, sys
bad = 0
for top, folders, files in os.walk("."):
    folders[:] = [f for f in folders if f[0] != "." and f not in ("node_modules", "venv", "build")]
    for name in files:
        if not name.endswith(".py"): continue
        path = os.path.relpath(os.path.join(top, name))
        try: ast.parse(open(path, "rb").read(), path)
        except (SyntaxError, ValueError) as e:
            bad = 1
            print("%s:%s:%s: %s" % (path, getattr(e, "lineno", 1), getattr(e, "offset", 1), e.args[0]))
sys.exit(bad)'`

/** In order. Bare compilers come last in their language, for projects that name nothing. */
const RULES: readonly Rule[] = [
  node('tsc', 'types', 'tsc --noEmit --pretty false -p .', ['.ts', '.tsx', '.mts', '.cts'], (s) =>
    s.has('tsconfig.json'),
  ),
  node(
    'biome',
    'lint',
    'biome lint .',
    JS,
    (s) => s.has('biome.json') || s.has('biome.jsonc'),
    'biome lint',
  ),
  node('eslint', 'lint', 'eslint .', JS, usesEslint, 'eslint'),
  {
    ...rule('ruff', 'lint', 'ruff check --output-format concise .', ['.py'], (s) =>
      configured(s, 'ruff', ['ruff.toml', '.ruff.toml']),
    ),
    perFile: 'ruff check --output-format concise --force-exclude',
  },
  {
    ...rule('flake8', 'lint', 'flake8', ['.py'], (s) =>
      /^\[flake8\]/m.test(ini(s) + s.text('.flake8')),
    ),
    perFile: 'flake8',
  },
  rule('mypy', 'types', 'mypy --no-error-summary --show-column-numbers .', ['.py'], (s) =>
    configured(s, 'mypy', ['mypy.ini', '.mypy.ini']),
  ),
  rule('pyright', 'types', 'pyright', ['.py'], (s) =>
    configured(s, 'pyright', ['pyrightconfig.json']),
  ),
  {
    ...rule('python syntax', 'lint', PYTHON_SYNTAX, ['.py'], (s) => s.some(['.py'])),
    program: 'python3',
    bare: true,
  },
  { ...rule('go vet', 'types', 'go vet ./...', ['.go'], (s) => s.has('go.mod')), program: 'go' },
  {
    ...rule(
      'cargo check',
      'types',
      'cargo check --quiet --message-format short',
      ['.rs'],
      (signs) => signs.has('Cargo.toml') && !usesClippy(signs),
    ),
    program: 'cargo',
  },
  {
    // It looks at all that `cargo check` looks at.
    ...rule(
      'clippy',
      'lint',
      'cargo clippy --quiet --message-format short',
      ['.rs'],
      (signs) => signs.has('Cargo.toml') && usesClippy(signs),
    ),
    program: 'cargo-clippy',
  },
  rule('maven', 'types', 'mvn -q -B compile', ['.java'], (s) => s.has('pom.xml') && !s.has('mvnw')),
  rule(
    'maven',
    'types',
    './mvnw -q -B compile',
    ['.java'],
    (s) => s.has('pom.xml') && s.has('mvnw'),
  ),
  rule('checkstyle', 'lint', 'mvn -q -B checkstyle:check', ['.java'], (s) =>
    s.text('pom.xml').includes('maven-checkstyle-plugin'),
  ),
  rule('gradle', 'types', './gradlew -q compileJava', ['.java'], (s) => s.has('gradlew')),
  rule(
    'gradle',
    'types',
    'gradle -q compileJava',
    ['.java'],
    (s) => isGradle(s) && !s.has('gradlew'),
  ),
  compiler('javac', '-d "$out" -proc:none', ['.java'], (s) => !s.has('pom.xml') && !isGradle(s)),
  compiler('g++', '-fsyntax-only -Wall -I. -Iinclude -Isrc', CPP),
  compiler('gcc', '-fsyntax-only -Wall -I. -Iinclude -Isrc', ['.c']),
  {
    ...rule('rubocop', 'lint', 'rubocop --format emacs', ['.rb'], (s) => s.has('.rubocop.yml')),
    perFile: 'rubocop --format emacs --force-exclusion',
  },
  rule('dotnet', 'types', 'dotnet build --nologo -v q', ['.cs'], (s) => s.some(['.csproj'])),
]

/**
 * Finds the type checkers and linters of a project from the files at its root; runs nothing and does not
 * ask whether they are installed.
 */
export function discoverLinters(root: string): Linter[] {
  const signs = readSigns(root)
  const types = script(signs, /^(type-?check|check-?types|types)$/, 'npm types', 'types')
  const fitting = RULES.filter((one) => one.fits(signs))
    .map(({ fits: _, ...linter }) => linter)
    // What the project itself runs knows more: several projects in one, another configuration.
    .filter(({ name }) => types === undefined || name !== 'tsc')
  const knowsLint = fitting.some(({ kind, endings }) => kind === 'lint' && endings === JS)
  const lint = knowsLint ? undefined : script(signs, /^lint$/, 'npm lint', 'lint')
  const found = [types, ...fitting, lint].filter((one) => one !== undefined)
  // A syntax check is worth its time only where nothing better looks at those files.
  const better = found.some(({ name, endings }) => endings[0] === '.py' && name !== 'python syntax')
  return better ? found.filter(({ name }) => name !== 'python syntax') : found
}

/** The project's own word for it; one that changes what it complains about is no look. */
function script(
  signs: Signs,
  named: RegExp,
  name: string,
  kind: Linter['kind'],
): Linter | undefined {
  const [key, text] = Object.entries(scripts(signs)).find(([one]) => named.test(one)) ?? []
  if (key === undefined || typeof text !== 'string' || text === '') return undefined
  if (/--(fix|write|watch)\b|\s-w\b/.test(text)) return undefined
  return { name, kind, command: `npm run -s ${key}`, program: 'npm', endings: JS }
}

function scripts(signs: Signs): Record<string, unknown> {
  try {
    return JSON.parse(signs.text('package.json'))?.scripts ?? {}
  } catch {
    return {}
  }
}

function rule(
  name: string,
  kind: Linter['kind'],
  command: string,
  endings: readonly string[],
  fits: Rule['fits'],
): Rule {
  return { name, kind, command, endings, fits, program: command.replace(/ .*$/s, '') }
}

/** A tool that is installed in the project itself: no download, and the version that the project means. */
function node(
  name: string,
  kind: Linter['kind'],
  command: string,
  endings: readonly string[],
  fits: Rule['fits'],
  perFile?: string,
): Rule {
  const bin = 'node_modules/.bin/'
  return {
    ...rule(name, kind, `${bin}${command}`, endings, fits),
    ...(perFile === undefined ? {} : { perFile: `${bin}${perFile}` }),
  }
}

/** A bare compiler over all sources; what it writes goes to a folder that is removed. */
function compiler(
  name: string,
  flags: string,
  endings: readonly string[],
  fits: Rule['fits'] = (signs) => !signs.has('CMakeLists.txt'),
): Rule {
  const names = endings.map((ending) => `-name '*${ending}'`).join(' -o ')
  const find = `find . -type d \\( -name '.*' ! -name . -o -name node_modules -o -name build \\) -prune -o -type f \\( ${names} \\) -print0`
  const command = `out=$(mktemp -d); ${find} | xargs -0 -r ${name} ${flags}; code=$?; rm -rf "$out"; exit $code`
  return {
    ...rule(name, 'types', command, endings, (signs) => fits(signs) && signs.some(endings)),
    program: name,
    bare: true,
  }
}

function usesEslint(signs: Signs): boolean {
  const modern = ['js', 'mjs', 'cjs', 'ts', 'mts'].map((ending) => `eslint.config.${ending}`)
  const former = ['', '.js', '.cjs', '.json', '.yml', '.yaml'].map((ending) => `.eslintrc${ending}`)
  return [...modern, ...former].some((name) => signs.has(name))
}

function usesClippy(signs: Signs): boolean {
  const named = ['clippy.toml', '.clippy.toml'].some((name) => signs.has(name))
  return named || /^\[(workspace\.)?lints\.clippy\b/m.test(signs.text('Cargo.toml'))
}

function configured(signs: Signs, tool: string, files: readonly string[]): boolean {
  const table = new RegExp(`^\\[tool\\.${tool}\\b`, 'm').test(signs.text('pyproject.toml'))
  const section = new RegExp(`^\\[${tool}\\]`, 'm').test(ini(signs))
  return table || section || files.some((name) => signs.has(name))
}

function ini(signs: Signs): string {
  return `${signs.text('setup.cfg')}\n${signs.text('tox.ini')}`
}

function isGradle(signs: Signs): boolean {
  return signs.has('build.gradle') || signs.has('build.gradle.kts')
}

const DEPTH = 3

function readSigns(root: string): Signs {
  const has = (name: string) => existsSync(join(root, name))
  const endingIn = (folder: string, endings: readonly string[], depth: number): boolean =>
    list(folder).some((entry) => {
      if (entry.isFile()) return endings.some((ending) => entry.name.endsWith(ending))
      const enter = entry.isDirectory() && depth > 1 && !/^\.|^node_modules$/.test(entry.name)
      return enter && endingIn(join(folder, entry.name), endings, depth - 1)
    })
  return {
    has,
    text: (name) => read(join(root, name)),
    some: (endings) => endingIn(root, endings, DEPTH),
  }
}

function list(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Unreadable: then it tells nothing.
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
