import t from 'tap'
import { LIMITS } from '#core'
import { type GuardInput, isSpiral, loadGuards, spiralOf } from '#planner'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = { 'value.txt': 'one\n', 'other.txt': 'x\n' }
type Call = [string, Record<string, unknown>]
const patch = (old_str: string, new_str: string, path = 'value.txt'): Call => [
  'patch_file',
  { path, old_str, new_str },
]
const miss = (n: number, path?: string) => act(patch(`not in there ${n}`, 'x', path))
const read: Call = ['read_file', { path: 'value.txt' }]

/** F: a failed edit, S: one that worked. */
function spiral(text: string) {
  const edits = [...text].map((mark, step) => ({ path: 'a', ok: mark === 'S', step }))
  return spiralOf(edits, 'a')
}

t.test('row 54: four failures or six attempts; a success takes one back', async (t) => {
  t.equal(LIMITS.patchFailures, 4)
  t.equal(LIMITS.patchAttempts, 6)
  t.same(spiral('FFF'), { failures: 3, attempts: 3 })
  t.notOk(isSpiral(spiral('FFF')))
  t.ok(isSpiral(spiral('FFFF')))
  t.same(spiral('FFSF'), { failures: 2, attempts: 4 })
  t.notOk(isSpiral(spiral('FFSFF')))
  t.ok(isSpiral(spiral('FFSFSF')), 'six attempts')
  t.notOk(isSpiral(spiral('SSSSSSSSSS')), 'work that succeeds')
  t.notOk(isSpiral(spiral('FSFSFSFSFS')), 'each failure made good')
  t.same(spiralOf([{ path: 'b', ok: false, step: 1 }], 'a'), { failures: 0, attempts: 0 })
})

t.test('row 54: after four failures a file is not patched until it was read again', async (t) => {
  const replies = [
    miss(1),
    act(patch('one', 'one')),
    miss(3, './value.txt'),
    act(['multi_edit', { edits: [{ path: 'value.txt', old_str: 'none', new_str: 'x' }] }]),
    act(patch('one', 'two')),
    act(patch('x', 'y', 'other.txt')),
    act(read, patch('one', 'two')),
    act(patch('one', 'two')),
  ]
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('change value.txt')
  const texts: string[] = []
  const notes: string[] = []
  for (let step = 1; step <= replies.length; step += 1) {
    const { events } = await loop.run(taskId, { maxSteps: 1 })
    for (const event of events) {
      if (event.type === 'tool_result') texts.push(`${step} ${event.ok} ${event.text}`)
      if (event.type === 'note') notes.push(`${step} ${event.text}`)
    }
    // As after a kill: every count comes from rows.
    loop.reopen()
    if (step < replies.length) loop.ledger().reopen(taskId)
  }
  t.match(texts[1], /^2 false .*nothing would change/, 'a patch that changes nothing counts')
  t.match(
    notes[0],
    /^4 sent to the model: 4 edits of value\.txt failed\. Stop patching it from memo/,
  )
  t.match(texts[4], /^5 false Not written: 4 edits of value\.txt failed, so it is not patched/)
  t.match(texts[4], /Call read_file .*or replace the whole file with write_file/)
  t.match(texts[5], /^6 true/, 'another file')
  t.match(texts[7], /^7 false Not written/, 'a read in the same reply: the model has not seen it')
  t.match(texts[8], /^8 true/)
  t.equal(loop.read('value.txt'), 'two\n')
})

t.test('row 54: the correction comes again after four more failures', async (t) => {
  const guard = (await loadGuards()).find(({ name }) => name === 'patch_spiral')
  const edits = Array.from({ length: 12 }, (_, step) => ({ path: 'a', ok: false, step }))
  const said = edits.filter(
    ({ step }) => guard?.watch?.({ edits: edits.slice(0, step + 1), step } as GuardInput) != null,
  )
  t.same(
    said.map(({ step }) => step + 1),
    [4, 8, 12],
  )
})

t.test('row 54: a whole short file may be written instead', async (t) => {
  const replies = [
    ...[1, 2, 3, 4].map((n) => miss(n)),
    act(['write_file', { path: 'value.txt', content: 'two\n' }]),
    say('It says two.'),
  ]
  const loop = openLoop(t, { files: FILES, replies })
  await loop.run(loop.add('change value.txt'), { maxSteps: 5 })
  t.equal(loop.read('value.txt'), 'two\n')
})
