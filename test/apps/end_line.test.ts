import t from 'tap'
import type { TaskResult } from '#core'
import { loadSay } from '#terminal'
import { endLine, saysMore } from '../../apps/cli/output/end_line.js'

const CHANGED = [{ path: 'a.js', added: 1, removed: 1 }]

function line(given: Partial<TaskResult>): string {
  const base = { subtype: 'resolved', steps: 3, text: 'Done.', changes: [], proven: false }
  return endLine({ ...base, grade: 'nothing checked', reason: '', ...given } as TaskResult)
}

t.test('at a limit the last line is left out where it only repeats the text', (t) => {
  const limit = { subtype: 'limit', changes: [] } as unknown as TaskResult
  t.notOk(saysMore(limit))
  t.ok(saysMore({ ...limit, changes: CHANGED }))
  t.ok(saysMore({ ...limit, subtype: 'stalled' }))
  t.end()
})

t.test('the last line says what proves an end, and why it is not proven only once', (t) => {
  const proof = 'npm test (12 passed)'
  const changed = 'done after 3 steps · changed a.js +1 -1'
  t.equal(line({ changes: CHANGED, proven: true, proof }), `${changed} · proven: ${proof}`)
  t.equal(line({ proven: true }), 'done after 3 steps · shown by what was read')
  t.equal(line({ proven: true, proof }), `done after 3 steps · shown by ${proof}`)
  const reason = 'nothing ran since the last edit'
  t.equal(line({ changes: CHANGED, reason }), `${changed} · unproven: ${reason}`)
  const text = `unproven: Done.\n(parsed, but ${reason})`
  t.equal(line({ changes: CHANGED, reason, text }), `${changed} · unproven`)
  t.equal(line({ reason }), 'done after 3 steps', 'a poem needs no proof')
  t.equal(
    line({ subtype: 'failed', changes: CHANGED, reason }),
    'failed after 3 steps · changed a.js +1 -1',
  )
  t.equal(
    line({ takenBack: ['a.js'], subtype: 'stalled' }),
    'stalled after 3 steps · edited a.js, in the end as before',
  )
  t.end()
})

t.test('in Chinese the last line does not repeat the reason above it either', async (t) => {
  const say = await loadSay('zh')
  const reason = 'no test ran since the last edit'
  const text = `未证明：Done.\n(没有检查：${say.part(reason)})`
  const base = { subtype: 'resolved', steps: 3, changes: CHANGED, proven: false }
  const shown = endLine({ ...base, grade: 'nothing checked', reason, text } as TaskResult, say)
  t.match(shown, / · 未证明$/)
})
