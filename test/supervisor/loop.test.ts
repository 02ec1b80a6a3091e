import t from 'tap'
import type { Event } from '#core'
import type { Ledger } from '#ledger'
import { createScriptModel } from '#model'
import { act, openLoop, say } from '../kit/loop.js'
import { drive, edit, FILES, openWhole, TASK, WHOLE } from '../kit/whole_run.js'

function types(events: Event[]): string {
  return events.map((event) => event.type).join(' ')
}

t.test(
  'rows 5 and 19: a recorded run goes view, assemble, ask, act, commit, step by step',
  async (t) => {
    const loop = openWhole(t)
    const trace: string[] = []
    const traced =
      <A extends unknown[], R>(name: string, door: (...args: A) => R) =>
      (...args: A): R => {
        trace.push(name)
        return door(...args)
      }
    const real = loop.ledger()
    const ledger: Ledger = {
      ...real,
      view: traced('view', real.view),
      newGeneration: traced('assemble', real.newGeneration),
      intend: traced('intend', real.intend),
      commit: traced('commit', real.commit),
    }
    const model = { ask: traced('ask', createScriptModel(WHOLE).ask) }
    const { events, result } = await loop.run(loop.add(TASK), { ledger, model })
    t.equal(result?.subtype, 'resolved')
    t.equal(result?.proven, true)
    t.same(result?.cites, ['e7', 'e8'])
    t.same(result?.changes, [{ path: 'value.txt', added: 1, removed: 1 }])
    t.equal(loop.read('value.txt'), 'two\n')
    const phases = trace.join(' ').replaceAll(/(view )+/g, 'view ')
    t.equal(
      phases,
      `${[
        'view assemble view ask commit',
        'view ask commit',
        'view ask intend commit',
        'view ask intend intend commit',
        'view ask commit',
        'view ask commit',
        'view ask commit',
        'view ask intend intend commit',
        'view ask commit',
        'view',
      ].join(' ')}`,
    )
    t.match(
      types(events),
      /^init (delta )*reply tool_call tool_call tool_result tool_result step reply /,
    )
    const steps = events.flatMap((event) => (event.type === 'step' ? [event.number] : []))
    t.same(steps, [1, 2, 3, 4, 5, 6, 7, 8, 9])
  },
)

t.test('row 1: dropping all memory between steps changes nothing', async (t) => {
  const whole = openWhole(t)
  await drive(whole)
  const wiped = openWhole(t)
  const taskId = wiped.add(TASK)
  for (let step = 1; step <= WHOLE.length; step += 1) {
    const { result } = await wiped.run(taskId, { maxSteps: 1 })
    t.equal(result?.steps, step)
    wiped.reopen()
    if (step < WHOLE.length) {
      t.equal(result?.subtype, 'limit')
      wiped.ledger().reopen(taskId)
    } else t.equal(result?.subtype, 'resolved')
  }
  t.equal(wiped.canonical(), whole.canonical())
  t.same(wiped.requests, whole.requests)
  t.equal(wiped.read('count.txt'), 'ran\n')
})

t.test(
  'rows 9 and 10: interrupted at any event, a run ends the same and asks nothing twice',
  async (t) => {
    const whole = openWhole(t)
    const { events } = await drive(whole)
    const expected = whole.canonical()
    const points = new Map<string, number>()
    let step = 1
    for (const [at, event] of events.entries()) {
      if (event.type === 'step') step = event.number
      // The last event of each kind around the edit, the commands, the child and the end.
      if ([1, 3, 4, 5, 8].includes(step)) points.set(`${step} ${event.type}`, at)
    }
    for (const point of points.values()) {
      const loop = openWhole(t)
      const taskId = loop.add(TASK)
      let seen = 0
      await loop.run(taskId, {}, () => seen++ === point)
      loop.reopen()
      const { result } = await loop.run(taskId)
      const where = `${point}: ${events[point]?.type}`
      t.equal(result?.subtype, 'resolved', where)
      t.equal(loop.canonical(), expected, where)
      t.equal(loop.read('count.txt'), 'ran\n', where)
      t.equal(loop.read('value.txt'), 'two\n', where)
      t.ok(loop.requests.length <= WHOLE.length + 1, `${where}: ${loop.requests.length} asks`)
      t.same(new Set(loop.requests.map((r) => JSON.stringify(r))).size, WHOLE.length, where)
    }
  },
)

t.test('row 13: a child is resolved before its parent', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      act(['spawn_child', { hypothesis: 'outer' }]),
      act(['spawn_child', { hypothesis: 'inner' }]),
      act(['resolve', { cites: ['e1'], summary: 'first' }]),
      act(['resolve', { cites: ['e1'], summary: 'second' }]),
      act(['resolve', { cites: ['e1'], summary: 'third' }]),
    ],
  })
  const { result } = await drive(loop, 'why is value.txt one?')
  t.equal(result?.subtype, 'resolved')
  t.equal(result?.steps, 6)
  const { plan } = loop.ledger().view(result?.taskId ?? '')
  t.same(
    plan.map((node) => [node.text, node.summary, node.status]),
    [
      ['why is value.txt one?', 'third', 'resolved'],
      ['outer', 'second', 'resolved'],
      ['inner', 'first', 'resolved'],
    ],
  )
})

t.test(
  'rows 14 and 15: cites that are empty or unknown are refused, a string of ids is accepted',
  async (t) => {
    const loop = openLoop(t, {
      files: FILES,
      replies: [
        act(['read_file', { path: 'value.txt' }]),
        act(['resolve', { cites: [], summary: 'done' }]),
        act(['resolve', { cites: ['e99'], summary: 'done' }]),
        act(['read_file', { path: 'notes.txt' }]),
        act(['resolve', { cites: 'e1, e2', summary: 'both were read' }]),
      ],
    })
    const { events, result } = await drive(loop, 'look at both files')
    const said = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []))
    t.same(
      said.map(({ ok }) => ok),
      [true, false, false, true, true],
    )
    t.match(said[1]?.text, /needs cites/)
    t.match(said[2]?.text, /cites e99, which the ledger does not have.*e1/)
    t.equal(result?.subtype, 'resolved')
    t.same(result?.cites, ['e1', 'e2'])
  },
)

t.test(
  'row 23: the step limit ends a run with its cause, and resume continues after it',
  async (t) => {
    const loop = openWhole(t)
    const taskId = loop.add(TASK)
    const { result } = await loop.run(taskId, { maxSteps: 4 })
    t.equal(result?.subtype, 'limit')
    t.equal(result?.proven, false)
    t.match(result?.text, /limit of 4 steps/)
    loop.ledger().reopen(taskId)
    t.equal((await loop.run(taskId)).result?.steps, 9)
  },
)

t.test('row 32: thinking is never sent again', async (t) => {
  const loop = openLoop(t, {
    files: FILES,
    replies: [
      { ...act(['read_file', { path: 'value.txt' }]), reasoning: 'SECRETLY first' },
      { ...act(['list_dir', { path: '.' }]), content: '<think>SECRETLY second</think>Looking.' },
      say('<think>SECRETLY third</think>It is one.'),
    ],
  })
  const { result, events } = await drive(loop, 'what is the value?')
  t.equal(result?.text, 'It is one.')
  const thought = events.flatMap((event) => (event.type === 'thinking' ? [event.text] : []))
  t.match(thought.join(''), /SECRETLY first.*SECRETLY third/)
  t.notMatch(JSON.stringify(loop.requests), /SECRETLY/)
})

t.test(
  'row 166: neighbouring reads run together and answer in the order of the calls',
  async (t) => {
    const big = Array.from({ length: 1_500 }, (_, n) => `line ${n}`).join('\n')
    const loop = openLoop(t, {
      files: { ...FILES, 'big.txt': big },
      replies: [
        act(
          ['grep', { pattern: 'line 14', path: '.' }],
          ['read_file', { path: 'big.txt' }],
          ['read_file', { path: 'missing.txt' }],
          ['no_such_tool', {}],
          edit('one', 'two'),
          ['read_file', { path: 'value.txt' }],
          edit('two', 'three'),
          ['run_command', { command: 'cat value.txt' }],
        ),
        say('value.txt says three now'),
      ],
    })
    const { events } = await drive(loop, 'what happens?')
    const results = events.flatMap((event) => (event.type === 'tool_result' ? [event] : []))
    t.same(
      results.map(({ tool, ok }) => `${tool} ${ok}`),
      [
        'grep true',
        'read_file true',
        'read_file false',
        'no_such_tool false',
        'patch_file true',
        'read_file true',
        'patch_file true',
        'run_command true',
      ],
    )
    t.match(results[5]?.text, /^\S.*\ntwo/m)
    t.match(results[7]?.text, /three/)
    // All reads of a batch are announced before the first of them is answered.
    t.match(
      types(events),
      /tool_call tool_call tool_call tool_result tool_result tool_result tool_call/,
    )
    const tail = loop.requests[1]?.messages.slice(2) ?? []
    const ids = tail[0]?.tool_calls?.map((call) => call.id)
    t.same(
      tail.slice(1).map((message) => message.tool_call_id),
      ids,
    )
  },
)
