import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test as TestContext } from 'tap'
import { discoverTests, isTestCommand } from '#workspace'

function makeProject(t: TestContext, files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tests-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

t.test('row 93: finds the test command of a project from its files', (t) => {
  const npm = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) })
  const table: [Record<string, string>, string | null][] = [
    [npm('node --test'), 'npm test'],
    [npm('echo "Error: no test specified" && exit 1'), null],
    [{ 'package.json': '{ broken' }, null],
    [{ ...npm(''), 'pytest.ini': '' }, 'python3 -m pytest -q'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
    [{ 'tests/test_a.py': 'def test_a(): pass\n' }, 'python3 -m pytest -q'],
    [{ 'tests/test_a.py': 'import unittest\n' }, 'python3 -m unittest discover -s tests'],
    [{ 'test_a.py': 'import unittest\n' }, 'python3 -m unittest'],
    [{ 'a_test.py': 'import unittest\n' }, 'python3 -m pytest -q'],
    [{ 'test_a.py': 'import unittest\n', 'test/test_b.py': '' }, 'python3 -m pytest -q'],
    [{ 'tests/test_a.py': 'import unittest\n', 'tests/conftest.py': '' }, 'python3 -m pytest -q'],
    [{ 'tests/data.py': '' }, null],
    [{ 'Cargo.toml': '' }, 'cargo test'],
    [{ 'go.mod': 'module x\n', 'a/b/x_test.go': '' }, 'go test ./...'],
    [{ 'go.mod': 'module x\n', 'main.go': '' }, null],
    [{ 'pom.xml': '' }, 'mvn -q test'],
    [{ 'build.gradle.kts': '', gradlew: '' }, './gradlew test'],
    [{ Gemfile: '', 'spec/a_spec.rb': '' }, 'bundle exec rspec'],
    [{ 'App.sln': '' }, 'dotnet test'],
    [{ 'CMakeLists.txt': 'enable_testing()\n' }, 'ctest --test-dir build --output-on-failure'],
    [{ 'CMakeLists.txt': 'project(x)\n', Makefile: 'all:\n\ntest: all\n\ttrue\n' }, 'make test'],
    [{ Makefile: 'test := 1\ncheck:\n' }, 'make check'],
    [{ 'README.md': 'npm test' }, null],
    // A file may have the name of a folder, and a folder that of a file.
    [{ test: '', Makefile: 'test:\n\ttrue\n' }, 'make test'],
    [{ 'package.json/a': '', 'go.mod': '', 'x_test.go': '' }, 'go test ./...'],
  ]
  for (const [files, command] of table)
    t.equal(discoverTests(makeProject(t, files))?.command ?? null, command, JSON.stringify(files))
  t.same(discoverTests('/', 'make it so'), { command: 'make it so', runner: 'settings' })
  t.end()
})

t.test('distinguishes a command that runs tests from one that only names them', (t) => {
  const yes = [
    'npm test',
    'npm t',
    'npm run test:unit -- --grep x',
    'npm --prefix web test',
    'yarn test',
    'pnpm -F app test',
    'CI=1 FOO="a b" npm test',
    'cd web && npm test',
    'npx jest src',
    'npx --yes vitest run',
    'npx -p mocha mocha',
    'node --test',
    'node --test-reporter=tap --test test/',
    'node test.js',
    'node src/math.test.mjs',
    'npx tap run',
    'pytest',
    'pytest -q tests/test_a.py::test_b',
    'python -m pytest',
    'python3 -W ignore -m unittest discover',
    'poetry run pytest',
    'uv run python -m pytest',
    'coverage run -m pytest',
    'python manage.py test app',
    './venv/bin/python -m pytest',
    'python3 tests/test_a.py',
    'cargo test',
    'cargo +nightly test --all',
    'cargo nextest run',
    'go test ./...',
    'go test -run TestX ./pkg',
    'mvn -q test',
    './mvnw -pl core verify',
    './gradlew :app:test',
    'gradle check',
    'dotnet test',
    'ctest --output-on-failure',
    'cd build && ctest',
    'bundle exec rspec',
    'rake test',
    'bin/rails test',
    'vendor/bin/phpunit',
    'mix test',
    'make -j4 test',
    'make -C sub check',
    'bash -c "npm test | tail -3"',
    'timeout 60 npm test',
    'timeout -k 5 60 npm test',
    'env -u X A=1 npm test',
    'time npm test',
    'npm test 2>&1 | tail -20',
    'npm test > out.txt 2>&1; cat out.txt',
    'npm ci && npm run build && npm test',
    '(cd a && go test ./...)',
    'if npm test; then echo good; fi',
    './run_tests.sh',
    'bash scripts/run-tests.sh',
    './test.sh',
    'npm test && echo "all good"',
  ]
  const no = [
    'echo npm test',
    'grep pytest README.md',
    'cat test.js',
    'npm install',
    'npm run build',
    'npm run lint',
    'npm view jest',
    'ls test',
    'git commit -m "npm test"',
    'pip install pytest',
    'npm install jest',
    'node index.js',
    'node server.js --test-mode',
    'cargo build',
    'cargo test --no-run',
    'go build ./...',
    'go test -list .',
    'go vet',
    'pytest --collect-only',
    'pytest --version',
    'jest --listTests',
    'mvn -DskipTests install',
    'ctest -N',
    'make',
    'make testdata',
    'which pytest',
    'command -v pytest',
    'vim tests/test_a.py',
    'python -m pip install pytest',
    'echo "a; npm test"',
    '# npm test',
    'cat <<EOF\nnpm test\nEOF',
    'test -f package.json',
    '[ -d test ] && ls',
    'npm test (',
    '',
    'find . -name "*.test.js"',
    'npx eslint test',
    'python setup.py install',
    'rm -rf test.sh',
    'docker run pytest',
  ]
  for (const command of yes) t.equal(isTestCommand(command), true, command)
  for (const command of no) t.equal(isTestCommand(command), false, command)
  t.equal(isTestCommand('./ci verify'), false)
  t.equal(isTestCommand('./ci verify', './ci verify'), true)
  t.equal(isTestCommand('cd x && ./ci verify --fast', './ci verify'), true)
  t.equal(isTestCommand('./ci lint', './ci verify'), false)
  t.equal(isTestCommand('make && ./ci; true', 'make && ./ci; true'), true)
  t.end()
})
