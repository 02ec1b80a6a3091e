import t, { type Test } from 'tap'
import { z } from 'zod'
import type { RecordedReply, TaskResult } from '#core'
import { createScriptModel } from '#model'
import { createRegistry, loadBuiltinTools, type Tool } from '#tools'
import { act, openLoop } from '../kit/loop.js'

const FILES = { 'a.txt': 'one\ntwo\n', 'b.txt': 'x\n', 'check.sh': 'grep -q never a.txt\n' }

/** An edit tool whose arguments have names that no other tool has. It always fails. */
const swapText: Tool = {
  name: 'swap_text',
  summary: 'Swap a text.',
  input: z.object({ where: z.string(), was: z.string(), becomes: z.string() }),
  effect: 'edit',
  danger: true,
  evidence: 'edit_applied',
  paths: ({ where }) => [{ path: String(where), access: 'write' }],
  describe: ({ where }) => `swap ${where}`,
  run: async ({ where, was }) => ({
    ok: false,
    text: `${where} has no ${was}, so it is as it was.`,
  }),
}
const registry = createRegistry([...(await loadBuiltinTools()), swapText])

const check = (at: number) => act(['run_command', { command: `sh -${'eufa'[at % 4]} check.sh` }])
const swap = (at: number, where = 'a.txt') =>
  act(['swap_text', { where, was: 'z'.repeat(at + 1), becomes: 'y' }])
const end = (at: number) =>
  act(['resolve', { cites: [`e${90 + at}`], summary: `all is well, ${at}` }])
const read = (path: string) => act(['read_file', { path }])
const times = (n: number, make: (at: number) => RecordedReply) =>
  Array.from({ length: n }, (_, at) => make(at))

/** Each call of the run: `ok`, `failed` or `withheld`. */
async function drive(t: Test, replies: RecordedReply[]) {
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('Fix the build')
  const { result } = await loop.run(taskId, { registry, maxSteps: replies.length })
  const states = loop
    .ledger()
    .view(taskId)
    .recentCalls.map(({ ok, mark }) => (mark === 'withheld' ? mark : ok ? 'ok' : 'failed'))
  const texts = loop
    .ledger()
    .view(taskId)
    .tail.map(({ message }) => message.content)
  return { result, states, texts }
}

const FIVE_AND_THREE = [...Array(5).fill('failed'), ...Array(3).fill('withheld')]

t.test(
  'calls that differ and fail at one place in one way are withheld at 5, and end at 8',
  async (t) => {
    for (const [name, make] of Object.entries({ check, swap, end })) {
      const { result, states } = await drive(t, times(9, make))
      t.match(result, { subtype: 'stalled', steps: 8 }, name)
      t.same(states, FIVE_AND_THREE, name)
      t.match(result?.text, /failed 5 times.*3 more calls of it were withheld/, name)
    }
  },
)

t.test('a call at another place runs, and so does one that something helps', async (t) => {
  const other = await drive(t, [...times(6, check), act(['run_command', { command: 'ls' }])])
  t.same(other.states.slice(5), ['withheld', 'ok'], 'another command')
  const file = await drive(t, [...times(6, (at) => swap(at)), swap(9, 'b.txt')])
  t.same(file.states.slice(5), ['withheld', 'failed'], 'another file')
  const seen = await drive(t, [...times(6, (at) => swap(at)), read('a.txt'), swap(7)])
  t.same(seen.states.slice(5), ['withheld', 'ok', 'failed'], 'the file was read')
  const beside = await drive(t, [...times(6, (at) => swap(at)), read('b.txt'), swap(7)])
  t.same(beside.states.slice(5), ['withheld', 'ok', 'withheld'], 'another file was read')
  const cited = await drive(t, [...times(6, end), read('a.txt'), end(7)])
  t.same(cited.states.slice(5), ['withheld', 'ok', 'failed'], 'something can be cited')
})

t.test('reads between do not let a failing call run for ever', async (t) => {
  const looks = [read('a.txt'), read('b.txt'), act(['list_dir', { path: '.' }]), read('check.sh')]
  for (const [name, make] of Object.entries({ same: () => check(0), check })) {
    const replies = times(12, (at) => (at % 2 ? (looks[(at >> 1) % 4] ?? check(0)) : make(at >> 1)))
    const { states } = await drive(t, replies)
    t.same(states.filter((_, at) => at % 2 === 0).slice(4), ['failed', 'withheld'], name)
  }
  const both = times(12, (at) => (at % 2 ? swap(at) : check(at >> 1)))
  const { states } = await drive(t, both)
  t.same(states.slice(9), ['failed', 'withheld', 'withheld'], 'two places by turns')
})

t.test('"failed N times" counts the calls that ran, and no withheld one', async (t) => {
  const differ = await drive(t, times(7, check))
  const same = await drive(
    t,
    times(7, () => check(0)),
  )
  for (const { texts } of [differ, same]) {
    const counts = texts.flatMap((text) => /^Not run: .* failed (\d+) times/.exec(text)?.[1] ?? [])
    t.same(counts, ['5', '5'])
  }
})

t.test('a kill after each step changes nothing of it', async (t) => {
  const replies = times(40, check)
  const loop = openLoop(t, { files: FILES, replies })
  const taskId = loop.add('Fix the build')
  let result: TaskResult | null = null
  for (let at = 0; result === null && at < replies.length; at++) {
    const over = { ledger: loop.reopen(), model: createScriptModel(replies.slice(at)), registry }
    result = (await loop.run(taskId, over, (event) => event.type === 'step')).result
  }
  t.match(result, { subtype: 'stalled', steps: 8 })
  t.match(result?.text, /failed 5 times.*3 more calls of it were withheld/)
})
