import t from 'tap'
import { z } from 'zod'
import { createRegistry, loadBuiltinTools, type Tool } from '#tools'
import { act, openLoop } from '../kit/loop.js'

/** A read that waits until `together` calls of it run, and ends in the reverse order of its calls. */
function slowRead(together: number) {
  let running = 0
  let most = 0
  let ended: Promise<void> = Promise.resolve()
  let open = () => {}
  const all = new Promise<void>((resolve) => {
    open = resolve
  })
  const waiting: (() => void)[] = []
  const order: number[] = []
  const tool: Tool = {
    name: 'slow_read',
    summary: 'Read slowly.',
    input: z.object({ number: z.int() }),
    effect: 'read',
    danger: false,
    evidence: null,
    paths: () => [],
    describe: ({ number }) => `slow ${number}`,
    async run({ number }) {
      running += 1
      most = Math.max(most, running)
      waiting.unshift(() => order.push(Number(number)))
      if (running === together) open()
      await all
      ended = ended.then(() => waiting.shift()?.())
      await ended
      running -= 1
      return { ok: true, text: `slow ${number}` }
    },
  }
  return { tool, order, most: () => most }
}

t.test(
  'row 166: five slow reads run at the same time, results in the order of the calls',
  async (t) => {
    const slow = slowRead(5)
    const numbers = [1, 2, 3, 4, 5]
    const registry = createRegistry([...(await loadBuiltinTools()), slow.tool])
    const loop = openLoop(t, {
      replies: [
        act(...numbers.map((number): [string, { number: number }] => ['slow_read', { number }])),
      ],
    })
    // Were they run one by one, the first would wait for ever.
    const { events } = await loop.run(loop.add('x'), { registry, maxSteps: 1 })
    t.equal(slow.most(), 5)
    t.same(slow.order, [5, 4, 3, 2, 1], 'they ended the other way round')
    const texts = events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
    t.same(
      texts,
      numbers.map((number) => `slow ${number}`),
    )
  },
)

t.test('row 166: changing calls run alone and in order; later reads see the change', async (t) => {
  const loop = openLoop(t, {
    files: { 'a.txt': 'one\n' },
    replies: [
      act(
        ['read_file', { path: 'a.txt' }],
        ['patch_file', { path: 'a.txt', old_str: 'one', new_str: 'two' }],
        ['read_file', { path: 'a.txt', start_line: 1 }],
        ['run_command', { command: 'sleep 0.2; sed -i s/two/three/ a.txt' }],
        ['run_command', { command: 'cat a.txt; echo four > a.txt' }],
        ['read_file', { path: 'a.txt', end_line: 1 }],
      ),
    ],
  })
  const { events } = await loop.run(loop.add('x'), { maxSteps: 1 })
  const texts = events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))
  t.match(texts, [/\none$/, /edited/, /\ntwo$/, /exit code 0/, /three/, /\nfour$/])
})
