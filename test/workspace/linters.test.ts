import t from 'tap'
import { discoverLinters } from '#workspace'

const names = (root: string) => discoverLinters(root).map(({ name }) => name)

t.test('row 183: the linters and type checkers of a project, by its signs', async (t) => {
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
    [['maven'], { 'pom.xml': '', 'A.java': '' }],
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

t.test('sources are looked for below the root, and not in what is installed', async (t) => {
  t.same(names(t.testdir({ src: { main: { 'A.java': '' } } })), ['javac'])
  t.same(names(t.testdir({ node_modules: { x: { 'a.py': '' } } })), [])
  t.same(names(`${t.testdir({})}/gone`), [])
})

t.test('each says what it needs; linters of single files say how', async (t) => {
  const [tsc, eslint] = discoverLinters(t.testdir({ 'tsconfig.json': '', '.eslintrc.json': '' }))
  t.match(tsc, { kind: 'types', program: 'node_modules/.bin/tsc' })
  t.equal(tsc?.perFile, undefined)
  t.match(eslint, { kind: 'lint', perFile: 'node_modules/.bin/eslint' })
})
