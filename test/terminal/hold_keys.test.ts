import t, { type Test } from 'tap'
import { holdKeys, openInput } from '#terminal'
import { openHeadless } from '../kit/headless.js'

const turn = () => new Promise((done) => setImmediate(done))

/** A terminal whose keys are held, and the signals that the program sends meanwhile. */
function holding(t: Test, isRich = true) {
  const screen = openHeadless()
  const { input, output } = screen
  const signals: unknown[] = []
  t.intercept(process, 'kill', { value: (...words: unknown[]) => signals.push(words) })
  const held = holdKeys({ input, output, isRich })
  t.teardown(() => held.release())
  return {
    screen,
    held,
    signals,
    next: () => openInput({ ...screen, terminal: true, form: 'rich' }),
  }
}

t.test(
  'keys that are held are not echoed, and the next input has all of them in order',
  async (t) => {
    const { screen, held, next } = holding(t)
    t.ok(screen.isRaw(), 'the terminal echoes nothing')
    t.ok(screen.modes().has('2004'), 'a paste comes in marks')
    for (const keys of [
      'first\nsec',
      'ond\r',
      'two\nrows',
      '\x1b[200~a\x03\rb\x1b[201~',
      '中',
      ' !\x1b[',
    ]) {
      screen.type(keys)
      await turn()
    }
    t.same(await screen.screen(), [])
    held.release()
    held.release()
    t.notOk(screen.isRaw())
    t.notOk(screen.modes().has('2004'))
    const input = next()
    screen.type('De\r')
    t.equal(await input.next('> '), 'first')
    t.equal(await input.next('> '), 'second')
    t.equal(await input.next('> '), 'two\nrowsa\nb中 e!')
    input.close()
  },
)

t.test(
  'Ctrl+C, Ctrl+Z and Ctrl+\\ are signals to the foreground group while keys are held',
  async (t) => {
    const { screen, signals } = holding(t)
    screen.type('half \x1b')
    await turn()
    screen.type('\x03')
    await turn()
    screen.type('\x1c\x1a')
    await turn()
    t.same(signals, [
      [0, 'SIGINT'],
      [0, 'SIGQUIT'],
      [0, 'SIGTSTP'],
    ])
    t.ok(screen.isRaw(), 'after fg the terminal is taken again')
  },
)

t.test('a terminal that is closed while keys are held ends the program', async (t) => {
  const { screen, signals } = holding(t)
  screen.input.end()
  while (signals.length === 0) await turn()
  t.same(signals, [[process.pid, 'SIGHUP']])
  t.notOk(screen.isRaw())
})

t.test('the plain form gets keys without marks, and a pipe is not read', async (t) => {
  const { screen, held } = holding(t, false)
  t.notOk(screen.modes().has('2004'))
  screen.type('one\rtw')
  await turn()
  held.release()
  const input = openInput({ ...screen, terminal: true })
  screen.type('o\r')
  t.equal(await input.next('> '), 'one')
  t.equal(await input.next('> '), 'two')
  input.close()
  const pipe = openHeadless().input
  holdKeys({ input: Object.assign(pipe, { isTTY: false }), output: screen.output, isRich: true })
  t.equal(pipe.listenerCount('data'), 0)
})
