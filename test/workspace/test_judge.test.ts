import t from 'tap'
import { judgeTestRun } from '#workspace'

const NODE_OK = 'ℹ tests 3\nℹ suites 0\nℹ pass 3\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\n'
const NODE_BAD = NODE_OK.replace('pass 3', 'pass 2').replace('fail 0', 'fail 1')
const NODE_NONE = '# tests 0\n# suites 0\n# pass 0\n# fail 0\n# cancelled 0\n'

t.test('the exit code counts only when the command does not hide it', (t) => {
  const table: [string, number | null, string, boolean | null][] = [
    ['npm test', 0, NODE_OK, true],
    ['npm test', 0, '', true],
    ['npm test', 1, NODE_BAD, false],
    ['npm test', 1, '', false],
    ['npm test', 127, 'sh: 1: jest: not found', null],
    ['npm test', 127, 'sh: 1: jest: nicht gefunden', null],
    ['npm test', 127, NODE_BAD, false],
    [
      'make test',
      2,
      'make: nocc: No such file or directory\nmake: *** [Makefile:2: test] Error 127\n',
      null,
    ],
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

t.test('reads the summary of every runner: passed, failed, no tests', (t) => {
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

t.test('a run in which every test was skipped proves nothing', async (t) => {
  const table: [string, string][] = [
    ['npx jest', 'Tests:       3 skipped, 3 total\nTime: 1 s\n'],
    ['npx vitest run', ' Test Files  1 skipped (1)\n      Tests  3 skipped (3)\n'],
    ['npx vitest run', '      Tests  1 skipped | 2 todo (3)\n'],
    ['npm test', '# tests 3\n# pass 0\n# fail 0\n# cancelled 0\n# skipped 3\n'],
    ['npx mocha', '  0 passing (2ms)\n  3 pending\n'],
    ['python -m unittest', 'sss\nRan 3 tests in 0.001s\n\nOK (skipped=3)\n'],
    ['pytest', 'sss\n3 skipped in 0.01s\n'],
    ['mvn test', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 3\n'],
    ['rspec', '3 examples, 0 failures, 3 pending\n'],
    ['cargo test', 'test result: ok. 0 passed; 0 failed; 3 ignored; 0 measured\n'],
    ['go test -v ./...', '--- SKIP: TestA (0.00s)\nPASS\nok  \ta\t0.1s\n'],
    ['ctest', '100% tests passed, 0 tests failed out of 1\n\t  1 - a (Disabled)\n'],
    ['phpunit', 'Tests: 3, Assertions: 0, Skipped: 3.\n'],
    ['mvn test', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n'],
    ['./gradlew test', '> Task :test SKIPPED\n\nBUILD SUCCESSFUL in 1s\n'],
    ['./gradlew test', '> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n'],
    ['python -m unittest', 'x\nRan 1 test in 0.1s\n\nOK (expected failures=1)\n'],
    ['make test', "make: Nothing to be done for 'test'.\n"],
    ['make test', "make: 'test' is up to date.\n"],
    ['tox', '  py311: SKIPPED (0.1 seconds)\n  congratulations :) (0.1 seconds)\n'],
    ['nox', 'nox > Session tests skipped: Python interpreter 3.9 not found.\n'],
    ['dotnet test', 'No test is available in a.dll.\n'],
    ['dotnet test', 'Skipped! - Failed: 0, Passed: 0, Skipped: 2, Total: 2\n'],
    ['swift test', 'Executed 0 tests, with 0 failures (0 unexpected) in 0.0 seconds\n'],
    ['mix test', 'There are no tests to run\n'],
    ['deno test', 'error: No test modules found\n'],
    ['go test ./...', '?   \ta\t[no test files]\n?   \ta/b\t[no test files]\n'],
  ]
  for (const [command, output] of table)
    t.equal(
      judgeTestRun({ command, exitCode: 0, output, timedOut: false }).passed,
      null,
      `${command}: ${output}`,
    )
  for (const [command, output] of [
    ['tox', '  py311: OK (1.0 seconds)\n  congratulations :) (1.1 seconds)\n'],
    ['./gradlew test', '> Task :a:test NO-SOURCE\n> Task :b:test\nBUILD SUCCESSFUL in 1s\n'],
    ['./gradlew test', '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n'],
    ['go test ./...', 'ok  \ta\t(cached)\n?   \ta/b\t[no test files]\n'],
    ['npm test', "make: Nothing to be done for 'all'.\nok 1 - a\n1..1\n"],
  ] as const)
    t.equal(
      judgeTestRun({ command, exitCode: 0, output, timedOut: false }).passed,
      true,
      `${command}: ${output}`,
    )
  const some = 'Ran 3 tests in 0.001s\n\nOK (skipped=1)\n'
  t.equal(
    judgeTestRun({ command: 'python -m unittest', exitCode: 0, output: some, timedOut: false })
      .passed,
    true,
  )
})

t.test('a runner that counts all tests has the failed ones among them', (t) => {
  const table: [string, string, string][] = [
    ['python -m unittest', 'Ran 3 tests in 0.1s\n\nFAILED (failures=1)\n', '2 passed, 1 failed'],
    [
      'python -m unittest',
      'Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1, skipped=1)\n',
      '2 passed, 2 failed',
    ],
    [
      'mvn test',
      '[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0\n',
      '1 passed, 2 failed',
    ],
    ['rspec', '3 examples, 1 failure\n', '2 passed, 1 failed'],
    ['phpunit', 'Tests: 3, Assertions: 5, Failures: 1.\n', '2 passed, 1 failed'],
    ['ctest', '33% tests passed, 2 tests failed out of 3\n', '1 passed, 2 failed'],
    ['pytest', '=== 1 failed, 2 passed in 0.1s ===\n', '2 passed, 1 failed'],
  ]
  for (const [command, output, counts] of table) {
    const verdict = judgeTestRun({ command, exitCode: 1, output, timedOut: false })
    t.match(verdict.summary, counts, output)
    t.equal(verdict.passed, false)
  }
  const output = 'FAIL: test_a (test_calc.T.test_a)\n\nFAILED (failures=1)\n'
  t.same(
    judgeTestRun({ command: 'python -m unittest', exitCode: 1, output, timedOut: false }).failing,
    ['test_a (test_calc.T.test_a)'],
  )
  t.end()
})
