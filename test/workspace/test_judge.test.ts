import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test as TestContext } from 'tap'
import { judgeTestRun, openWorkspace } from '#workspace'

function makeProject(t: TestContext, files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tests-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const NODE_OK = 'ℹ tests 3\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n'
const NODE_BAD = NODE_OK.replace('pass 3', 'pass 2').replace('fail 0', 'fail 1')
const NODE_NONE = '# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n'

t.test('an exit code counts only where nothing hides it', (t) => {
  const table: [string, number | null, string, boolean | null][] = [
    ['npm test', 0, NODE_OK, true],
    ['npm test', 0, '', true],
    ['npm test', 1, NODE_BAD, false],
    ['npm test', 1, '', false],
    ['npm test', 0, NODE_NONE, null],
    ['npm test', null, NODE_OK, null],
    ['npm test', null, NODE_BAD, false],
    ['npm ci && npm test && echo ok', 0, 'ok', true],
    ['(cd web && npm test)', 0, '', true],
    ['npm test | tail -3', 0, 'whatever', null],
    ['npm test | tail -9', 0, NODE_OK, true],
    ['npm test | tail -9', 0, NODE_BAD, false],
    ['npm test | tail -2', 0, 'ℹ pass 3\n', null],
    ['npm test | grep pass', 0, NODE_OK, null],
    ['npm test 2>&1 | grep -i fail', 1, '', null],
    ['npm test | grep fail', 0, NODE_BAD, false],
    ['set -o pipefail; npm test | tail -3', 0, 'x', true],
    ['npm test || true', 0, '', null],
    ['npm test || true', 0, NODE_BAD, false],
    ['npm test; echo $?', 0, '1', null],
    ['npm test; echo done', 0, `${NODE_OK}done`, true],
    ['npm test\nls', 0, NODE_BAD, false],
    ['! npm test', 0, '', null],
    ['npm test &', 0, '', null],
    ['if npm test; then echo ok; fi', 0, 'ok', null],
    ['bash -c "npm test || true"', 0, '', null],
    ['bash -c "npm test"', 0, '', true],
    ['npm test --if-present', 0, '', null],
    ['npm test', 0, NODE_BAD, false],
    ['npm test', 0, `# inner: 1 failing\n  1 failing\n${NODE_OK}`, true],
  ]
  for (const [command, exitCode, output, passed] of table) {
    const verdict = judgeTestRun({ command, exitCode, output, timedOut: false })
    t.equal(verdict.passed, passed, `${command} (${exitCode}): ${verdict.summary}`)
  }
  t.match(judgeTestRun({ command: 'npm test', exitCode: null, output: '', timedOut: true }), {
    passed: null,
    summary: /timed out/,
  })
  t.match(
    judgeTestRun({ command: './ci | tail', exitCode: 0, output: '', timedOut: false }, './ci'),
    { passed: null },
  )
  t.end()
})

t.test('every runner is understood: passed, failed, nothing run', (t) => {
  const runners: [string, string, string, string | null][] = [
    ['node', NODE_OK, NODE_BAD, NODE_NONE],
    ['tap', 'ok 1 - a\nok 2 - b\n1..2\n', 'ok 1 - a\nnot ok 2 - b\n1..2\n', '1..0 # SKIP\n'],
    ['node-tap', '# { total: 4, pass: 4 }\n', '# { total: 4, pass: 3, fail: 1 }\n', null],
    [
      'jest',
      'Test Suites: 1 passed, 1 total\nTests:       3 passed, 3 total\n',
      'Test Suites: 1 failed, 1 total\nTests:       1 failed, 2 passed, 3 total\n',
      'No tests found, exiting with code 0\n',
    ],
    [
      'jest suite broken',
      'Tests:       3 passed, 3 total\n',
      'Test Suites: 1 failed, 1 total\nTests:       0 total\n',
      null,
    ],
    [
      'vitest',
      ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n',
      ' Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n',
      ' No test files found, exiting with code 0\n',
    ],
    [
      'mocha',
      '\n  3 passing (5ms)\n',
      '\n  2 passing (5ms)\n  1 failing\n',
      '\n  0 passing (1ms)\n',
    ],
    ['ava', '  ✔ a\n  ─\n\n  3 tests passed\n', '  1 test failed\n  2 tests passed\n', null],
    [
      'pytest',
      '===== 3 passed, 1 skipped in 0.02s =====\n',
      '=== 1 failed, 2 passed, 1 warning in 0.10s ===\n',
      'collected 0 items\n\n==== no tests ran in 0.00s ====\n',
    ],
    ['pytest -q', '3 passed in 0.01s\n', '1 failed, 2 passed in 0.01s\n', '2 skipped in 0.01s\n'],
    [
      'pytest error',
      '3 passed in 1.01s (0:01:01)\n',
      '=== 1 passed, 2 errors in 0.1s ===\n',
      '5 deselected in 0.01s\n',
    ],
    [
      'unittest',
      'Ran 3 tests in 0.001s\n\nOK\n',
      'Ran 3 tests in 0.001s\n\nFAILED (failures=1, errors=1)\n',
      'Ran 0 tests in 0.000s\n\nNO TESTS RAN\n',
    ],
    [
      'cargo',
      'test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\ntest result: ok. 0 passed; 0 failed; 0 ignored;\n',
      'test result: FAILED. 1 passed; 1 failed; 0 ignored;\n\nerror: test failed, to rerun pass `--lib`\n',
      'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured;\n',
    ],
    [
      'cargo build',
      'test result: ok. 1 passed; 0 failed;\n',
      'error[E0308]: mismatched types\nerror: could not compile `x` (lib test)\n',
      null,
    ],
    [
      'go',
      'ok  \texample/a\t0.003s\n?   \texample/b\t[no test files]\n',
      '--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample/a\t0.003s\nFAIL\n',
      '?   \texample\t[no test files]\n',
    ],
    [
      'go none',
      'PASS\nok  \texample\t(cached)\n',
      'FAIL\texample [build failed]\n',
      'ok  \texample/a\t0.003s [no tests to run]\n',
    ],
    [
      'maven',
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n',
      '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n',
      '[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n',
    ],
    [
      'gradle',
      '> Task :app:test\n\nBUILD SUCCESSFUL in 1s\n',
      '> Task :test FAILED\n3 tests completed, 1 failed\nBUILD FAILED in 1s\n',
      null,
    ],
    [
      'ctest',
      '100% tests passed, 0 tests failed out of 5\n',
      '80% tests passed, 1 tests failed out of 5\n',
      'No tests were found!!!\n',
    ],
    [
      'rspec',
      '3 examples, 0 failures, 1 pending\n',
      '3 examples, 1 failure\n',
      '0 examples, 0 failures\n',
    ],
    [
      'minitest',
      '5 runs, 9 assertions, 0 failures, 0 errors, 0 skips\n',
      '5 runs, 9 assertions, 0 failures, 1 errors, 0 skips\n',
      null,
    ],
    [
      'dotnet',
      'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3\n',
      'Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3\n',
      null,
    ],
    [
      'phpunit',
      'OK (3 tests, 5 assertions)\n',
      'FAILURES!\nTests: 3, Assertions: 5, Failures: 1.\n',
      'No tests executed!\n',
    ],
    [
      'deno',
      'ok | 3 passed | 0 failed (5ms)\n',
      'FAILED | 2 passed | 1 failed (5ms)\n',
      'ok | 0 passed | 0 failed (1ms)\n',
    ],
    ['bun', ' 3 pass\n 0 fail\nRan 3 tests across 1 file.\n', ' 2 pass\n 1 fail\n', null],
  ]
  const judge = (command: string, output: string) =>
    judgeTestRun({ command, exitCode: 0, output, timedOut: false }).passed
  for (const [name, good, bad, none] of runners) {
    t.equal(judge('npm test | tail', good), true, `${name} passed, exit hidden`)
    t.equal(
      judge('npm test | tail', `\x1b[32m${good}\x1b[0m`.replaceAll('\n', '\r\n')),
      true,
      `${name} in colour`,
    )
    t.equal(judge('npm test | tail', bad), false, `${name} failed, exit hidden`)
    t.equal(judge('npm test', good), true, `${name} passed`)
    if (none === null) continue
    t.equal(judge('npm test | tail', none), null, `${name} nothing run, exit hidden`)
    t.equal(judge('npm test', none), null, `${name} nothing run, exit 0`)
  }
  t.end()
})

const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  CARGO_NET_OFFLINE: 'true',
  GOTOOLCHAIN: 'local',
}

async function runReal(t: TestContext, files: Record<string, string>, command: string) {
  const root = makeProject(t, files)
  const result = await openWorkspace({ root, deny: [], env }).runCommand({
    command,
    timeoutMs: 300_000,
  })
  return { result, verdict: judgeTestRun({ command, ...result }) }
}

interface RealProject {
  tool: string
  command: string
  files(right: boolean): Record<string, string>
  failing: RegExp
  empty: Record<string, string>
}

const REAL: RealProject[] = [
  {
    tool: 'node',
    command: 'node --test',
    files: (right) => ({
      'add.test.js': `const t = require('node:test'); const a = require('node:assert');\nt('adds up', () => a.equal(1 + 1, ${right ? 2 : 3}));\n`,
    }),
    failing: /adds up/,
    empty: { 'x.txt': '' },
  },
  {
    tool: 'pytest',
    command: 'python3 -m pytest -q -p no:cacheprovider',
    files: (right) => ({
      'test_add.py': `def test_adds_up():\n    assert 1 + 1 == ${right ? 2 : 3}\n`,
    }),
    failing: /test_add\.py::test_adds_up/,
    empty: { 'x.txt': '' },
  },
  {
    tool: 'go',
    command: 'go test ./...',
    files: (right) => ({
      'go.mod': 'module example\n\ngo 1.20\n',
      'a_test.go': `package a\n\nimport "testing"\n\nfunc TestAddsUp(t *testing.T) {\n\tif 1+1 != ${right ? 2 : 3} {\n\t\tt.Fatal("no")\n\t}\n}\n`,
    }),
    failing: /TestAddsUp/,
    empty: { 'go.mod': 'module example\n\ngo 1.20\n', 'a.go': 'package a\n' },
  },
  {
    tool: 'cargo',
    command: 'cargo test',
    files: (right) => ({
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': `#[test]\nfn adds_up() {\n    assert_eq!(1 + 1, ${right ? 2 : 3});\n}\n`,
    }),
    failing: /adds_up/,
    empty: {
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '',
    },
  },
]

function whyNot(tool: string): string | false {
  const asked = spawnSync(tool, [tool === 'go' ? 'version' : '--version'], { env })
  return asked.status === 0 ? false : `${tool} is not installed`
}

for (const { tool, command, files, failing, empty } of REAL)
  t.test(`real runs of ${tool} are judged`, { skip: whyNot(tool) }, async (t) => {
    const good = await runReal(t, files(true), command)
    t.equal(good.verdict.passed, true, `${good.verdict.summary}\n${good.result.output.slice(-600)}`)
    const bad = await runReal(t, files(false), command)
    t.match(bad.verdict, { passed: false, summary: failing }, bad.result.output.slice(-600))
    const none = await runReal(t, empty, command)
    t.not(none.verdict.passed, true, none.verdict.summary)

    const piped = `${command} 2>&1 | tail -99`
    t.equal(judgeTestRun({ ...good.result, command: piped, exitCode: 0 }).passed, true)
    t.equal(judgeTestRun({ ...bad.result, command: piped, exitCode: 0 }).passed, false)
    t.equal(judgeTestRun({ ...none.result, command: piped, exitCode: 0 }).passed, null)
  })
