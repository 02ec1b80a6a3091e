import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, type Drive, type LoopOptions, openLoop } from '../kit/loop.js'

const FILES = { 'a.txt': 'one\ntwo\n', 'b.txt': 'x\n' }
const command = (text: string) => act(['run_command', { command: text }])
const read = (path = 'a.txt', more = {}) => act(['read_file', { path, ...more }])
const times = (n: number, ...replies: RecordedReply[]) =>
  Array.from({ length: n }, () => replies).flat()

/** Runs these replies; returns the loop, the result, and what the model was warned after each step. */
async function drive(
  t: Test,
  replies: RecordedReply[],
  over: Drive = {},
  options: LoopOptions = {},
) {
  const loop = openLoop(t, { files: FILES, replies, ...options })
  const taskId = loop.add('Fix the build')
  const { result, events } = await loop.run(taskId, over)
  const warned = (step: number) => {
    const next = loop.ledger().promptAt(loop.ledger().view(taskId).session.id, step + 1)
    return next.tail.map(({ content }) => content).join('\n')
  }
  return { loop, taskId, result, events, warned }
}

t.test(
  'a failing call is warned with a hint, withheld, and ends the run with what was tried',
  async (t) => {
    const tries = times(8, command('pyhton  app.py; exit 127')).map((reply, at) =>
      at % 2 ? command('pyhton app.py;  exit 127') : reply,
    )
    const { result, warned, loop, taskId } = await drive(t, [read(), ...tries, read('b.txt')])
    t.match(result, { subtype: 'stalled', proven: false, steps: 9 })
    t.match(
      result?.text,
      /^stopped: The same run_command call failed 5 times\. 3 more calls of it were withheld\.\n/,
    )
    t.match(result?.text, /Tried:\n- run_command .*pyhton.*: 5 times, 5 failed, 3 more withheld\n/)
    t.match(result?.text, /- read_file \{"path":"a\.txt"\}: 1 time/)
    t.notMatch(warned(3), /The same call will fail again/)
    t.match(warned(4), /failed 3 times.*not installed/s)
    t.notMatch(warned(4), /call resolve/)
    t.match(warned(7), /Not run: The same run_command call failed 5 times/)
    const ran = loop.ledger().find({ taskId, kind: 'shell_output', limit: 20 })
    t.equal(ran.length, 5, 'it does not run a sixth time')
  },
)

t.test('a refused resolve is not answered with resolve', async (t) => {
  const resolve = act(['resolve', { cites: ['e99'], summary: 'all is well' }])
  const { result, warned } = await drive(t, times(9, resolve))
  t.match(result, { subtype: 'stalled', steps: 8 })
  const note = /The same resolve call failed 3 times[^\n]*/.exec(warned(3))?.[0] ?? ''
  t.match(note, /Do what the refusal asks for first/)
  t.notMatch(note, /call resolve/i)
})

t.test('a cycle of three calls ends too', async (t) => {
  const round = [read(), act(['list_dir', { path: '.' }]), act(['grep', { pattern: 'two' }])]
  const { result, warned } = await drive(t, times(9, ...round))
  t.match(result, { subtype: 'stalled', steps: 24 })
  t.match(warned(9), /the same 3 calls \(read_file, list_dir, grep\) 3 times/)
})

t.test('a file is not read again and again, but after each change', async (t) => {
  const looks = Array.from({ length: 12 }, (_, at) => [
    read('a.txt', { start_line: 1, end_line: 1 + (at % 2) }),
    act(['list_dir', { path: at % 2 ? '.' : './' }]),
  ]).flat()
  const again = await drive(t, looks)
  t.equal(again.result?.subtype, 'stalled')
  t.match(again.result?.text, /read a\.txt 8 times and it did not change/)

  const edits = Array.from({ length: 12 }, (_, at) => [
    act(['patch_file', { path: 'a.txt', old_str: at ? `l${at - 1}` : 'one', new_str: `l${at}` }]),
    read(),
  ]).flat()
  const changed = await drive(t, edits, { maxSteps: 24 })
  t.equal(changed.result?.subtype, 'limit', 'after an edit it is read')
  const byHand = openLoop(t, { files: FILES, replies: times(12, read()) })
  const taskId = byHand.add('x')
  const ran = await byHand.run(taskId, { maxSteps: 12 }, (event) => {
    if (event.type === 'step') byHand.write('a.txt', `changed ${event.number}\n`)
    return false
  })
  t.equal(ran.result?.subtype, 'limit', 'a person changes it')
})

t.test('waiting for a background command and tests after each change are no loop', async (t) => {
  const start = act(['run_command', { command: 'sleep 60', background: true }])
  const replies = [start, act(['read_output', { id: 'c1' }])]
  // Each read waits two seconds for output, so a poll is short here.
  const waited = await drive(t, replies, { maxSteps: 2 })
  t.equal(waited.result?.subtype, 'limit')
  await (await waited.loop.deps({})).workspace.background.endAll()
  const rows = waited.loop.ledger().view(waited.taskId).recentCalls
  t.same(
    rows.map(({ mark }) => mark),
    ['waiting', 'waiting'],
  )

  const work = Array.from({ length: 6 }, (_, at) => [
    command(`sed -i 's/^.*two.*$/two ${at}/' a.txt`),
    command('echo FAIL; exit 1'),
  ]).flat()
  t.equal((await drive(t, work, { maxSteps: 12 })).result?.subtype, 'limit')
})

t.test('one call in the words of several agents is one call', async (t) => {
  const words = [
    act(['read_file', { path: 'no.txt' }]),
    act(['Read', { file_path: 'no.txt' }]),
    act(['str_replace_editor', { command: 'view', path: 'no.txt' }]),
    act(['read_file', { arguments: { filename: 'no.txt' } }]),
  ]
  const { result } = await drive(t, times(4, ...words))
  t.match(result, { subtype: 'stalled', steps: 8 })
  t.match(result?.text, /- read_file \{"path":"no\.txt"\}: 5 times, 5 failed, 3 more withheld/)
})

t.test('counts come from rows: a kill after any step changes nothing', async (t) => {
  const replies = times(10, read('no.txt'))
  for (const at of [1, 3, 5, 7]) {
    const loop = openLoop(t, { files: FILES, replies })
    const taskId = loop.add('Fix the build')
    await loop.run(taskId, {}, (event) => event.type === 'step' && event.number === at)
    loop.reopen()
    const { result } = await loop.run(taskId)
    t.match(result, { subtype: 'stalled', steps: 8 }, `killed after ${at}`)
  }
})

t.test('the user may reopen a stalled task: the count starts again', async (t) => {
  const { loop, taskId } = await drive(t, times(20, command('test -e go')))
  loop.ledger().reopen(taskId)
  loop.write('go', '')
  const { events } = await loop.run(taskId, { maxSteps: 1 })
  const ran = events.find((event) => event.type === 'tool_result')
  t.match(ran, { ok: true })
})

t.test('an end names the permission that was missing, before the step limit', async (t) => {
  const push = command('git push origin main')
  const refused = await drive(t, times(12, push), { mode: () => 'default' })
  t.match(refused.result, { subtype: 'denied', steps: 8 })
  t.match(refused.result?.text, /A permission was missing: run_command: .*git push/s)
  t.notMatch(refused.result?.text, /The last error/, 'the permission is named once')
  t.match(refused.warned(3), /name the permission/)
  const limited = await drive(t, [push, read(), read('b.txt')], {
    mode: () => 'default',
    maxSteps: 3,
  })
  t.match(limited.result, { subtype: 'denied' })
  t.match(
    limited.result?.text,
    /limit of 3 steps is reached\. A permission was missing: run_command/,
  )
  const free = await drive(t, [read(), read('b.txt')], { maxSteps: 2 })
  t.match(free.result, { subtype: 'limit', text: 'the limit of 2 steps is reached' })
})
