import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, type Loop, openLoop } from '../kit/loop.js'

const LONG = Array.from({ length: 60 }, (_, at) => `line ${at} says something of its own`).join(
  '\n',
)
const FILES = { 'a.txt': `${LONG}\n`, 'b.txt': `${LONG}\n`, 'short.txt': 'x\n' }
const read = (path = 'a.txt') => act(['read_file', { path, start_line: 1 }])
const turned = act(['read_file', { start_line: 1, path: 'a.txt' }])

/** What the model gets to see of each call's result, in order. */
async function shown(t: Test, replies: RecordedReply[], between?: (loop: Loop) => void) {
  const loop = openLoop(t, { files: FILES, replies })
  const task = loop.add('x')
  if (between) {
    await loop.run(task, { maxSteps: 1 })
    between(loop)
    loop.ledger().reopen(task)
  }
  await loop.run(task, { maxSteps: replies.length })
  const { tail } = loop.ledger().promptAt(loop.ledger().view(task).session.id)
  return tail.filter(({ role }) => role === 'tool').map(({ content }) => content)
}

const AGAIN = /^\[e2\] Nothing new. The result is the same as e1 above/

t.test('row 178: the same reading call with the same result is shown once', async (t) => {
  const [first = '', again = ''] = await shown(t, [read(), turned])
  t.match(first, /line 59/)
  t.match(again, AGAIN)
  t.ok(again.length < 100)
})

t.test('row 178: a result that the model, a command or a person changed is shown', async (t) => {
  const edit = act(['patch_file', { path: 'a.txt', old_str: 'line 7 ', new_str: 'line seven ' }])
  t.match((await shown(t, [read(), edit, read()]))[2], /line seven/)
  const command = act(['run_command', { command: 'echo new >> a.txt' }])
  t.match((await shown(t, [read(), command, read()]))[2], /line 59.*\nnew/s)
  const byHand = await shown(t, [read(), read()], (loop) => loop.write('a.txt', `${LONG}\nnew\n`))
  t.match(byHand[1], /line 59.*\nnew/s)
})

t.test('row 87: a file that has changed is shown in its changed places', async (t) => {
  const edit = act(['patch_file', { path: 'a.txt', old_str: 'line 7 ', new_str: 'line seven ' }])
  const [, , again = ''] = await shown(t, [read(), edit, read()])
  const [title, lead, ...lines] = again.split('\n')
  t.equal(title, '[e3] a.txt lines 1-60 of 60, as e1 above but for these lines:')
  t.equal(lead, '… lines 4-11:')
  t.same(
    lines,
    LONG.split('\n')
      .slice(3, 11)
      .map((line) => line.replace('line 7 ', 'line seven ')),
    'lines as they are in the file, to be copied',
  )
  const two = await shown(t, [read(), edit, read(), edit, read()])
  t.match(two[4], /line seven.*line 59/s, 'after a difference, and after a failed edit, the whole')
  const all = LONG.replaceAll('says', 'said')
  const rewritten = await shown(t, [read(), read()], (loop) => loop.write('a.txt', `${all}\n`))
  t.match(rewritten[1], /line 0 said.*line 59 said/s, 'most of it is new: the whole')
  const half = LONG.split('\n')
    .filter((_, at) => at !== 20)
    .join('\n')
  const cut = await shown(t, [read(), read()], (loop) => loop.write('a.txt', `${half}\n`))
  t.match(
    cut[1],
    /^\[e2\] a\.txt lines 1-59 of 59, as e1 above but for these lines:\n… lines 17-24:/,
  )
  t.notMatch(cut[1], /line 20 /, 'a removed line')
  const range = (start_line: number) =>
    act(['read_file', { path: 'a.txt', start_line, end_line: 60 }])
  const part = await shown(t, [range(31), range(31)], (loop) =>
    loop.write('a.txt', `${LONG.replace('line 45 ', 'line XLV ')}\n`),
  )
  t.match(part[1], /lines 31-60 of 60, as e1 .*\n… lines 42-49:\nline 41 /, 'numbers of the file')
})

t.test('row 178: a long result is shown once, whatever was called since', async (t) => {
  const others = ['short.txt', 'b.txt', 'short.txt', 'short.txt', 'short.txt'].map(read)
  const edit = act(['patch_file', { path: 'b.txt', old_str: 'line 7 ', new_str: 'line seven ' }])
  const results = await shown(t, [read(), ...others, edit, read()])
  t.match(results.at(-1), /Nothing new\. The result is the same as e1 above/)
  const [, short] = await shown(t, [read('short.txt'), read('short.txt')])
  t.match(short, /short\.txt lines 1-1 of 1\nx/)
})

t.test('after a failed edit the text is shown again: it was asked for', async (t) => {
  const edit = act(['patch_file', { path: 'a.txt', old_str: 'no such line', new_str: 'x' }])
  t.match((await shown(t, [read(), edit, read()]))[2], /line 59/)
})

t.test(
  'what a rebuild dropped is shown in full again; what the head has is one line',
  async (t) => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        `noise${at}.txt`,
        LONG.replaceAll('own', `own ${at}`),
      ]),
    )
    const small = Array.from(
      { length: 12 },
      (_, at) => `const part${at} = measure(${at}, ${at * 3})`,
    )
    const reads = Object.keys(files).map(read)
    const search = act(['grep', { pattern: 'part', path: 'small.js' }])
    const edit = act(['patch_file', { path: 'small.js', old_str: 'part0 ', new_str: 'part00 ' }])
    const loop = openLoop(t, {
      files: { ...files, 'small.js': `${small.join('\n')}\n` },
      replies: [edit, search, ...reads, act(['read_file', { path: 'small.js' }]), search],
      over: { windowTokens: 8_192 },
    })
    const task = loop.add('Look at small.js')
    const { events } = await loop.run(task, { maxSteps: 14 })
    t.ok(events.some((event) => event.type === 'step' && event.rebuilt))
    const { id } = loop.ledger().view(task).session
    const { head, tail } = loop.ledger().promptAt(id)
    const texts = tail.filter(({ role }) => role === 'tool').map(({ content }) => content)
    const shownNow = [head[1]?.content, ...texts].join('\n')
    // Whether the head has the file depends on what else it needs.
    const isThere = /--- small\.js[^\n]*\n.*part11 = measure/s.test(head[1]?.content ?? '')
    const line = /Nothing new\. The first message has the same text below "--- small/
    t.equal(line.test(texts.join('\n')), isThere)
    t.match(shownNow, /const part11 = measure\(11, 33\)/, 'nothing points to what is gone')
    for (const text of texts) {
      const [, named] = /Nothing new\..* as (e\d+) above/.exec(text) ?? []
      if (named !== undefined)
        t.ok(
          texts.some((one) => one.startsWith(`[${named}] `)),
          named,
        )
      const [, title] = /Nothing new\. The first message .* below "(.*)"\./.exec(text) ?? []
      if (title !== undefined) t.ok(head[1]?.content.includes(title), title)
    }
  },
)

t.test('row 178: errors and results of changing calls are never shortened', async (t) => {
  const missing = act(['read_file', { path: `${'no/'.repeat(99)}x` }])
  const results = await shown(t, [missing, missing])
  t.equal(results[0], results[1])
  const count = act(['run_command', { command: `cat a.txt; echo ran >> count.txt` }])
  const loop = openLoop(t, { files: FILES, replies: [count, count] })
  await loop.run(loop.add('x'), { maxSteps: 2 })
  t.equal(loop.read('count.txt'), 'ran\nran\n')
})

t.test('the ledger keeps whole results, so that loops are still detected', async (t) => {
  const loop = openLoop(t, { files: FILES, replies: [read(), read(), read()] })
  const task = loop.add('x')
  const { events } = await loop.run(task, { maxSteps: 3 })
  t.match(
    events.map((event) => (event.type === 'note' ? event.text : '')).join('\n'),
    /same read_file call 3 times with the same result/,
  )
  t.equal(loop.ledger().find({ taskId: task, kind: 'file_read' }).length, 3)
})
