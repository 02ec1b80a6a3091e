import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { estimateTokens, keepTelling } from '#core'
import { createRegistry, loadBuiltinTools, type ToolContext } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

/** 150 kB of log lines of five shapes, mixed, as a server under test prints them. */
const NOISE = Array.from(
  { length: 2_000 },
  (_, at) =>
    [
      `[2026-11-22T10:00:${at % 60}Z] INFO worker-${at % 7} took job ${at} from queue "orders-${at % 3}"`,
      `[2026-11-22T10:00:${at % 60}Z] WARN retry ${at} after error: connection ${at} was reset by peer`,
      `ok ${at} - adds row ${at} of the table`,
      `    at Module.run (node:internal/modules/run:${at}:7)`,
      `debug: cache ${at % 2 ? 'hit' : 'miss'} for key ${(at * 7919).toString(16)}f00d`,
    ][(at * 7 + Math.floor(at / 13)) % 5] ?? '',
)

const FAILURES: Record<string, { text: string; wants: RegExp[] }> = {
  tap: {
    text: "not ok 41 - the factor of Norwegian\n  ---\n  duration_ms: 0.7\n  location: '/p/test/atlas.test.js:18:3'\n  failureType: 'testCodeFailure'\n  error: |-\n    Expected values to be strictly equal:\n\n    8117 !== 8118\n  code: 'ERR_ASSERTION'\n  expected: 8118\n  actual: 8117\n  stack: |-\n    factorOf (/p/src/atlas.js:31:9)\n  ...",
    wants: [
      /not ok 41 - the factor/,
      /8117 !== 8118/,
      /expected: 8118/,
      /actual: 8117/,
      /atlas\.js:31:9/,
    ],
  },
  pytest: {
    text: '=================================== FAILURES ===================================\n_________________________________ test_factor __________________________________\n\n    def test_factor():\n>       assert factor("no") == 8118\nE       AssertionError: assert 8117 == 8118\nE        +  where 8117 = factor(\'no\')\n\ntests/test_atlas.py:18: AssertionError',
    wants: [
      /assert factor\("no"\) == 8118/,
      /E +AssertionError: assert 8117 == 8118/,
      /test_atlas\.py:18/,
    ],
  },
  go: {
    text: '--- FAIL: TestFactor (0.00s)\n    atlas_test.go:18: factor("no") = 8117, want 8118\nFAIL\nFAIL\texample/atlas\t0.002s',
    wants: [/--- FAIL: TestFactor/, /atlas_test\.go:18: factor\("no"\) = 8117, want 8118/],
  },
  jest: {
    text: "  ● atlas › the factor of Norwegian\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 8118\n    Received: 8117\n\n      17 | test('factor', () => {\n    > 18 |   expect(factor('no')).toBe(8118)\n\n      at Object.<anonymous> (test/atlas.test.js:18:24)",
    wants: [/● atlas › the factor/, /Expected: 8118/, /Received: 8117/, /atlas\.test\.js:18:24/],
  },
  tsc: {
    text: "src/atlas.ts(31,9): error TS2322: Type 'string' is not assignable to type 'number'.",
    wants: [/src\/atlas\.ts\(31,9\): error TS2322/],
  },
  cargo: {
    text: "thread 'tests::factor' panicked at src/atlas.rs:31:9:\nassertion `left == right` failed\n  left: 8117\n right: 8118",
    wants: [/panicked at src\/atlas\.rs:31:9/, /left: 8117/, /right: 8118/],
  },
}

t.test('row 83: the decisive lines of a failure survive between 150 kB of log', async (t) => {
  for (const [name, { text, wants }] of Object.entries(FAILURES)) {
    for (const tokens of [480, 1_080, 2_380]) {
      const at = 1_300
      const output = [...NOISE.slice(0, at), text, ...NOISE.slice(at), '# tests 2000', '# fail 1']
      const shown = keepTelling(output.join('\n'), tokens, 'Open e7.') ?? ''
      for (const want of wants) t.match(shown, want, `${name} at ${tokens}`)
      t.match(shown, /# fail 1$/, `${name}: the end`)
      t.match(shown, /… \d+ lines left out\. Open e7\./)
      t.ok(estimateTokens(shown) <= tokens, `${name}: ${estimateTokens(shown)} of ${tokens}`)
      t.ok((shown.match(/connection \d+ was reset/g) ?? []).length < 40)
    }
  }
})

t.test('the first of many failures is shown most fully', async (t) => {
  const blocks = Array.from({ length: 300 }, (_, at) =>
    [
      `not ok ${at} - case ${at}`,
      '  ---',
      `  expected: ${at}`,
      `  actual: ${at + 1}`,
      '  ...',
    ].join('\n'),
  )
  const shown = keepTelling(blocks.join('\n'), 480, 'Open e7.') ?? ''
  t.match(shown, /^not ok 0 - case 0\n {2}---\n {2}expected: 0\n {2}actual: 1\n/)
  t.match(shown, /actual: 300\n {2}\.\.\.$/)
  t.ok(estimateTokens(shown) <= 480)
  t.equal(
    keepTelling(`${NOISE.join('\n')}`.replaceAll('error', 'fine'), 480, ''),
    null,
    'no failure',
  )
})

function open(t: Test, over: Partial<ToolContext>) {
  const root = t.testdir({})
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  return {
    root,
    call(name: string, args: Record<string, unknown>) {
      const checked = registry.validate({ id: 'c', name, arguments: args })
      if (!checked.ok) throw new Error(checked.message)
      return checked.tool.run(checked.input, toolContext(workspace, over))
    },
  }
}

t.test(
  'a failed command shows its failure; its output opens by the id with read_output, too',
  async (t) => {
    const text = [...NOISE.slice(0, 900), FAILURES.tap?.text ?? '', ...NOISE.slice(900)].join('\n')
    const stored = (id: string) => (id === 'e7' ? { subject: 'sh fail.sh', text } : null)
    const { root, call } = open(t, { resultTokens: 600, stored })
    writeFileSync(join(root, 'out.txt'), text)
    const failed = await call('run_command', { command: 'cat out.txt; exit 1' })
    t.match(
      failed.text,
      /^exit code 1\n.*not ok 41.*8117 !== 8118.*actual: 8117.*left out\. To see them, call read_file with the id/s,
    )
    t.ok(estimateTokens(failed.text) <= 600, `${estimateTokens(failed.text)}`)
    t.equal(failed.evidence?.[0]?.payload.toString(), text, 'the ledger keeps all of it')
    const fine = await call('run_command', { command: 'cat out.txt' })
    t.match(fine.text, /^exit code 0\n.*INFO worker-0/)
    const opened = await call('read_output', { id: 'e7' })
    t.match(opened.text, /^e7 \(sh fail\.sh\) lines 1-\d+ of \d+\n/)
    t.match((await call('read_output', { id: 'c9' })).text, /There is no background command c9/)
  },
)

t.test(
  'the output of a test run is small where it passed, and bounded where it failed',
  async (t) => {
    const text = [...NOISE, FAILURES.tap?.text ?? '', ...NOISE].join('\n')
    const { root, call } = open(t, { resultTokens: 4_000, testCommand: 'sh check.sh' })
    const fine = NOISE.join('\n')
    writeFileSync(join(root, 'out.txt'), fine)
    writeFileSync(join(root, 'check.sh'), 'cat out.txt\n')
    const passed = await call('run_command', { command: 'sh check.sh' })
    t.equal(passed.evidence?.[0]?.kind, 'test_result')
    t.match(passed.text, /^exit code 0\npassed: sh check\.sh/)
    t.match(passed.text, /lines left out\. To see them, call read_file with the id/)
    t.ok(estimateTokens(passed.text) <= 520, `${estimateTokens(passed.text)}`)
    t.equal(passed.evidence?.[0]?.payload.toString(), fine, 'the ledger keeps all of it')
    writeFileSync(join(root, 'out.txt'), text)
    writeFileSync(join(root, 'check.sh'), 'cat out.txt\nexit 1\n')
    const failed = await call('run_command', { command: 'sh check.sh' })
    t.match(failed.text, /8117 !== 8118/)
    t.ok(estimateTokens(failed.text) <= 2_120, `${estimateTokens(failed.text)}`)
    const plain = await call('run_command', { command: 'cat out.txt' })
    t.ok(estimateTokens(plain.text) > 3_000, 'another command gets its room')
  },
)
