import t from 'tap'
import type { Outcome } from '#core'
import { briefOf } from '../../libs/supervisor/call/brief_of.js'

function brief(exitCode: number, output: string): string {
  const summary = `exit code ${exitCode}: ${output.split('\n')[0]}`
  const row = { kind: 'shell_output', subject: 'x', summary, payload: Buffer.from(output) }
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
