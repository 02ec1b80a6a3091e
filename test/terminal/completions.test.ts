import t, { type Test } from 'tap'
import { type Input, openInput } from '#terminal'
import { type Headless, openHeadless } from '../kit/headless.js'

function sit(t: Test, columns = 80, rows = 24): { screen: Headless; input: Input } {
  const screen = openHeadless(columns, rows)
  const { input: keys, output } = screen
  const input = openInput({ input: keys, output, terminal: true, form: 'rich' })
  t.teardown(() => input.close())
  return { screen, input }
}

t.test('the list of completions marks a text that it cuts', async (t) => {
  const { screen, input } = sit(t, 60)
  const whole = 'show the plan of the last task'
  input.complete(async () => ({
    prefix: '/p',
    items: [
      { value: '/plan', detail: whole },
      { value: '/permissions', detail: `${whole}, and of all the tasks before it too` },
      { value: '/print', detail: `${whole}s, and of all the tasks before it, in Chinese` },
    ],
  }))
  void input.next('> ')
  screen.type('/p')
  const rows = await screen.shows('print')
  t.ok(
    rows.some((row) => row.endsWith(`${whole}`)),
    rows.join('\n'),
  )
  t.equal(rows.filter((row) => row.endsWith('…')).length, 2, rows.join('\n'))
})

t.test('a list of completions that does not fit says so, and shows the marked row', async (t) => {
  const { screen, input } = sit(t, 20, 5)
  input.complete(async () => ({
    prefix: '@',
    items: ['one.txt', 'two.txt', 'three.txt', 'a very long name.txt', 'five.txt'].map((label) => ({
      value: `@${label}`,
      label,
    })),
  }))
  void input.next('> ')
  screen.type('@')
  t.same((await screen.shows('three.txt …')).slice(-3), ['→ one.txt', '  two.txt', '  three.txt …'])
  screen.type('\x1b[B\x1b[B\x1b[B')
  t.same((await screen.shows('a very')).slice(-3), [
    '  two.txt',
    '  three.txt',
    '→ a very long n… …',
  ])
  screen.type('\x1b[B')
  t.match((await screen.shows('→ five.txt')).at(-2), /^ {2}a very long n…$/)
})

t.test('Tab puts the completion in the place of what was typed of it', async (t) => {
  const { screen, input } = sit(t)
  input.complete(async (before) =>
    before.endsWith('@on') ? { prefix: '@on', items: [{ value: '@one.txt' }] } : null,
  )
  const line = input.next('> ')
  screen.type('see @on')
  await screen.shows('→')
  screen.type('\t')
  await screen.shows('one.txt')
  screen.type('!\r')
  t.equal((await line)?.replace(/\s+!/, '!'), 'see @one.txt!')
})
