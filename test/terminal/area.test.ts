import { PassThrough, Writable } from 'node:stream'
import t from 'tap'
import { openInput } from '#terminal'
import { openHeadless } from '../kit/headless.js'

function sit(columns: number, rows: number) {
  const screen = openHeadless(columns, rows)
  const { input: keys, output } = screen
  const input = openInput({ input: keys, output, terminal: true, form: 'rich' })
  return { screen, input }
}

t.test(
  'a change of the width leaves nothing of the old rows and no printed line is lost',
  async (t) => {
    const { screen, input } = sit(80, 24)
    t.teardown(() => input.close())
    void input.next('> ')
    for (let at = 1; at <= 5; at += 1) input.print(`printed ${at}\n`)
    input.panel('plan', ['a row that is longer than forty columns, so that it is wrapped'])
    input.bar('default')
    screen.type('typed')
    await screen.shows(/typed\s+default/)
    const lines = ['printed 1', 'printed 2', 'printed 3', 'printed 4', 'printed 5']
    await screen.resize(40, 24)
    t.same(await screen.everything(), [
      ...lines,
      'a row that is longer than forty column…',
      '> typed',
      'default',
    ])
    t.same(await screen.cursor(), { column: 7, row: 6 })
    await screen.resize(120, 24)
    t.same(await screen.everything(), [
      ...lines,
      'a row that is longer than forty columns, so that it is wrapped',
      '> typed',
      'default',
    ])
  },
)

t.test('a storm of sizes ends with the screen of the last one', async (t) => {
  const { screen, input } = sit(80, 24)
  t.teardown(() => input.close())
  void input.next('> ')
  input.print('printed\n')
  input.panel('stream', ['one', 'two', 'three', 'four', 'five', 'six'])
  screen.type('中文 typed')
  await screen.shows('typed')
  for (let at = 0; at < 60; at += 1) await screen.resize(20 + ((at * 37) % 90), 5 + ((at * 7) % 40))
  await screen.resize(60, 20)
  const rows = await screen.everything()
  t.same(rows.slice(-7), ['one', 'two', 'three', 'four', 'five', 'six', '> 中文 typed'])
  t.equal(rows.filter((row) => row === 'printed').length, 1)
})

t.test('20x5: panels lose rows first, the caret stays visible', async (t) => {
  const { screen, input } = sit(20, 5)
  t.teardown(() => input.close())
  void input.next('> ')
  input.panel('stream', ['one', 'two', 'three', 'four', 'five', 'six'])
  input.bar('default')
  screen.type('first')
  // Before it is read, a line end is the Enter of a line that was typed for the session.
  await screen.shows('> first')
  screen.type('\nsecond')
  t.same(await screen.shows('second'), ['six', '> first', '  second', 'default'])
  screen.type('\n3\n4\n5\n6')
  const rows = await screen.shows('  6')
  t.equal(rows.at(-1), '  6')
  t.same(await screen.cursor(), { column: 3, row: rows.length - 1 })
})

t.test(
  '20x5: of a question that is too long its first rows are shown, and the caret',
  async (t) => {
    const { screen, input } = sit(20, 5)
    t.teardown(() => input.close())
    input.bar('default')
    const question = 'allow? y = once · n [why] = no · a = always (every edit in this folder): '
    void input.ask(question, new AbortController().signal)
    await screen.shows('allow?')
    screen.type('n, no')
    t.same(await screen.shows('n, no'), [
      'allow? y = once',
      '· n [why] = no',
      '· a = always (ever…',
      'n, no',
    ])
    t.same(await screen.cursor(), { column: 5, row: 3 })
  },
)

t.test(
  '20x5: a question has its short form, and the rows above it stay; 80x24: all of it',
  async (t) => {
    for (const [columns, rows, shown] of [
      [20, 5, ['› run rm -rf', '  build', 'allow? y · n · a:', 'n', 'default']],
      [
        80,
        24,
        [
          '› run rm -rf',
          '  build',
          'allow? y = once · n [why] = no · a = always (commands like: rm *):',
          'n',
          'default',
        ],
      ],
    ] as const) {
      const { screen, input } = sit(columns, rows)
      input.bar('default')
      input.print('› run rm -rf\n  build\n')
      const question = 'allow? y = once · n [why] = no · a = always (commands like: rm *): '
      const answer = input.ask(question, new AbortController().signal, 'allow? y · n · a: ')
      await screen.shows('allow?')
      screen.type('n')
      t.same(
        (await screen.shows(/:\nn/)).map((row) => row),
        shown,
      )
      screen.type('\r')
      t.equal(await answer, 'n')
      input.close()
    }
  },
)

t.test('a row is drawn in one write between the marks of synchronised output', async (t) => {
  const { screen, input } = sit(80, 24)
  t.teardown(() => input.close())
  void input.next('> ')
  const writes: string[] = []
  screen.output.on('data', (chunk: Buffer) => writes.push(chunk.toString()))
  input.panel('plan', ['one'])
  input.print('printed\n')
  input.bar('default')
  await screen.shows('default')
  t.equal(writes.length, 1, 'three changes are one write')
  t.ok(writes[0]?.startsWith('\x1b[?2026h') && writes[0].endsWith('\x1b[?2026l'))
})

t.test('what does not change is not written again; at rest nothing is', async (t) => {
  const { screen, input } = sit(80, 24)
  t.teardown(() => input.close())
  void input.next('> ')
  input.panel(
    'plan',
    Array.from({ length: 15 }, (_, at) => `row ${at} ${'x'.repeat(60)}`),
  )
  await screen.shows('row 14')
  const before = screen.written()
  screen.type('k')
  await screen.shows('> k')
  t.ok(screen.written() - before < 100, `${screen.written() - before} bytes for a key`)
  const rest = screen.written()
  await new Promise((done) => setTimeout(done, 60))
  t.equal(screen.written(), rest)
  input.bar(null)
  input.status(null)
  input.panel('stream', null)
  await new Promise((done) => setTimeout(done, 60))
  t.equal(screen.written(), rest, 'nor what is set again')
})

t.test(
  '10 MB that are printed reach the terminal once, and keys are drawn meanwhile',
  async (t) => {
    const { screen, input: first } = sit(80, 24)
    // Its editor is loaded, so a key of the next one is drawn at once.
    void first.next('> ')
    screen.type('loaded')
    await screen.shows('> loaded')
    first.close()
    // No terminal reads the flood: it would take most of the time, and bytes are counted.
    let written = 0
    let seenAt = 0
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    const keys = Object.assign(new PassThrough(), { setRawMode() {} })
    const output = Object.assign(
      new Writable({
        write(chunk: Buffer, _, done) {
          const isFlood = written < 100_000 && written + chunk.length >= 100_000
          if (isFlood) setImmediate(() => keys.write('key'))
          written += chunk.length
          if (seenAt === 0 && chunk.includes('> key')) seenAt = written
          if (chunk.includes('the end')) end()
          done()
        },
      }),
      { columns: 80, rows: 24 },
    )
    const input = openInput({ input: keys, output, terminal: true, form: 'rich' })
    t.teardown(() => input.close())
    void input.next('> ')
    input.print(`${'y'.repeat(99)}\n`.repeat(104_858))
    input.print('the end\n')
    await ended
    t.ok(seenAt > 0 && seenAt < 10_000_000, `the key was drawn after ${seenAt} bytes`)
    t.ok(written < 11_500_000, `${written} bytes in all`)
  },
)

t.test('an open last line is shown, and printed once it ends', async (t) => {
  const { screen, input } = sit(80, 24)
  t.teardown(() => input.close())
  void input.next('> ')
  input.print('half a ')
  t.same(await screen.shows('half'), ['half a ', '> '])
  input.print('line\nnext\n')
  t.same(await screen.shows('next'), ['half a line', 'next', '> '])
})

t.test('every way out restores the terminal', async (t) => {
  const ways = ['close', 'Ctrl+D', 'the input ends', 'the output breaks', 'exit', 'crash'] as const
  for (const way of ways) {
    const { screen, input } = sit(80, 24)
    const line = input.next('> ')
    input.panel('plan', ['a panel'])
    await screen.shows('a panel')
    t.ok(screen.isRaw() && screen.modes().has('2004'), way)
    if (way === 'close') input.close()
    else if (way === 'Ctrl+D') screen.type('\x04')
    else if (way === 'the input ends') screen.input.end()
    else if (way === 'exit' || way === 'crash') {
      // The newest listener is that of this terminal; the process itself goes on.
      const event = way === 'exit' ? 'exit' : 'uncaughtExceptionMonitor'
      // It comes while rows are drawn.
      screen.output.write('\x1b[?7l\x1b[?25l')
      process
        .listeners(event as 'exit')
        .at(-1)
        ?.call(process, 1)
      await screen.screen()
      t.notOk(screen.isRaw() || screen.modes().has('2004'), way)
      t.ok(screen.modes().has('7') && screen.modes().has('25'), `${way}: wrapping and the cursor`)
      input.close()
    } else screen.output.emit('error', Object.assign(new Error('EPIPE'), { code: 'EPIPE' }))
    t.equal(await line, null, way)
    t.notOk(screen.isRaw(), way)
    if (way === 'the output breaks') continue
    t.notOk(screen.modes().has('2004'), way)
    t.same(await screen.screen(), [], `${way}: nothing of the area is left`)
    t.ok(screen.modes().has('25'), 'the cursor is shown')
  }
})

t.test('after a stop the terminal is taken again, and the area is drawn again', async (t) => {
  const { screen, input } = sit(80, 24)
  t.teardown(() => input.close())
  void input.next('> ')
  screen.type('half')
  await screen.shows('> half')
  screen.output.write('\x1b[?2004l\x1b[2J\x1b[Hshell $ fg\r\n')
  await screen.screen()
  process.emit('SIGCONT', 'SIGCONT')
  t.same(await screen.shows('> half'), ['shell $ fg', '> half'])
  t.ok(screen.isRaw() && screen.modes().has('2004'))
})

t.test('what was typed ahead goes to the next input of the terminal', async (t) => {
  const { screen, input } = sit(80, 24)
  screen.type('sent\rhalf')
  await screen.shows('half')
  input.close()
  const { input: keys, output } = screen
  const next = openInput({ input: keys, output, terminal: true, form: 'rich' })
  t.teardown(() => next.close())
  await screen.shows('half')
  t.equal(await next.next('> '), 'sent')
})
