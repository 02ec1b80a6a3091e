import t from 'tap'
import { chunk, startEndpoint } from '../kit/fake_endpoint.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const [ESC, CTRL_C, CTRL_D, SHIFT_TAB] = ['\x1b', '\x03', '\x04', '\x1b[Z']

t.test(
  'Shift+Tab, Esc, Ctrl+C, /help and /exit at the questions of a session',
  WITH_TERMINAL,
  async (t) => {
    const endpoint = await startEndpoint(() => ({
      body: [chunk({ content: 'Let me' })],
      end: 'hang',
    }))
    t.teardown(() => endpoint.close())
    const box = openProgram(t)
    const sit = () => sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
    const me = sit()
    await me.sees('default: asks')

    me.type(SHIFT_TAB.repeat(3))
    await me.sees('switch to yolo?')
    me.type(SHIFT_TAB)
    await me.sees('default: asks')
    for (const key of [ESC, CTRL_C]) {
      me.type(SHIFT_TAB.repeat(3))
      await me.sees('switch to yolo?')
      me.type(key)
      await me.sees(/> [\s\S]*plan: changes/)
      me.type(SHIFT_TAB)
      await me.sees('switch to yolo?')
      me.type('/help\r')
      await me.sees('Type y or n alone. Ctrl+C stops, /exit leaves.')
      me.type('n\r')
      await me.sees(/> [\s\S]*plan: changes/)
      me.type(SHIFT_TAB)
      await me.sees('switch to yolo?')
      me.type(SHIFT_TAB)
      await me.sees('default: asks')
    }
    for (const key of [ESC, CTRL_C]) {
      me.type('# Use tabs.\r')
      await me.sees('save it?')
      me.type(key)
      await me.sees('Not saved.')
    }
    t.notMatch(me.screen(), 'Press Ctrl+C again', 'a question is what Ctrl+C ends')

    me.type('does it hang?\r')
    await me.sees('writing')
    me.type('and why?\r')
    await me.sees('queued, delivered after this step: and why?')
    me.type(ESC)
    await me.sees('interrupted')
    me.type(' or not?')
    // It is typed behind the line that came back.
    await me.sees('> and why? or not?')
    me.type(CTRL_C)
    t.equal(endpoint.asks.length, 1, 'the line is no message')
    me.type('# Use tabs.\r')
    await me.sees('save it?')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)

    for (const key of [ESC, CTRL_C]) {
      const again = sit()
      await again.sees('g = go on')
      again.type(key)
      await again.sees('default: asks')
      again.type(CTRL_D)
      t.equal(await again.leaves(), 0)
    }
    const left = sit()
    await left.sees('g = go on')
    left.type('l\r')
    await left.sees('default: asks')
    left.type(CTRL_D)
    t.equal(await left.leaves(), 0)
    const last = sit()
    await last.sees('An earlier task was left at step 0: "does it hang?"')
    await last.sees('default: asks')
    last.type(CTRL_D)
    t.equal(await last.leaves(), 0)
    t.notMatch(last.screen(), 'g = go on')
  },
)
