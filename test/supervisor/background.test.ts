import { execFileSync } from 'node:child_process'
import t, { type Test } from 'tap'
import type { Event } from '#core'
import { openWorkspace } from '#workspace'
import { act, type Loop, openLoop } from '../kit/loop.js'

const texts = (events: Event[]) =>
  events.flatMap((event) => (event.type === 'tool_result' ? [event.text] : []))

const isAlive = (word: string): boolean => {
  try {
    execFileSync('pgrep', ['-f', word])
    return true
  } catch {
    return false
  }
}

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
        act(['run_command', { command: 'node get.js' }]),
        act(['read_output', { id: 'c1' }]),
        act(['stop_command', { id: 'c1' }], ['read_output', { id: 'c7' }]),
      ],
    })
    const workspace = sitting(t, loop)
    const { events } = await loop.run(loop.add('x'), { maxSteps: 5, workspace })
    const [refused, started, fetched, read, stopped, unknown] = texts(events)
    t.match(refused, /^Not run: npm run dev runs `nodemon server\.js`: nodemon .* serves until/)
    t.ok(refused?.includes('run_command with {"command":"npm run dev","background":true}. Then'))
    t.match(
      started,
      /^c1 running: node server\.js\nCall read_output with id c1 .* id c1 to end it\.\nlistening$/,
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
    const word = `302.${process.pid}`
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
    t.ok(isAlive(`sleep ${word}`))
    loop.ledger().reopen(task)
    const same = await loop.run(task, { maxSteps: 1, workspace: first })
    t.ok(isAlive(`sleep ${word}`), 'the next task of the same sitting leaves it alone')
    t.notMatch(same.events, [{ type: 'note', text: /background/ }])
    // Another process: it knows the command from the ledger alone.
    loop.reopen().reopen(task)
    const { events } = await loop.run(task, { maxSteps: 1 })
    t.notOk(isAlive(`sleep ${word}`))
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
