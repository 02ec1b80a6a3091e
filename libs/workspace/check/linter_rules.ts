import type { Linter } from './types.js'

/** The files of a project that show which linters it uses. */
export interface Signs {
  has(name: string): boolean
  text(name: string): string
  /** Whether a file in the root or in its folders, at most two levels deep, has one of these endings. */
  some(endings: readonly string[]): boolean
}

export type LinterRule = Linter & { applies(signs: Signs): boolean }

/** A rule as it is written below: the program is the first word of the command unless given. */
type Row = Omit<LinterRule, 'program'> & { program?: string }

export const JS = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx']
const TS = ['.ts', '.tsx', '.mts', '.cts']
const PY = ['.py']

/** Parses every Python file, writes nothing, and prints syntax errors. */
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

/** In order. Bare compilers come last in their language, for projects that configure no linter. */
export const LINTER_RULES: readonly LinterRule[] = [
  installed({
    name: 'tsc',
    kind: 'types',
    command: 'tsc --noEmit --pretty false -p .',
    endings: TS,
    applies: (s) => s.has('tsconfig.json'),
  }),
  installed({
    name: 'biome',
    kind: 'lint',
    command: 'biome lint .',
    perFile: 'biome lint',
    endings: JS,
    applies: (s) => s.has('biome.json') || s.has('biome.jsonc'),
  }),
  installed({
    name: 'eslint',
    kind: 'lint',
    command: 'eslint .',
    perFile: 'eslint',
    endings: JS,
    applies: usesEslint,
  }),
  rule({
    name: 'ruff',
    kind: 'lint',
    command: 'ruff check --output-format concise .',
    perFile: 'ruff check --output-format concise --force-exclude',
    endings: PY,
    applies: (s) => configured(s, 'ruff', ['ruff.toml', '.ruff.toml']),
  }),
  rule({
    name: 'flake8',
    kind: 'lint',
    command: 'flake8',
    perFile: 'flake8',
    endings: PY,
    applies: (s) => /^\[flake8\]/m.test(ini(s) + s.text('.flake8')),
  }),
  rule({
    name: 'mypy',
    kind: 'types',
    command: 'mypy --no-error-summary --show-column-numbers .',
    endings: PY,
    applies: (s) => configured(s, 'mypy', ['mypy.ini', '.mypy.ini']),
  }),
  rule({
    name: 'pyright',
    kind: 'types',
    command: 'pyright',
    endings: PY,
    applies: (s) => configured(s, 'pyright', ['pyrightconfig.json']),
  }),
  rule({
    name: 'python syntax',
    kind: 'lint',
    command: PYTHON_SYNTAX,
    program: 'python3',
    bare: true,
    endings: PY,
    applies: (s) => s.some(PY),
  }),
  rule({
    name: 'go vet',
    kind: 'types',
    command: 'go vet ./...',
    endings: ['.go'],
    applies: (s) => s.has('go.mod'),
  }),
  rule({
    name: 'cargo check',
    kind: 'types',
    command: 'cargo check --quiet --message-format short',
    endings: ['.rs'],
    applies: (s) => s.has('Cargo.toml') && !usesClippy(s),
  }),
  // Clippy reports everything that `cargo check` reports.
  rule({
    name: 'clippy',
    kind: 'lint',
    command: 'cargo clippy --quiet --message-format short',
    program: 'cargo-clippy',
    endings: ['.rs'],
    applies: (s) => s.has('Cargo.toml') && usesClippy(s),
  }),
  java('maven', 'mvn -q -B compile', (s) => s.has('pom.xml') && !s.has('mvnw')),
  java('maven', './mvnw -q -B compile', (s) => s.has('pom.xml') && s.has('mvnw')),
  rule({
    name: 'checkstyle',
    kind: 'lint',
    command: 'mvn -q -B checkstyle:check',
    endings: ['.java'],
    applies: (s) => s.text('pom.xml').includes('maven-checkstyle-plugin'),
  }),
  java('gradle', './gradlew -q compileJava', (s) => s.has('gradlew')),
  java('gradle', 'gradle -q compileJava', (s) => isGradle(s) && !s.has('gradlew')),
  compiler({
    name: 'javac',
    flags: '-d "$out" -proc:none',
    endings: ['.java'],
    applies: (s) => !s.has('pom.xml') && !isGradle(s),
  }),
  compiler({ name: 'g++', flags: cFlags(), endings: ['.cc', '.cpp', '.cxx'], applies: noCmake }),
  compiler({ name: 'gcc', flags: cFlags(), endings: ['.c'], applies: noCmake }),
  rule({
    name: 'rubocop',
    kind: 'lint',
    command: 'rubocop --format emacs',
    perFile: 'rubocop --format emacs --force-exclusion',
    endings: ['.rb'],
    applies: (s) => s.has('.rubocop.yml'),
  }),
  rule({
    name: 'dotnet',
    kind: 'types',
    command: 'dotnet build --nologo -v q',
    endings: ['.cs'],
    applies: (s) => s.some(['.csproj']),
  }),
]

function rule(row: Row): LinterRule {
  return { ...row, program: row.program ?? row.command.replace(/ .*$/s, '') }
}

function java(name: string, command: string, applies: LinterRule['applies']): LinterRule {
  return rule({ name, kind: 'types', command, endings: ['.java'], applies })
}

/** A tool from the project's own node_modules: the version that the project uses, without a download. */
function installed({ command, perFile, ...row }: Row): LinterRule {
  const bin = 'node_modules/.bin/'
  const files = perFile === undefined ? {} : { perFile: `${bin}${perFile}` }
  return rule({ ...row, command: `${bin}${command}`, ...files })
}

type Compiler = Pick<LinterRule, 'name' | 'endings' | 'applies'> & { flags: string }

/** A bare compiler for all sources; its output goes to a temporary folder. */
function compiler({ name, flags, endings, applies }: Compiler): LinterRule {
  const names = endings.map((ending) => `-name '*${ending}'`).join(' -o ')
  const find = `find . -type d \\( -name '.*' ! -name . -o -name node_modules -o -name build \\) -prune -o -type f \\( ${names} \\) -print0`
  const command = `out=$(mktemp -d); ${find} | xargs -0 -r ${name} ${flags}; code=$?; rm -rf "$out"; exit $code`
  return {
    ...{ name, kind: 'types' as const, command, endings, program: name, bare: true as const },
    applies: (signs) => applies(signs) && signs.some(endings),
  }
}

function cFlags(): string {
  return '-fsyntax-only -Wall -I. -Iinclude -Isrc'
}

function noCmake(signs: Signs): boolean {
  return !signs.has('CMakeLists.txt')
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
