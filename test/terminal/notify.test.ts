import t from 'tap'
import { ATTENTION_MS, createNotifier, readNotifyWay } from '../../libs/terminal/notify.js'

function open(way: 'off' | 'bell' | 'osc9', focused: boolean | null) {
  const written: string[] = []
  const timers: (() => void)[] = []
  const state = { focused }
  const notifier = createNotifier({
    way,
    write: (text) => void written.push(text),
    isFocused: () => state.focused,
    after(ms, work) {
      t.equal(ms, ATTENTION_MS)
      timers.push(work)
      return () => void timers.splice(timers.indexOf(work), 1)
    },
  })
  return { notifier, written, timers, state }
}

t.test('an end is reported where nobody looks, or after a long wait', async (t) => {
  for (const [focused, tookMs, isShown] of [
    [false, 0, true],
    [null, ATTENTION_MS - 1, false],
    [null, ATTENTION_MS, true],
    [true, ATTENTION_MS * 9, false],
  ] as const) {
    const { notifier, written } = open('osc9', focused)
    notifier.ended('done after 3 steps', tookMs)
    t.same(written, isShown ? ['\x1b]9;done after 3 steps\x07'] : [], `${focused} ${tookMs}`)
  }
})

t.test('a question that waits is reported once, and not after its answer', async (t) => {
  const away = open('bell', false)
  t.equal(await away.notifier.asks('asks', Promise.resolve('y')), 'y')
  t.same(away.written, ['\x07'])
  const waits = open('bell', null)
  let answer = (_: string) => {}
  const asked = waits.notifier.asks('asks', new Promise<string>((resolve) => (answer = resolve)))
  t.equal(waits.timers.length, 1)
  waits.timers[0]?.()
  t.same(waits.written, ['\x07'])
  answer('n')
  t.equal(await asked, 'n')
  t.same(waits.timers, [], 'the timer ended with the answer')
})

t.test('no sequence of a text reaches the terminal, and off is silent', async (t) => {
  const { notifier, written } = open('osc9', false)
  notifier.ended(`a\x1b]0;owned\x07\n${'x'.repeat(500)}`, 0)
  const inside = written[0]?.slice(4, -1) ?? '\n'
  t.notOk([...inside].some((letter) => letter < ' '))
  t.ok((written[0]?.length ?? 0) < 120)
  const off = open('off', false)
  off.notifier.ended('x', ATTENTION_MS)
  t.same(off.written, [])
})

t.test('the way follows the setting, then the terminal', async (t) => {
  t.equal(readNotifyWay('auto', { TERM_PROGRAM: 'WezTerm' }), 'osc9')
  t.equal(readNotifyWay('auto', { KITTY_WINDOW_ID: '1' }), 'osc9')
  t.equal(readNotifyWay('auto', { TERM_PROGRAM: 'iTerm.app', TMUX: '/tmp/x' }), 'bell')
  t.equal(readNotifyWay('auto', {}), 'bell')
  t.equal(readNotifyWay('off', { TERM_PROGRAM: 'WezTerm' }), 'off')
})
