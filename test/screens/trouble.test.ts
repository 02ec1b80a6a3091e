import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Act, chunk, errorAct, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const half = (text: string, end: NonNullable<Act['end']>): Act => ({
  body: [chunk({ role: 'assistant', content: text })],
  end,
})
const ESC = '\x1b[27u'
const CTRL_D = '\x04'
const TEXT = 'The file says **one** and\n\n- a first thing\n- a second thing that is lo'

playFlows(t, [
  {
    name: 'vanishes',
    listed: { vanishes: true },
    title: 'a server that vanishes in the middle of a reply, is back, and is gone for good',
    files: { 'value.txt': 'one\n' },
    replies: (_, number) => (number < 3 ? half(TEXT, 'die') : streamed(say('It is back.'))),
    async play({ press, sees, picture, endpoint }) {
      await press('what does value.txt say?\r')
      await sees('(done')
      await picture('back')
      await endpoint.close()
      await press('are you there?\rhalf typed')
      await sees('goes on from here')
      await picture('gone')
    },
  },
  {
    name: 'streams',
    title: 'a reply that is being written, a storm of sizes, and Esc',
    files: { 'value.txt': 'one\n' },
    replies: () => half(TEXT, 'hang'),
    async play({ press, sees, picture, resize, screen }) {
      const { columns, rows } = screen.output
      await press('what does value.txt say?\r')
      await sees('that is lo')
      await picture('written')
      await press('half typed')
      for (let at = 0; at < 12; at += 1) await resize(20 + ((at * 37) % 90), 5 + ((at * 7) % 40))
      await resize(columns, rows)
      // What scrolled out while the window was smaller is not the program's any more.
      await press('\x0c')
      await picture('after the storm', 'screen')
      await press(ESC)
      await sees('goes on from here')
      await picture('interrupted')
    },
  },
  {
    name: 'server_errors',
    title: 'a server that answers with an error',
    files: { 'value.txt': 'one\n' },
    replies: () => errorAct(500, { message: 'CUDA out of \x1b[31mmemory' }),
    async play({ press, sees, picture }) {
      await press('what does value.txt say?\r')
      await sees('goes on from here')
      await picture('error')
    },
  },
  {
    name: 'shell',
    title: 'Ctrl+Z and fg in a shell, and an output that nobody reads',
    cold: 'shell',
    words: () => [],
    before: ({ home, baseUrl }) => configure(home, { baseUrl, model: 'fake' }),
    replies: [say('It is so.')],
    async play({ press, sees, picture }) {
      await sees('$')
      await press('aircoder\r')
      await sees('default')
      await press('is it')
      await sees('is it')
      await press('\x1a')
      await sees('Stopped')
      await picture('stopped')
      await press('fg\r')
      await sees('is it')
      await picture('fg')
      await press(' so?\r')
      await sees('(done')
      await press('/exit\r')
      await sees('$')
      await press('aircoder sessions | true; echo end $PIPESTATUS\r')
      await sees('end 141')
      await picture('broken pipe')
    },
  },
  {
    name: 'killed',
    cold: 'first',
    title: 'after kill -9 the next start says where the task goes on, and goes on',
    files: { 'value.txt': 'one\n' },
    args: ['--permission-mode', 'yolo'],
    replies: (_, number) => {
      if (number === 1) return streamed(act(['read_file', { path: 'value.txt' }]))
      if (number === 2) return half(TEXT, 'hang')
      return streamed(say('value.txt says one.'))
    },
    async play({ press, sees, picture, restarts, signal, ended, screen }) {
      await press('what does value.txt say?\r')
      await sees('that is lo')
      await press('and who wrote it?\r')
      await sees('queued')
      signal('SIGKILL')
      await ended()
      // What a shell does after a program that left the terminal as it was.
      screen.output.write('\x1b[2J\x1b[H\x1b[?7h\x1b[?25h')
      await restarts()
      await sees('forget it')
      await picture('found')
      await press('what\r')
      await sees('no answer')
      await picture('no answer')
      await press('g\r')
      await sees('(done')
      await picture('gone on')
      await press('\x03')
      await press(CTRL_D)
      await ended()
      await restarts('-c')
      await sees('default')
      await picture('continued')
      await press(CTRL_D)
      await ended()
      await restarts('-r')
      await sees('Continue which')
      await picture('picker at the start')
      await press('\x1b')
      await ended()
      await picture('left')
    },
  },
])

/** Stores the settings of the person, as `aircoder init` does. */
function configure(home: string, settings: object): void {
  const folder = join(home, '.config/aircoder')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings))
}
