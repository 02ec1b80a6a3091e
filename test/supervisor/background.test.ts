import t, { type Test } from 'tap'
import type { Event } from '#core'
import { planUndo } from '#supervisor'
import { openWorkspace } from '#workspace'
import { act, type Loop, openLoop } from '../kit/loop.js'
import { findMarked, markSeconds, untilMarked } from '../kit/marked_sleep.js'

const texts = (events: Event[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))

/** One workspace over all drives of a loop, as in one sitting. */
function sitting(t: Test, loop: Loop) {
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  t.teardown(() => workspace.background.endAll())
  return workspace
}

t.test(
  'rows 172 and 173: a server is refused in the foreground, and started, read and stopped in the background',
  async (t) => {
    const server = 'node server.js'
    const loop = openLoop(t, {
      files: {
        'package.json': JSON.stringify({ scripts: { dev: 'nodemon server.js' } }),
        'get.js': `fetch('http://127.0.0.1:' + require('fs').readFileSync('port') + '/x').then(async (r) => console.log(await r.text()))`,
        'server.js': `require('http').createServer((q, a) => { console.log('asked ' + q.url); a.end('hello') }).listen(0, '127.0.0.1', function () { require('fs').writeFileSync('port', String(this.address().port)); console.log('listening') })`,
      },
      replies: [
        act(['run_command', { command: 'npm run dev' }]),
        act(['run_command', { command: server, background: true }]),
        act(['run_command', { command: 'until [ -s port ]; do sleep 0.05; done; node get.js' }]),
        act(['read_output', { id: 'c1' }]),
        act(['stop_command', { id: 'c1' }], ['read_output', { id: 'c7' }]),
      ],
    })
    const workspace = sitting(t, loop)
    const { events } = await loop.run(loop.add('x'), { maxSteps: 5, workspace })
    const [refused, started, fetched, read, stopped, unknown] = texts(events)
    t.match(refused, /^Not run: npm run dev runs `nodemon server\.js`: nodemon .* serves until/)
    t.ok(refused?.includes('run_command with {"command":"npm run dev","background":true}. Then'))
    // On a busy machine its first line comes with the read.
    t.match(
      `${started}${read}`,
      /^c1 running: node server\.js\nCall read_output with id c1 .* id c1 to end it\.[\s\S]*\nlistening/,
    )
    t.match(fetched, /hello/)
    t.match(read, /asked \/x/)
    t.match(stopped, /^c1 ended by SIGTERM/)
    t.match(unknown, /no background command c7\. Known ids: c1/)
  },
)

t.test(
  'the next run ends background commands that a killed run left, and nothing else',
  async (t) => {
    const word = markSeconds()
    const loop = openLoop(t, {
      replies: [
        act(['run_command', { command: `echo up; sleep ${word}`, background: true }]),
        act(['run_command', { command: 'echo next' }]),
        act(['run_command', { command: 'echo last' }]),
      ],
    })
    const task = loop.add('x')
    const first = sitting(t, loop)
    await loop.run(task, { maxSteps: 1, workspace: first })
    await untilMarked(word)
    loop.ledger().reopen(task)
    const same = await loop.run(task, { maxSteps: 1, workspace: first })
    t.equal(findMarked(word).length, 1, 'the next task of the same sitting leaves it alone')
    t.notMatch(same.events, [{ type: 'note', text: /background/ }])
    // Another process: it knows the command from the ledger alone.
    loop.reopen().reopen(task)
    const { events } = await loop.run(task, { maxSteps: 1 })
    t.same(findMarked(word), [])
    t.ok(
      events.some(
        (event) => event.type === 'note' && /ended a background command/.test(event.text),
      ),
    )
    t.same(loop.ledger().running(), [], 'and it is not looked for again')
  },
)

t.test('a command that has ended leaves no process in the ledger', async (t) => {
  const loop = openLoop(t, {
    replies: [
      act(['run_command', { command: 'true' }]),
      act(['run_command', { command: 'false', background: true }]),
    ],
  })
  await loop.run(loop.add('x'), { maxSteps: 2 })
  t.same(loop.ledger().running(), [])
})

/** Presses Ctrl+B once the command has printed this. */
function movedWhen(loop: Loop, word: string) {
  const move = new AbortController()
  const { progress } = loop.ledger()
  const ledger = {
    ...loop.ledger(),
    progress(intentId: string, output: string) {
      progress(intentId, output)
      if (output.includes(word)) move.abort()
    },
  }
  return { ledger, offerMove: () => ({ signal: move.signal, end() {} }) }
}

const SLOW =
  'echo $$ > ../pid; echo 1 > first.txt; echo begun; until [ -e go ]; do sleep 0.02; done; echo over'

t.test('Ctrl+B: a command moves to the background, and the model reads on', async (t) => {
  const loop = openLoop(t, {
    replies: [
      act(['run_command', { command: SLOW }]),
      act(['write_file', { path: 'go', content: 'x' }]),
      // Its last words and its end may come in two reads.
      act(['run_command', { command: 'while kill -0 $(cat ../pid); do sleep 0.02; done' }]),
      act(['read_output', { id: 'c1' }]),
    ],
  })
  const workspace = sitting(t, loop)
  const snapshots = workspace.openSnapshots(`${loop.root}/../snapshots`)
  const task = loop.add('x')
  const over = { ...movedWhen(loop, 'begun'), workspace, snapshots, maxSteps: 4 }
  const { events } = await loop.run(task, over)
  const [moved, , , read] = texts(events)
  t.equal(
    moved,
    [
      `c1 running: ${SLOW}`,
      'The user moved this command to the background. It was not stopped.',
      'Call read_output with id c1 for new output. Call stop_command with id c1 to end it.',
      'begun',
    ].join('\n'),
  )
  t.match(read, /^c1 exit code 0: [^\n]*\nover$/)
  t.match(loop.ledger().running(), [{ pid: Number }], 'its process is known after a kill')
  const rows = loop.ledger().find({ taskId: task, fact: 'background' })
  t.match(rows.at(-1), { kind: 'shell_output', facts: { background: 'c1', exitCode: null } })
  const { id: sessionId } = loop.ledger().view(task).session
  const plan = planUndo(sessionId, { back: 'turn' }, { ledger: loop.ledger(), workspace })
  t.match(
    plan.files.map(({ path, state }) => [path, state]),
    [
      ['go', 'clean'],
      ['first.txt', 'clean'],
    ],
    'what it changed before can be undone',
  )
})

for (const moment of ['before its result is stored', 'after its result is stored'])
  t.test(`Ctrl+B: a kill ${moment} leaves no process and no second run`, async (t) => {
    const word = markSeconds()
    const loop = openLoop(t, {
      replies: [
        act(['run_command', { command: `echo ran >> runs; echo begun; sleep ${word}` }]),
        ...Array.from({ length: 3 }, () => act(['run_command', { command: 'cat runs' }])),
      ],
    })
    const task = loop.add('x')
    const { ledger, offerMove } = movedWhen(loop, 'begun')
    const { settle } = ledger
    const killed = {
      ...ledger,
      settle(...all: Parameters<typeof settle>) {
        if (moment.startsWith('after')) settle(...all)
        throw new Error('killed')
      },
    }
    const first = { ledger: killed, offerMove, workspace: sitting(t, loop) }
    await t.rejects(loop.run(task, first), /killed/)
    await untilMarked(word)
    loop.reopen()
    await loop.run(task, { maxSteps: 2 })
    t.same(findMarked(word), [])
    t.equal(loop.read('runs'), 'ran\n')
  })

t.test('Ctrl+B: a check of the program cannot be moved', async (t) => {
  const offers: string[] = []
  const loop = openLoop(t, {
    files: { 'package.json': JSON.stringify({ scripts: { test: 'echo tested' } }) },
    replies: [
      act(['write_file', { path: 'a.txt', content: 'x' }]),
      act(['resolve', { cites: ['e1'], summary: 'a.txt is made' }]),
    ],
  })
  const offerMove = () => {
    offers.push('offered')
    return { signal: new AbortController().signal, end() {} }
  }
  await loop.run(loop.add('make a.txt'), { offerMove, maxSteps: 4, autoCheck: 'tests' })
  t.same(offers, [])
})
