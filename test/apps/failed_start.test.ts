import t from 'tap'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const PASTE_OFF = '\x1b[?2004l'
/** Nothing listens on port 1. */
const NO_SERVER = ['--base-url', 'http://127.0.0.1:1/v1', '-m', 'fake']

for (const [name, args] of [
  ['a session', NO_SERVER],
  ['a run', ['run', 'do it', ...NO_SERVER]],
  ['a resumed task', ['resume', 't_none', ...NO_SERVER]],
] as const)
  t.test(
    `${name} whose start fails gives the terminal back before it says why`,
    WITH_TERMINAL,
    async (t) => {
      const me = sitDown(t, openProgram(t), args)
      await me.sees('error: ')
      const screen = me.screen()
      t.ok(screen.includes('\x1b[?2004h'), 'keys were held')
      t.ok(screen.includes(PASTE_OFF), screen)
      t.ok(
        screen.indexOf(PASTE_OFF) < screen.indexOf('error: '),
        'the terminal is given back first',
      )
      t.not(await me.leaves(), 0)
    },
  )
