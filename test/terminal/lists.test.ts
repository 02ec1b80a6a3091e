import t from 'tap'
import { sit } from '../kit/sit_at_editor.js'

const never = new AbortController().signal

t.test('a list is filtered by typing, shows a preview, and Esc chooses nothing', async (t) => {
  const { screen, input } = sit(t)
  void input.next('> ')
  const items = ['one', 'two', 'three'].map((label) => ({
    label,
    detail: label === 'two' ? 'just now' : 'today',
    preview: () => [`preview of ${label}`],
  }))
  const chosen = input.choose({ title: 'which?', items }, never)
  t.same(await screen.shows('preview of one'), [
    'which? type to filter · Enter chooses · Esc leaves',
    '→ one · today',
    '  two · just now',
    '  three · today',
    '│ preview of one',
  ])
  screen.type('\x1b[A')
  await screen.shows('preview of three')
  screen.type('\x1b[B')
  await screen.shows('preview of one')
  screen.type('NOW')
  t.same((await screen.shows('preview of two'))[1], '→ two · just now', 'by its detail too')
  screen.type('\x15th\x1b[B')
  t.same(await screen.shows('preview of three'), [
    'which? th',
    '→ three · today',
    '│ preview of three',
  ])
  screen.type('\r')
  t.equal(await chosen, 2)
  const none = input.choose({ title: 'which?', items }, never)
  await screen.shows('which?')
  screen.type('\x1b')
  t.equal(await none, null)
})

t.test(
  'a list that is asked for before the editor is loaded gets an answer when the input ends',
  async (t) => {
    const { screen, input } = sit(t)
    const ended = input.choose({ title: 'which?', items: [{ label: 'one' }] }, never)
    input.close()
    t.equal(await ended, null)
    const other = sit(t)
    const question = new AbortController()
    const left = other.input.choose({ title: 'which?', items: [{ label: 'one' }] }, question.signal)
    question.abort()
    t.equal(await left, null)
    void other.input.next('> ')
    other.screen.type('typed')
    t.same(await other.screen.shows('typed'), ['> typed'])
    t.same(await screen.screen(), [])
  },
)

t.test(
  'a second list ends the first, and the end of a question removes only its own list',
  async (t) => {
    const { screen, input } = sit(t)
    const [first, second] = [new AbortController(), new AbortController()]
    const ends: (number | null)[] = []
    const one = input.choose({ title: 'first?', items: [{ label: 'one' }] }, first.signal)
    void one.then((index) => ends.push(index))
    await screen.shows('first?')
    const two = input.choose({ title: 'second?', items: [{ label: 'two' }] }, second.signal)
    await screen.shows('second?')
    t.same(ends, [null], 'nobody can choose from it any more')
    first.abort()
    t.match(await screen.screen(), [/^second\?/, '→ two'])
    screen.type('\r')
    t.equal(await two, 0)
    void input.next('> ')
    void input.choose({ title: 'third?', items: [{ label: 'three' }] }, second.signal)
    await screen.shows('third?')
    second.abort()
    t.same(await screen.shows(/^>/m), ['> '])
  },
)

t.test(
  'a list that is longer than its rows says where its mark is, and Backspace widens it',
  async (t) => {
    const { screen, input } = sit(t)
    void input.next('> ')
    const items = Array.from({ length: 30 }, (_, at) => ({ label: `item ${at + 1}` }))
    const chosen = input.choose({ title: 'which?', items }, never)
    t.match((await screen.shows('→ item 1'))[0], /leaves \(1 of 30\)$/)
    screen.type('\x1b[B\x1b[B')
    t.match((await screen.shows('→ item 3'))[0], /\(3 of 30\)$/)
    screen.type('29')
    t.same(await screen.shows('→ item 29'), ['which? 29', '→ item 29'])
    screen.type('\x7f')
    t.equal((await screen.shows(/^which\? 2$/m))[1], '→ item 2')
    screen.type('\x1b[B\r')
    t.equal(await chosen, 11, 'item 12')
  },
)

t.test('20x5: what filters a list is visible, its title gives way', async (t) => {
  const { screen, input } = sit(t, [20, 5])
  void input.next('> ')
  const items = [{ label: 'one' }, { label: 'two' }]
  void input.choose({ title: 'Continue which session?', items }, never)
  t.match((await screen.shows('→ one'))[0], /^Continue which s/)
  screen.type('two')
  t.same(await screen.shows('→ two'), ['Continue whic… two', '→ two'])
  t.same(await screen.cursor(), { column: 18, row: 0 })
})
