import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'

const PROJECTS: Record<string, Record<string, string>> = {
  node: {
    'package.json': '{"scripts":{"test":"node --test"}}',
    'test/a.test.js': '',
    'test/b.test.js': '',
  },
  jest: { 'package.json': '{"scripts":{"test":"jest"}}', 'src/a.test.js': '', 'src/b.test.js': '' },
  vitest: { 'package.json': '{"scripts":{"test":"vitest run"}}', 'src/a.test.ts': '' },
  mocha: { 'package.json': '{"scripts":{"test":"mocha test/*.js"}}', 'test/a.js': '' },
  pytest: { 'tests/test_a.py': 'def test_a(): pass', 'tests/test_b.py': '', 'conftest.py': '' },
  unittest: { 'tests/test_a.py': 'import unittest\n' },
  go: { 'go.mod': 'module a', 'a/a_test.go': '', 'b/b_test.go': '' },
  goRoot: { 'go.mod': 'module a', 'a_test.go': '' },
  cargo: { 'Cargo.toml': '', 'tests/a.rs': '' },
  maven: { 'pom.xml': '' },
  gradle: { 'build.gradle': '', gradlew: '' },
  ctest: { 'CMakeLists.txt': 'enable_testing()' },
  make: { Makefile: 'test: build\n\tsh run_all.sh\n\nlint:\n\techo ok\n', 'run_all.sh': '' },
  plain: { 'test.js': '' },
}

const ALL: Record<string, string[]> = {
  node: [
    'npm test',
    'npm t',
    'npm run test',
    'npm test --silent',
    'yarn test',
    'pnpm test',
    'node --test',
    'node --test test/',
    'node --test test/*.test.js',
    'node --test test/a.test.js test/b.test.js',
    'CI=1 npm test',
    'timeout 60 npm test',
    'npm ci && npm test',
    'npx tsc --noEmit && npm test',
    'sed -i s/a/b/ a.js && npm test',
    'npm test -- --test-reporter=spec',
    'npm test 2>&1',
    'npm test && echo done',
    'npm test && git diff --stat',
    'set -o pipefail; npm test | tail -20',
    'bash -c "npm test"',
    'cd . && npm test',
    'npm test > /tmp/out.txt',
  ],
  jest: [
    'npm test',
    'npx jest',
    'npx jest --coverage',
    'npm test -- --ci',
    './node_modules/.bin/jest',
  ],
  vitest: [
    'npm test',
    'npx vitest run --bail 1',
    'npx vitest --run',
    'npm test -- --reporter=verbose',
  ],
  mocha: ['npm test', 'npx mocha test/*.js'],
  pytest: [
    'python3 -m pytest -q',
    'pytest',
    'pytest -x -v',
    'python -m pytest tests/',
    'pytest tests',
    'pytest --tb=short -ra',
    'PYTHONPATH=. pytest',
    'PYTHONPATH=src python -m pytest',
    'poetry run pytest -q',
    '.venv/bin/pytest',
    'pip install -e . && pytest',
  ],
  unittest: [
    'python3 -m unittest discover -s tests',
    'python -m unittest discover -s tests -v',
    'python3 -m unittest discover',
    'pytest -q',
    'python -m unittest',
  ],
  go: [
    'go test ./...',
    'go test -v ./...',
    'go test -race -count=1 ./...',
    'go vet ./... && go test ./...',
    'go test ./a/... ./b/...',
    'go test ./a ./b',
  ],
  goRoot: ['go test', 'go test .', 'go test ./...'],
  cargo: [
    'cargo test',
    'cargo test --all',
    'cargo test -- --nocapture',
    'cargo build && cargo test',
    'cargo test --workspace --all-features',
    'cargo nextest run',
  ],
  maven: ['mvn -q test', 'mvn test', 'mvn -B verify', 'mvn clean test', 'mvn -q clean install'],
  gradle: ['./gradlew test', './gradlew check', 'gradle test --info', './gradlew clean build'],
  ctest: [
    'ctest --test-dir build --output-on-failure',
    'cmake --build build && ctest --test-dir build',
    'ctest --test-dir build',
  ],
  make: ['make test', 'make -s test', 'make && make test', 'make clean test'],
  plain: ['node test.js', 'node --test'],
}

const PART: Record<string, string[]> = {
  node: [
    'node --test test/a.test.js',
    'npm test -- test/a.test.js',
    'npm test test/a.test.js',
    'npm test -- --test-name-pattern=adds',
    'node --test --test-name-pattern adds',
    'node --test --test-skip-pattern=x',
    'node --test --test-only',
    'node --test --test-shard=1/2',
    'npm test || true',
    'npm test ; true',
    'npm test; echo $?',
    'npm test | tail -5',
    'npm test | tee log.txt',
    '! npm test',
    'npm test & wait',
    'git stash && npm test',
    'if npm test; then echo ok; fi',
    'PATH=$PWD/fake:$PATH npm test',
    'export PATH=$PWD/fake:$PATH; npm test',
    'export PATH="$PWD/fake:$PATH" && npm test',
    'env PATH=./fake npm test',
    'alias npm=true; npm test',
    'npm() { echo "# pass 3"; }; npm test',
    'function npm { true; }; npm test',
    'hash -p ./fake npm; npm test',
    '. ./env.sh; npm test',
    'source env.sh && npm test',
    'eval "npm test"',
    'trap "exit 0" EXIT; npm test',
    'NODE_OPTIONS="--require ./fake.js" npm test',
    'npm_config_script_shell=/bin/true npm test',
    'SKIP_SLOW=1 npm test',
    'BASH_ENV=./x npm test',
    'git stash && npm test && git stash pop',
    'git stash; npm test; git stash pop',
    'git checkout HEAD~1 && npm test; git checkout -',
    'mv test/a.test.js /tmp/; npm test; mv /tmp/a.test.js test/',
    'npm test && sed -i s/1/2/ src/a.js',
    'npm test && git checkout src',
    'npm test && cp x.js src/a.js',
    'npm test && echo x > src/a.js',
    'npm test && echo $(cp x.js src/a.js)',
    '(sleep 1; cp x.js src/a.js) & npm test',
    'cd other && npm test',
    'npm --prefix other test',
    'npm test --ignore-scripts',
    'npm test -w one',
    './fake/npm test',
    '/tmp/npm test',
    '$RUN test',
    'node --require ./fake.js --test',
    'node --import ./fake.mjs --test',
    'for f in test/*.js; do node --test $f; done',
    'while true; do npm test; break; done',
    'npm test "',
    'npm run test:unit',
    'npx vitest run',
    'node test/a.test.js',
    'make test',
    'echo "# pass 3"',
    'true',
    'cat result.txt',
  ],
  jest: [
    'npx jest -t adds',
    'npx jest --testNamePattern=adds',
    'npx jest src/a.test.js',
    'npx jest -u',
    'npx jest --updateSnapshot',
    'npx jest --onlyChanged',
    'npx jest --changedSince=HEAD',
    'npx jest --findRelatedTests src/a.js',
    'npx jest --config other.json',
    'npx jest --testPathIgnorePatterns a',
    'npx jest --shard=1/2',
    'npx jest --selectProjects a',
    'npm test -- -u',
    'npm test -- -t adds',
    'npx jest --passWithNoTests nothing',
    'npx jest --roots other',
    'npx jest --testRegex=none',
  ],
  vitest: [
    'npx vitest run -t adds',
    'npx vitest run other',
    'npx vitest run -u',
    'npx vitest related a.ts',
    'npx vitest run --exclude "**/a*"',
    'npx vitest run --changed',
  ],
  mocha: [
    'npx mocha -g adds test/*.js',
    'npx mocha --grep adds',
    'npx mocha -f adds',
    'npx mocha -i -g x',
    'npx mocha --dry-run',
  ],
  pytest: [
    'pytest tests/test_a.py',
    'pytest tests/test_a.py::test_a',
    'pytest -k adds',
    'pytest -m "not slow"',
    'pytest --lf',
    'pytest --last-failed',
    'pytest --deselect tests/test_a.py::test_a',
    'pytest --ignore=tests/test_a.py',
    'pytest --co',
    'pytest -p no:python',
    'pytest -p fake_plugin',
    'pytest -c other.ini',
    'pytest -o python_files=none',
    'pytest --rootdir other',
    'pytest --snapshot-update',
    'pytest --stepwise',
    'PYTEST_ADDOPTS="-k none" pytest',
    'PYTHONPATH=fake pytest',
    'PYTHONSTARTUP=x pytest',
    'python fake/pytest.py',
    'pytest --pyargs other',
    'python -m unittest',
  ],
  unittest: [
    'python -m unittest tests.test_a',
    'python -m unittest discover -p "test_z*"',
    'python -m unittest discover -k adds',
    'python -m unittest tests.test_a.T.test_x',
    'python tests/test_a.py TestA',
  ],
  go: [
    'go test .',
    'go test . ./a',
    'go test ./a ./b -short',
    'go test ./a',
    'go test -run TestA ./...',
    'go test -run=^$ ./...',
    'go test -skip TestA ./...',
    'go test -short ./...',
    'go test',
    'go test ./a/...',
    'GOFLAGS=-run=^$ go test ./...',
    'go test -exec true ./...',
    'go test -c ./...',
    'go test -tags none ./...',
    'go test -overlay=x.json ./...',
    'go test -list . ./...',
  ],
  cargo: [
    'cargo test --all-targets',
    'cargo test --lib',
    'cargo test adds',
    'cargo test -- adds',
    'cargo test -- --skip adds',
    'cargo test -p one',
    'cargo test --test a',
    'cargo test --no-run',
    'cargo test --doc',
    'RUSTFLAGS=x cargo test',
    'cargo test --config x',
    'cargo test -- --ignored',
    'cargo test --exclude one --workspace',
    'CARGO_TARGET_X86_64_RUNNER=true cargo test',
  ],
  maven: [
    'mvn -Dtest=ATest test',
    'mvn test -DskipTests',
    'mvn -pl one test',
    'mvn test -Dmaven.test.skip=true',
    'mvn test -fae',
    'mvn test -Dmaven.test.failure.ignore=true',
    'mvn test -fn',
    'mvn -f other.xml test',
    'MAVEN_OPTS=x mvn test',
    'mvn test -Dgroups=fast',
  ],
  gradle: [
    './gradlew test --tests ATest',
    './gradlew :one:test',
    './gradlew build -x test',
    './gradlew test --dry-run',
    './gradlew test -PexcludeTests=a',
    './gradlew test -Dtest.single=A',
    './gradlew -p other test',
    './gradlew -I init.gradle test',
  ],
  ctest: [
    'ctest -R a',
    'ctest -E a',
    'ctest -L fast',
    'ctest -I 1,1',
    'ctest --rerun-failed',
    'ctest -N',
    'ctest -LE slow',
  ],
  make: [
    'make -n test',
    'make test RUNNER=true',
    'make -i test',
    'make -C other test',
    'make -f fake.mk test',
    'make -k test || true',
    'MAKEFLAGS=-n make test',
    'make test SHELL=/bin/true',
    'make -t test',
    'sh other.sh',
    'make lint',
    'make -q test',
  ],
  plain: ['node test.js || true', 'node other.test.js', 'git -C . checkout a.js && node test.js'],
}

function open(t: Test, files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'aircoder-scope-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return openWorkspace({ root, deny: [], env: process.env })
}

for (const [name, files] of Object.entries(PROJECTS))
  t.test(`the scope of test runs in a project of ${name}`, async (t) => {
    const workspace = open(t, files)
    for (const command of ALL[name] ?? [])
      t.same(workspace.testScope(command), { scope: 'all' }, `all: ${command}`)
    for (const command of PART[name] ?? [])
      t.equal(workspace.testScope(command).scope, 'part', `part: ${command}`)
  })

t.test('the command of the settings is the whole check, and what it lacks is said', async (t) => {
  const workspace = open(t, PROJECTS.node ?? {})
  t.same(workspace.testScope('sh ./check.sh --fast', 'sh ./check.sh --fast'), { scope: 'all' })
  t.match(workspace.testScope('npm test | tail -5'), { why: /exit code is hidden/ })
  t.match(workspace.testScope('node --test test/a.test.js'), { why: /runs only test\/a\.test\.js/ })
  t.match(workspace.testScope('npm test && rm a.js'), { why: /runs rm after the tests/ })
  t.match(workspace.testScope('PATH=x npm test'), { why: /sets PATH/ })
})

t.test('row 171: the folder that a text begins in decides which tests it runs', async (t) => {
  const workspace = open(t, { ...PROJECTS.node, 'sub/deep/a.txt': '' })
  const from = (command: string, folder: string) =>
    workspace.testScope(command, undefined, folder).scope
  t.equal(from('npm test', ''), 'all')
  t.match(workspace.testScope('npm test', undefined, 'sub/deep'), {
    why: /another folder \(sub\/deep\)\. Begin it with: cd \.\.\/\.\. &&/,
  })
  t.equal(from('cd ../.. && npm test', 'sub/deep'), 'all')
  t.equal(from(`cd "${workspace.root}" && npm test`, 'sub'), 'all')
  for (const command of [
    'cd .. && npm test',
    'cd ../..; npm test',
    'cd $UP && npm test',
    '(cd ../..) && npm test',
    'cd ../.. || npm test',
    'cd ../.. && cd sub && npm test',
  ])
    t.equal(from(command, 'sub/deep'), 'part', command)
})

t.test('make test with one run of the runner as its recipe is that run', (t) => {
  const files = { 'test_stock.py': 'import unittest\n', 'test_more.py': 'import unittest\n' }
  const scopeOf = (makefile: string, command = 'make test') =>
    open(t, { ...files, Makefile: makefile }).testScope(command).scope
  const phony = '.PHONY: test\n\n'
  t.equal(scopeOf(`${phony}test:\n\tpython3 -m unittest -q\n`), 'all')
  t.equal(scopeOf(`${phony}test:\n\t@python3 -m unittest\n`), 'all')
  const parts: Record<string, string> = {
    'a file': `${phony}test:\n\tpython3 -m unittest test_stock\n`,
    'a hidden exit code': `${phony}test:\n\tpython3 -m unittest || true\n`,
    'an ignored exit code': `${phony}test:\n\t-python3 -m unittest\n`,
    'a command before it': `${phony}test:\n\tgit stash\n\tpython3 -m unittest\n`,
    'another target before it': `${phony}test: build\n\tpython3 -m unittest\nbuild:\n\ttrue\n`,
    'a variable': `${phony}PY = true\ntest:\n\t$(PY) -m unittest\n`,
    'another shell': `${phony}SHELL = /bin/true\ntest:\n\tpython3 -m unittest\n`,
    'a second rule': `${phony}test:\n\tpython3 -m unittest\ntest:\n\ttrue\n`,
    'no rule of its own': 'test:\n\tpython3 -m unittest\n',
    itself: `${phony}test:\n\tmake test\n`,
    'an included file': `include more.mk\n${phony}test:\n\tpython3 -m unittest\n`,
  }
  for (const [name, makefile] of Object.entries(parts)) t.equal(scopeOf(makefile), 'part', name)
  t.equal(scopeOf(`${phony}test:\n\tpython3 -m unittest\n`, 'make test PY=true'), 'part')
  t.end()
})
