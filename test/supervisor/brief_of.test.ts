import t from 'tap'
import { type Outcome, summarise } from '#core'
import { judgeTestRun } from '#workspace'
import { briefOf } from '../../libs/supervisor/call/brief_of.js'
import { sayChinese } from '../../libs/terminal/chinese/say.js'

function brief(exitCode: number, output: string): string {
  const summary = `exit code ${exitCode}: ${output.split('\n')[0]}`
  const row = {
    kind: 'shell_output',
    subject: 'x',
    summary: summarise(summary),
    payload: Buffer.from(output),
  }
  const evidence = [{ ...row, facts: { command: 'x', exitCode } }]
  return briefOf({ ok: exitCode === 0, text: output, evidence, changes: [] } as unknown as Outcome)
}

t.test('the line of an edit that was held back says why in words', (t) => {
  const row = { kind: 'diagnostic', subject: 'a.js', summary: 'edit of a.js refused: unread' }
  const facts = { code: 'edit_held', flaw: 'unread', path: 'a.js' }
  const outcome = { ok: false, text: 'Not written: …', evidence: [{ ...row, facts }], changes: [] }
  t.equal(briefOf(outcome as unknown as Outcome), 'not written: the model had not read the file')
  t.end()
})

t.test('the line of a command shows what its output says last', (t) => {
  t.equal(brief(0, 'line 1\nline 2\n\n'), 'exit code 0: line 2')
  t.equal(brief(0, ''), 'exit code 0')
  t.equal(brief(3, 'first\n\x1b[31mthe last\x1b[0m\n\n'), 'exit 3: the last')
  t.equal(brief(1, ''), 'exit 1')
  const node =
    "x.js:1\nf()\n^\n\nError: Cannot find module 'y'\n    at f (x.js:1:1)\n\nNode.js v20.1.0\n"
  t.equal(brief(1, node), "exit 1: Error: Cannot find module 'y'")
  t.equal(
    brief(2, 'cc a.c\na.c:1: error: no ;\nmake: *** [all] Error 1\n'),
    'exit 2: a.c:1: error: no ;',
  )
  t.match(brief(1, 'x'.repeat(500)), /^exit 1: x+…$/)
  t.end()
})

/** The line of a call that failed without evidence, in both languages. */
function failed(text: string): [string, string] {
  const said = briefOf({ ok: false, text, evidence: [], changes: [] } as unknown as Outcome)
  return [said, sayChinese.part(said)]
}

t.test('a refusal for the model is one short sentence for a person, in their language', (t) => {
  for (const [text, english, chinese] of [
    [
      'Refused: not proven: no test ran since the last edit. Call run_command with "npm test". Read its result. Then call resolve and cite it.',
      'refused: not proven: no test ran since the last edit',
      '被否定：未证明：最后一次编辑之后没有运行测试',
    ],
    [
      'src/a.js: old_str is not in the file. The closest lines of the file, from line 3:\n3\tx\nCopy old_str exactly from these lines.',
      'src/a.js: the old text is not in the file',
      'src/a.js：文件中没有要替换的文本',
    ],
    [
      'src/a.js: old_str matches 2 places (lines 3, 9). Add a line above or below to old_str, so that it matches only one place.',
      'src/a.js: the old text matches 2 places (lines 3, 9)',
      'src/a.js：要替换的文本有 2 处（第 3, 9 行）',
    ],
    [
      'a.js does not exist (path: /home/me/a.js). Similar names: b.js.',
      'a.js does not exist',
      'a.js 不存在',
    ],
    [
      'Not run: step 1 of the plan only reads: look at a.js. Do it first. If it is done, write "step 1 is done" beside this call.',
      'not run: step 1 of the plan only reads: look at a.js',
      '没有运行：计划的第 1 步只读取：look at a.js',
    ],
    [
      'There is no tool "edit". Did you mean patch_file? Tools: patch_file, read_file.',
      'there is no tool "edit"',
      '没有工具“edit”',
    ],
    [
      'read_file: path is missing. Arguments: {path: string}. Call it again with these.',
      'read_file: path is missing',
      'read_file：缺少 path',
    ],
  ] as const)
    t.same(failed(text), [english, chinese])
  t.equal(failed(`${'x'.repeat(500)}. Do more.`)[0].length, 100)
  t.end()
})

/** The line of a test run, in both languages. */
function judged(command: string, exitCode: number | null, output: string): [string, string] {
  const { passed, summary } = judgeTestRun({ command, exitCode, output, timedOut: false })
  const facts = { command, passed, exitCode }
  const row = {
    kind: 'test_result',
    subject: command,
    summary: summarise(summary),
    payload: Buffer.from(output),
    facts,
  }
  const outcome = { ok: exitCode === 0, text: output, evidence: [row], changes: [] }
  const said = briefOf(outcome as unknown as Outcome)
  return [said, sayChinese.part(said)]
}

t.test('a run that does not show whether its tests passed is never called unknown', (t) => {
  const chain = 'npm install && npm test -- cart 2>&1 | tail -5'
  t.same(judged(chain, 0, 'up to date\n'), [
    'exit code 0, tests unclear (the command hides the exit code)',
    '退出码 0，测试结果不明（该命令隐藏了退出码）',
  ])
  t.same(judged('npm test -- cart', 0, '# tests 0\n# pass 0\n# fail 0\n'), [
    'exit code 0, tests unclear (no tests ran)',
    '退出码 0，测试结果不明（没有运行任何测试）',
  ])
  t.same(judged('npm test', null, ''), [
    'ended by a signal, tests unclear',
    '被信号结束，测试结果不明',
  ])
  t.same(judged('pytest', 127, 'sh: 1: pytest: not found\n'), [
    'exit 127, tests unclear (a program is missing)',
    '退出码 127，测试结果不明（缺少一个程序）',
  ])
  const many = `npm test -- ${'x'.repeat(300)}`
  t.same(judged(many, 0, '# tests 0\n# pass 0\n# fail 0\n')[0], 'exit code 0, tests unclear')
  t.end()
})

t.test('the verdict on the tests of a long chain is not cut', (t) => {
  const chain = 'npm run build && npm test -- test/cart.test.js && node scripts/say.js'
  const output = '# tests 3\n# pass 3\n# fail 0\n'
  t.same(judged(chain, 0, output), ['passed: 3 passed, 0 failed', '通过：3 通过，0失败'])
  t.equal(judged('npm test', 0, output)[0], 'passed: npm test (3 passed, 0 failed)')
  t.end()
})
