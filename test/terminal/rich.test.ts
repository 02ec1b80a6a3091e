import t from 'tap'
import { sit } from '../kit/sit_at_editor.js'

const SIZES = [
  [20, 5],
  [80, 24],
  [200, 50],
] as const

const never = new AbortController().signal

for (const size of SIZES) {
  const name = size.join('x')
  t.test(`${name}: typing, sending and an answer above the prompt`, async (t) => {
    const { screen, input } = sit(t, size)
    const line = input.next('> ')
    input.bar('default')
    screen.type('fix it')
    t.same(await screen.shows(/fix it\s+default/), ['> fix it', 'default'])
    t.same(await screen.cursor(), { column: 8, row: 0 })
    screen.type('\r')
    t.equal(await line, 'fix it')
    input.print('done\n')
    t.same(await screen.shows(/done\s+> /), ['> fix it', 'done', '> ', 'default'])
    t.same(await screen.cursor(), { column: 2, row: 2 })
  })

  t.test(`${name}: a question takes the line, and gives back what was half typed`, async (t) => {
    const { screen, input } = sit(t, size)
    const line = input.next('> ')
    screen.type('half')
    await screen.shows('> half')
    const answer = input.ask('ok? ', never)
    t.same(await screen.shows('ok? '), ['ok? '])
    screen.type('y\r')
    t.equal(await answer, 'y')
    t.same(await screen.shows('> half'), ['ok? y', '> half'])
    t.same(await screen.cursor(), { column: 6, row: 1 })
    screen.type(' typed\r')
    t.equal(await line, 'half typed')
  })

  t.test(`${name}: rows 192 and 274: lines typed while the agent works are queued`, async (t) => {
    const { screen, input } = sit(t, size)
    input.panel('plan', ['[ ] one'])
    screen.type('steer\r')
    await screen.shows('queued')
    t.same(input.takeQueued(), ['steer'])
    const rows = await screen.shows('> steer')
    t.same(rows, ['> steer', '[ ] one', '> '])
    t.same(await screen.cursor(), { column: 2, row: 2 })
  })
}

t.test('row 282: wide characters: the caret is where the next one will be', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  screen.type('안녕 中文 👩‍👩‍👧 é')
  t.same(await screen.shows('é'), ['> 안녕 中文 👩‍👩‍👧 é'])
  screen.type('\x1b[D\x1b[D\x1b[D')
  await new Promise((done) => setTimeout(done, 20))
  screen.type('X\r')
  t.equal(await line, '안녕 中文 X👩‍👩‍👧 é')
})

t.test('a row of wide characters at the edge is wrapped by the editor', async (t) => {
  const { screen, input } = sit(t, [20, 5])
  void input.next('> ')
  screen.type('中中中中中中中中中')
  t.same(await screen.shows(/中\n {2}中/), ['> 中中中中中中中中', '  中'])
  t.same(await screen.cursor(), { column: 4, row: 1 })
})

t.test('several lines: Ctrl+J, Shift+Enter and \\ before Enter', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  screen.type('one')
  screen.type('\ntwo\x1b[13;2uthree\\\rfour')
  t.same(await screen.shows('four'), ['> one', '  two', '  three', '  four'])
  screen.type('\r')
  t.equal(await line, 'one\ntwo\nthree\nfour')
})

t.test('row 282: a paste of many lines is one mark, and one character to delete', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  screen.type('see \x1b[200~a\nb\nc\x1b[201~')
  t.same(await screen.shows('paste'), ['> see [paste 1: 3 lines]'])
  screen.type('\x7f')
  t.same(await screen.shows(/> see\s*$/), ['> see'])
  screen.type('\x1b[200~d\ne\x1b[201~\r')
  t.equal(await line, 'see d\ne')
  const next = input.next('> ')
  screen.type('\x1b[200~one line\n\x1b[201~!\r')
  t.equal(await next, 'one line!', 'the end of its last line is none of the message')
})

t.test('a paste cannot hide a sequence, or turn the row round', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  let written = ''
  screen.output.on('data', (chunk: Buffer) => {
    written += chunk.toString()
  })
  screen.type('\x1b[200~a\x9b31m \u202egnp.exe\x1b[201~')
  t.same(await screen.shows('exe'), ['> a31m gnp.exe'])
  t.notMatch(written, /[\x80-\x9f\u202e]/)
  screen.type('\r')
  t.equal(await line, 'a31m \u202egnp.exe')
  t.same(await screen.shows('202e'), ['> a31m <202e>gnp.exe', '> '])
})

t.test('a paste of 1 MB is one mark', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  const text = `${'x'.repeat(99)}\n`.repeat(10_486).trimEnd()
  screen.type(`\x1b[200~${text}`)
  screen.type('\x1b[201~')
  t.same(await screen.shows('paste'), ['> [paste 1: 10486 lines]'])
  screen.type('\r')
  t.equal(await line, text)
  t.ok(screen.written() < 2_000, 'the text itself is not drawn')
})

t.test('row 282: a dropped picture is one mark, and is sent as a terminal writes it', async (t) => {
  const { screen, input } = sit(t, [80, 24], { isPicture: (path) => path === '/tmp/a shot.png' })
  const line = input.next('> ')
  screen.type("see \x1b[200~'/tmp/a shot.png'\x1b[201~\x1b[200~/tmp/none.png\x1b[201~")
  t.same(await screen.shows('none'), ['> see [image 1: a_shot.png] /tmp/none.png'])
  screen.type('\r')
  t.equal(await line, "see '/tmp/a shot.png' /tmp/none.png")
  void input.next('> ')
  for (const way of ['/tmp/a\\ shot.png', 'file:///tmp/a%20shot.png', '"/tmp/a shot.png"'])
    screen.type(`\x1b[200~${way}\x1b[201~`)
  await screen.shows('image 4')
})

t.test('row 282: the mark of a picture has a short name without control bytes', async (t) => {
  const { screen, input } = sit(t, [80, 24], { isPicture: () => true })
  const line = input.next('> ')
  screen.type('\x1b[200~file:///tmp/a%20%5Bb%5D%1b%5D0;c%07%0ad.PNG\x1b[201~')
  const first = '> [image 1: a_b_<1b>_0;c<07>_d.PNG]'
  t.same(await screen.shows('image 1'), [first])
  screen.type(`\x1b[200~"/tmp/${'x'.repeat(60)}.png"\x1b[201~`)
  t.same(await screen.shows('image 2'), [first, `  [image 2: ${'x'.repeat(36)}.png]`])
  screen.type('\x7f\x7f!')
  t.same(await screen.shows('!'), [`${first} !`])
  screen.type('\r')
  t.equal(await line, "'/tmp/a [b]\x1b]0;c\x07\nd.PNG' !")
})

t.test('Alt+Enter queues a task of its own, Alt+Up takes the last line back', async (t) => {
  const { screen, input } = sit(t)
  screen.type('steer\rlater\x1b\r')
  t.same(await screen.shows('later'), [
    'queued, delivered after this step: steer',
    'queued, runs when this task has ended: later · Alt+↑ takes it back',
    '> ',
  ])
  screen.type('\x1b[1;3A')
  t.same(await screen.shows('> later'), [
    'queued, delivered after this step: steer · Alt+↑ takes it back',
    '> later',
  ])
  screen.type('\x1b\r')
  await screen.shows('ended: later')
  screen.type('half')
  await screen.shows('> half')
  screen.type('\x1b[1;3A')
  t.same((await screen.shows('> later')).slice(1), ['> later', '  half'], 'what is typed stays')
  screen.type('\x03later\x1b\r')
  await screen.shows('ended: later')
  t.same(input.takeQueued(), ['steer'], 'only lines for the running task')
  t.equal(await input.next('> '), 'later')
})

t.test(
  'what is queued when Ctrl+D ends the input starts no task behind the closed terminal',
  async (t) => {
    const { screen, input } = sit(t)
    screen.type('steer\rlater\x1b\r')
    await screen.shows('ended: later')
    const ended = new Promise<void>((done) => input.onEnd(done))
    screen.type('\x04')
    await ended
    t.equal(await input.next('> '), null)
  },
)

t.test('Up and Ctrl+R bring earlier lines back, and Down the draft', async (t) => {
  const added: string[] = []
  const history = {
    lines: ['first line', 'second line'],
    add: (line: string) => void added.push(line),
  }
  const { screen, input } = sit(t, [80, 24], { history })
  const line = input.next('> ')
  screen.type('draft\x1b[A')
  await screen.shows('> second line')
  screen.type('\x1b[A')
  await screen.shows('> first line')
  screen.type('\x1b[B\x1b[B')
  t.same(await screen.shows('> draft'), ['> draft'])
  screen.type('\x12fir')
  t.same(await screen.shows('history fir'), ['history fir', '→ first line'])
  screen.type('\r')
  await screen.shows('> first line')
  screen.type('\r')
  t.equal(await line, 'first line')
  t.same(added, ['first line'])
})

t.test('? lists the keys on an empty line, and is typed elsewhere', async (t) => {
  const { screen, input } = sit(t)
  const line = input.next('> ')
  screen.type('?')
  await screen.shows(/Shift\+Tab +next permission mode/)
  screen.type('why?')
  t.same(await screen.shows('> why?'), ['> why?'])
  screen.type('\r')
  t.equal(await line, 'why?')
})

t.test('Ctrl+C clears the line first; on an empty line it interrupts', async (t) => {
  const { screen, input } = sit(t)
  let presses = 0
  input.onInterrupt(() => {
    presses += 1
    input.print('interrupted\n')
  })
  void input.next('> ')
  screen.type('half\x03')
  t.same(await screen.shows(/^> ?$/), ['> '])
  t.equal(presses, 0)
  screen.type('\x03')
  await screen.shows('interrupted')
  t.equal(presses, 1)
})

t.test('Ctrl+D deletes the next character, and at the end of a text says what quits', async (t) => {
  const { screen, input } = sit(t)
  let hasEnded = false
  input.onEnd(() => {
    hasEnded = true
  })
  void input.next('> ')
  screen.type('halff\x1b[D\x04')
  t.same(await screen.shows(/^> half$/), ['> half'])
  screen.type('\x04')
  await screen.shows('Ctrl+D quits on an empty line')
  t.notOk(hasEnded)
  screen.type('\x15\x04')
  await screen.screen()
  t.ok(hasEnded)
})

t.test('a line that was no answer comes back with Up', async (t) => {
  const { screen, input } = sit(t)
  void input.next('> ')
  input.remember?.('read the docs too')
  screen.type('\x1b[A')
  t.same(await screen.shows('docs'), ['> read the docs too'])
})

t.test('Esc twice is a key of its own, and never part of an arrow', async (t) => {
  const { screen, input } = sit(t)
  const seen: string[] = []
  input.onEscape(() => void seen.push('escape'))
  input.onAction('rewind', () => {
    seen.push('rewind')
    input.print('rewind\n')
  })
  void input.next('> ')
  screen.type('\x1b[27u\x1b[A\x1b\x1b')
  await screen.shows('rewind')
  t.same(
    seen,
    ['escape', 'escape', 'escape', 'rewind'],
    'another key between them is no double press',
  )
})

t.test('a line that was sent before a question was shown does not answer it', async (t) => {
  const { screen, input } = sit(t)
  // At once: the keys and the question are there before the editor is loaded.
  screen.input.emit('data', Buffer.from('y\r'))
  const answer = input.ask('ok? ', never)
  await screen.shows('queued')
  screen.type('n\r')
  t.equal(await answer, 'n')
  t.same(input.takeQueued(), ['y'])
})

t.test('a bound key that comes before its handler is not lost', async (t) => {
  const { screen, input } = sit(t)
  void input.next('> ')
  screen.type('\x1b[Z\x1b[Zx')
  await screen.shows('> x')
  let presses = 0
  input.onAction('mode', () => {
    presses += 1
  })
  t.equal(presses, 2)
  screen.type('\x1b[Zy')
  await screen.shows('> xy')
  t.equal(presses, 3)
})

t.test('Ctrl+D leaves an open question on the screen', async (t) => {
  const { screen, input } = sit(t)
  const asked = input.ask('allow? y = once: ', new AbortController().signal)
  await screen.shows('allow?')
  screen.type('\x04')
  t.equal(await asked, null)
  t.same(await screen.screen(), ['allow? y = once: '])
})
