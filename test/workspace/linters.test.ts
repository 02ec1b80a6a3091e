import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { discoverLinters, openWorkspace } from '#workspace'

const TYPES = '{"scripts":{"typecheck":"tsc -b"}}'
const names = (root: string) => discoverLinters(root).map(({ name }) => name)

t.test('row 154: finds the linters and type checkers of a project', async (t) => {
  const cases: [string[], Record<string, string>][] = [
    [['tsc', 'eslint'], { 'tsconfig.json': '{}', 'eslint.config.js': '', 'package.json': '{}' }],
    [['tsc', 'biome'], { 'tsconfig.json': '{}', 'biome.json': '{}' }],
    [['npm lint'], { 'package.json': '{"scripts":{"lint":"standard"}}' }],
    [[], { 'package.json': 'no json' }],
    [['ruff', 'mypy'], { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n', 'a.py': '' }],
    [['flake8'], { 'setup.cfg': '[flake8]\n', 'a.py': '' }],
    [['pyright'], { 'pyrightconfig.json': '{}', 'a.py': '' }],
    [['python syntax'], { 'a.py': '' }],
    [['go vet'], { 'go.mod': 'module a\n' }],
    [['cargo check'], { 'Cargo.toml': '' }],
    [['clippy'], { 'Cargo.toml': '[lints.clippy]\n' }],
    [['clippy'], { 'Cargo.toml': '', 'clippy.toml': '' }],
    [['maven'], { 'pom.xml': '', 'A.java': '' }],
    [['maven', 'checkstyle'], { 'pom.xml': '<artifactId>maven-checkstyle-plugin', mvnw: '' }],
    [['gradle'], { 'build.gradle.kts': '', 'A.java': '' }],
    [['npm types', 'biome'], { 'package.json': TYPES, 'tsconfig.json': '{}', 'biome.json': '{}' }],
    [[], { 'package.json': '{"scripts":{"lint":"eslint --fix ."}}' }],
    [['gradle'], { 'build.gradle': '', gradlew: '', 'A.java': '' }],
    [['javac'], { 'A.java': '' }],
    [['g++', 'gcc'], { 'a.cpp': '', 'b.c': '' }],
    [[], { 'CMakeLists.txt': '', 'a.cpp': '' }],
    [['rubocop'], { '.rubocop.yml': '' }],
    [['dotnet'], { 'a.csproj': '' }],
    [[], { 'README.md': '' }],
  ]
  for (const [expected, files] of cases)
    t.same(names(t.testdir(files)), expected, expected.join(' ') || 'none')
})

t.test('finds sources below the root, but not in installed packages', async (t) => {
  t.same(names(t.testdir({ src: { main: { 'A.java': '' } } })), ['javac'])
  t.same(names(t.testdir({ node_modules: { x: { 'a.py': '' } } })), [])
  t.same(names(`${t.testdir({})}/gone`), [])
})

t.test(
  'each linter names its program; linters for single files have a command for them',
  async (t) => {
    const [tsc, eslint] = discoverLinters(t.testdir({ 'tsconfig.json': '', '.eslintrc.json': '' }))
    t.match(tsc, { kind: 'types', program: 'node_modules/.bin/tsc' })
    t.equal(tsc?.perFile, undefined)
    t.match(eslint, { kind: 'lint', perFile: 'node_modules/.bin/eslint' })
  },
)

t.test('linters for single files check these files, the others check everything', (t) => {
  const files = { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n', 'tsconfig.json': '{}' }
  const bin = { ruff: '', mypy: '' }
  const root = t.testdir({ ...files, bin })
  for (const name of Object.keys(bin)) chmodSync(join(root, 'bin', name), 0o755)
  const { planDiagnosis } = openWorkspace({ root, deny: [], env: { PATH: join(root, 'bin') } })
  const { run, skipped } = planDiagnosis(['a.py', "it's.py", 'b.go'])
  t.same(
    run.map(({ command }) => command),
    [
      "ruff check --output-format concise --force-exclude 'a.py' 'it'\\''s.py'",
      'mypy --no-error-summary --show-column-numbers .',
    ],
  )
  t.same(skipped, [], 'tsc looks at none of them')
  const many = Array.from({ length: 2_000 }, (_, at) => `file${at}.py`)
  t.match(planDiagnosis(many).run[0]?.command, / \.$/, 'too many names for one command')
  t.end()
})
