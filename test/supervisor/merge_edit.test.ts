import t, { type Test } from 'tap'
import type { Mode } from '#core'
import type { Answer, Question } from '#supervisor'
import { chunk, DONE, startEndpoint, stream } from '../kit/fake_endpoint.js'
import { act, type LoopOptions, openLoop, say } from '../kit/loop.js'
import { sideAt } from '../kit/side.js'

// Somebody renamed the counter and gave it a unit while the model still has the old lines before it.
const FILE = `import sys

def size(box):
    total_mm = box.width * box.unit_mm
    report(total_mm)
    return total_mm

def name(box):
    return "box"
`
const OLD = 'def size(box):\n    sum = width(box)\n    return sum\n'
const NEW = 'def size(box, scale):\n    sum = width(box)\n    return sum\n'
const MERGED = FILE.replace('size(box)', 'size(box, scale)')
const EDIT = act(['patch_file', { path: 'box.py', old_str: OLD, new_str: NEW }])

/** A loop with the side question answered by a real endpoint and the person by a script. */
async function scene(
  t: Test,
  merged: string | ((region: string) => string),
  said: Answer | null,
  more: { mode?: Mode; on?: string[]; file?: string; replies?: LoopOptions['replies'] } = {},
) {
  const { mode = 'yolo', on = ['merge_edit'], file = FILE, replies = [EDIT, say('done')] } = more
  const endpoint = await startEndpoint(({ body }) => {
    const asked: { messages: { content: string }[] } = JSON.parse(body)
    const [, region = ''] =
      /REGION:\n([\s\S]*)\n\nOLD:/.exec(asked.messages[1]?.content ?? '') ?? []
    const answer = typeof merged === 'string' ? merged : merged(region)
    return stream(chunk({ content: JSON.stringify({ merged: answer }) }), chunk({}, 'stop'), DONE)
  })
  t.teardown(() => endpoint.close())
  const questions: Question[] = []
  const ask = async (question: Question) => {
    questions.push(question)
    return said ?? { decision: 'no' as const }
  }
  const loop = openLoop(t, {
    files: { 'box.py': file },
    replies,
    over: {
      side: await sideAt(endpoint.baseUrl, on),
      mode: () => mode,
      ...(said === null ? {} : { ask }),
    },
  })
  const taskId = loop.add('let size take a scale')
  const { events } = await loop.run(taskId, { maxSteps: 1 })
  const rows = loop.ledger().find({ kind: 'edit_applied' })
  const text = events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : [])).join()
  return { loop, questions, rows, text, asks: () => endpoint.asks.length }
}

const carry = (region: string) => region.replace('size(box)', 'size(box, scale)')

t.test(
  'row 143: an edit whose old text is missing is merged after a y, or in a mode that edits without a question',
  async (t) => {
    for (const mode of ['default', 'acceptEdits', 'yolo'] as const) {
      const { loop, questions, rows, text } = await scene(t, carry, { decision: 'yes' }, { mode })
      t.equal(loop.read('box.py'), MERGED, mode)
      const question = {
        kind: 'permission',
        diff: /-def size\(box\):\n\+def size\(box, scale\):/,
        remember: null,
      }
      t.match(questions, mode === 'default' ? [question] : [])
      t.equal(questions.length, mode === 'default' ? 1 : 0, mode)
      t.match(
        text,
        /edited box\.py: \+1 -1 \(old_str was not in the file; its change was merged into lines/,
      )
      t.match(rows, [{ facts: { strategy: 'semantic' } }])
      const [receipt] = loop.ledger().receipts(loop.ledger().sessions()[0]?.id ?? '')
      const asked = { rule: 'merge_edit', decision: 'yes', mode }
      t.match(receipt, mode === 'default' ? asked : undefined)
      t.equal(loop.ledger().verify().ok, true)
    }
  },
)

t.test(
  'row 143: a no leaves the file unchanged, and the model gets the reason and the current lines',
  async (t) => {
    const { loop, text } = await scene(
      t,
      carry,
      { decision: 'no', reason: 'wrong place' },
      { mode: 'default' },
    )
    t.equal(loop.read('box.py'), FILE)
    t.match(
      text,
      /Not allowed: The user said no to a merge: wrong place\. box\.py: old_str is not in/,
    )
  },
)

t.test(
  'row 143: with nobody to ask, or switched off, there is no merge and no question',
  async (t) => {
    const headless = await scene(t, carry, null)
    t.equal(headless.asks(), 0)
    t.equal(headless.loop.read('box.py'), FILE)
    t.match(headless.text, /old_str is not in the file/)
    const off = await scene(t, carry, { decision: 'yes' }, { on: ['explain_failure'] })
    t.same([off.asks(), off.questions.length, off.loop.read('box.py')], [0, 0, FILE])
  },
)

t.test('row 143: a merge that changes other lines is not shown', async (t) => {
  const bad: Record<string, (region: string) => string> = {
    'another line goes': (region) => carry(region).replace('import sys\n', ''),
    'a line of the file is duplicated': (region) => `${carry(region)}\n    report(total_mm)`,
    'a line is invented': (region) => carry(region).replace('report(total_mm)', 'report(total)'),
    'lines change places': (region) =>
      carry(region).replace(
        '    report(total_mm)\n    return total_mm',
        '    return total_mm\n    report(total_mm)',
      ),
    'the change itself is missing': (region) => `${region}\n    return sum`,
    'the region as it was': (region) => region,
    'it cannot be done': () => '',
  }
  for (const [name, merged] of Object.entries(bad)) {
    const { loop, questions, text, asks } = await scene(t, merged, { decision: 'yes' })
    t.same([loop.read('box.py'), questions.length, asks()], [FILE, 0, 1], name)
    t.match(text, /old_str is not in the file/, name)
  }
})

t.test('row 143: an edit that matches two places is never merged', async (t) => {
  const file = `${FILE}\n${FILE}`
  const replies = [
    act([
      'patch_file',
      { path: 'box.py', old_str: '    return total_mm', new_str: '    return 1' },
    ]),
    say('done'),
  ]
  const { asks, questions, loop } = await scene(t, carry, { decision: 'yes' }, { file, replies })
  t.same([asks(), questions.length, loop.read('box.py')], [0, 0, file])
})

t.test('row 143: an answer is cleaned, and the bytes around the region stay', async (t) => {
  const file = `\uFEFF${FILE.replaceAll('\n', '\r\n')}`
  const fenced = (region: string) => `\`\`\`python\n${carry(region)}\n\`\`\``
  const numbered = (region: string) =>
    carry(region)
      .split('\n')
      .map((line, at) => `${at + 1}\t${line}`)
      .join('\n')
  for (const answer of [fenced, numbered]) {
    const { loop } = await scene(t, answer, { decision: 'yes' }, { file })
    t.equal(loop.read('box.py'), file.replace('size(box)', 'size(box, scale)'))
  }
})
