import t from 'tap'
import { openInput } from '#terminal'
import { openHeadless } from '../kit/headless.js'

t.test(
  'Up and Ctrl+R name a line that was sent twice in a row once, and the newest first',
  async (t) => {
    const added: string[] = []
    const history = { lines: ['oldest'], add: (line: string) => void added.push(line) }
    const screen = openHeadless(80, 24)
    const { input: keys, output } = screen
    const input = openInput({ input: keys, output, terminal: true, form: 'rich', history })
    t.teardown(() => input.close())
    for (const text of ['same', 'same', 'other', 'same']) {
      const line = input.next('> ')
      screen.type(`${text}\r`)
      t.equal(await line, text)
    }
    t.same(added, ['same', 'other', 'same'], 'a repeated line is not stored')
    void input.next('> ')
    for (const [key, text] of [
      ['\x1b[A', 'same'],
      ['\x1b[A', 'other'],
      ['\x1b[A', 'same'],
      ['\x1b[A', 'oldest'],
      ['\x1b[B', 'same'],
      ['\x1b[B', 'other'],
    ] as const) {
      screen.type(key)
      t.equal((await screen.look()).rows.at(-1), `> ${text}`)
    }
    screen.type('\x12')
    t.same((await screen.shows('  oldest')).slice(-5), [
      'history type to filter · Enter chooses · Esc leaves',
      '→ same',
      '  other',
      '  same',
      '  oldest',
    ])
  },
)
