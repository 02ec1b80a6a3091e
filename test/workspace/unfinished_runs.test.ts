import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { judgeTestRun, openWorkspace } from '#workspace'

const NODE_PROJECT = {
  'package.json': '{"scripts":{"test":"node --test"}}',
  test: {
    'cart.test.js':
      "const test = require('node:test')\nconst assert = require('node:assert')\nconst { total } = require('../cart.js')\ntest('one', () => assert.equal(1, 1))\ntest('two', () => assert.equal(total(2), 4))\n",
    'plain.test.js': "require('node:assert').equal(1, 1)\n",
  },
}

/** Ends the process with success before a test reports. */
const EXITS = 'exports.total = (n) => globalThis["pro" + "cess"]["ex" + "it"](0)\n'

/** Everything that `node --test` prints. */
function runNode(root: string, reporter: string): string {
  return execFileSync(process.execPath, ['--test', `--test-reporter=${reporter}`], {
    cwd: root,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
}

/** What is wrong with an output of exit code 0. */
function whyOf(root: string, command: string, output: string): string | null {
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  return workspace.whyUnfinished({ command, output, truncated: false })
}

t.test('a process that ends with success before its tests is no passing run', async (t) => {
  const wrong = t.testdir({ ...NODE_PROJECT, 'cart.js': EXITS })
  for (const reporter of ['tap', 'spec']) {
    const output = runNode(wrong, reporter)
    const why = whyOf(wrong, 'npm test', output)
    t.equal(why, 'test/cart.test.js ended before its tests reported anything', reporter)
    const run = { command: 'npm test', exitCode: 0, output, timedOut: false }
    t.equal(judgeTestRun(run).passed, true, 'by its summary it passed')
    t.match(judgeTestRun({ ...run, unfinished: why }), {
      passed: null,
      summary: `unknown: npm test (${why})`,
    })
  }
  const right = t.testdir({ ...NODE_PROJECT, 'cart.js': 'exports.total = (n) => 2 * n\n' })
  for (const reporter of ['tap', 'spec'])
    t.equal(whyOf(right, 'npm test', runNode(right, reporter)), null, reporter)
})

t.test('it is found below a folder whose name has spaces and signs', async (t) => {
  const root = join(t.testdir({ 'a # ü b': { ...NODE_PROJECT, 'cart.js': EXITS } }), 'a # ü b')
  for (const reporter of ['tap', 'spec'])
    t.match(whyOf(root, 'npm test', runNode(root, reporter)), /^test\/cart\.test\.js/, reporter)
})

t.test('a runner that always prints a summary, and did not, did not end', async (t) => {
  const root = t.testdir({ 'package.json': '{"scripts":{"test":"jest"}}' })
  const ended = 'it ended before the summary of its tests'
  const table: [string, string, string | null][] = [
    ['npm test', '> a@1 test\n> jest\n', ended],
    ['npm test 2>&1', '> jest\n', ended],
    ['npm test', 'Tests:       2 passed, 2 total\n', null],
    ['npx jest --reporters=dot', '..\n', null],
    ['npx jest > out.txt', '', null],
    ['pytest -q', 'collecting\n', ended],
    ['python3 -m pytest', '', ended],
    ['pytest -qq', '..  [100%]\n', null],
    ['pytest -q', '2 passed in 0.01s\n', null],
    ['npx mocha', '', ended],
    ['go test ./...', 'ok  \ta\t0.01s\n', null],
    ['sh check.sh', '', null],
  ]
  for (const [command, output, why] of table)
    t.equal(whyOf(root, command, output), why, `${command}: ${output}`)
})

t.test('each test program of cargo has to print its result', async (t) => {
  const root = t.testdir({ 'Cargo.toml': '[package]\nname = "a"\n' })
  const unit = 'running 1 test\ntest adds ... ok\n\ntest result: ok. 1 passed; 0 failed\n'
  const docs = 'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n'
  t.equal(whyOf(root, 'cargo test', `${unit}\n${docs}`), null)
  t.equal(
    whyOf(root, 'cargo test', `${unit}\nrunning 2 tests\n\n${docs}`),
    'a test program ended before its result',
  )
  t.equal(
    whyOf(
      root,
      'cargo test',
      'running 1 test\ntest a ... ignored\n\ntest result: ok. 0 passed; 0 failed; 1 ignored\n',
    ),
    null,
  )
})

t.test('a Go program that ends with success before its tests is no passing run', async (t) => {
  const root = t.testdir({ 'go.mod': 'module x\n' })
  const early = 'a test program ended before its result'
  const ok = 'ok  \tx\t0.003s\n'
  const run = (name: string) => `=== RUN   ${name}\n--- PASS: ${name} (0.00s)\n`
  const event = (text: string) =>
    `{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"x","Output":${JSON.stringify(text)}}\n`
  const table: [string, string, string | null][] = [
    ['go test', ok, early],
    ['go test', `PASS\n${ok}`, null],
    ['go test -count=1 -timeout 30s', ok, early],
    ['go test 2>&1', `PASS\n${ok}`, null],
    ['go test', `PASS\ncoverage: 50.0% of statements\n${ok}`, null],
    ['go test -v ./...', ok, early],
    ['go test -v ./...', `${run('TestA')}PASS\n${ok}`, null],
    ['go test -v ./...', `${run('TestA')}PASS\n${ok}ok  \ty\t0.003s\n`, early],
    ['go test -v ./...', `${run('TestA')}PASS\nok  \tx\t(cached)\n`, null],
    ['go test -v ./...', `=== RUN   TestA\n${ok}`, 'TestA began and did not end'],
    [
      'go test -v',
      `=== RUN   TestA/a.b\n--- PASS: TestA/aXb (0.00s)\nPASS\n${ok}`,
      'TestA/a.b began and did not end',
    ],
    ['go test -json', `${event('=== RUN   TestA\n')}${event(ok)}`, 'TestA began and did not end'],
    ['go test -json', event(ok), early],
    [
      'go test -json',
      ['=== RUN   TestA\n', '--- PASS: TestA (0.00s)\n', 'PASS\n', ok].map(event).join(''),
      null,
    ],
    // A list of packages prints no PASS: nothing can be seen.
    ['go test ./...', ok, null],
    ['go test .', ok, null],
    ['go test', '?   \tx\t[no test files]\n', null],
    ['go vet && go test -v', `PASS\n${ok}`, null],
  ]
  for (const [command, output, why] of table)
    t.equal(whyOf(root, command, output), why, `${command}: ${output}`)
})

t.test('a run that wrote new expectations shows nothing', async (t) => {
  const root = t.testdir({ 'package.json': '{"scripts":{"test":"jest"}}' })
  for (const output of [
    'Tests:       2 passed, 2 total\nSnapshots:   1 updated, 1 passed, 2 total\n',
    ' Test Files  1 passed (1)\n      Tests  2 passed (2)\n  Snapshots  3 updated\n',
  ])
    t.match(whyOf(root, 'npm test', output), /expect/, output)
  const output = 'Tests:       2 passed, 2 total\nSnapshots:   1 written, 2 passed, 3 total\n'
  t.equal(whyOf(root, 'npm test', output), null)
})
