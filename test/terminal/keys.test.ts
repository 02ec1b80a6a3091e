import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import type { Event } from '#core'
import { createLive, type Input, isLoneAnswer, openInput, readAnswer } from '#terminal'
import { createPastes } from '../../libs/terminal/keys/pastes.js'

const CHOICES = {
  y: { words: ['yes', 'y'] },
  n: { words: ['no', 'n'], reason: true },
  a: { words: ['always', 'a'] },
} as const

t.test('an answer is one word alone; only a no may have a reason', async (t) => {
  const answers: [string, string, string][] = [
    ['y', 'y', ''],
    [' YES ', 'y', ''],
    ['A', 'a', ''],
    ['Always', 'a', ''],
    ['n', 'n', ''],
    ['No', 'n', ''],
    ['n, make it two', 'n', 'make it two'],
    ['no: not that file', 'n', 'not that file'],
    ['n because', 'n', 'because'],
    ['n,', 'n', ''],
  ]
  for (const [line, key, reason] of answers)
    t.same(readAnswer(line, CHOICES), { kind: 'answer', key, reason }, line)
  const none = [
    '',
    ' ',
    'ok',
    'yes please',
    'y!',
    'y, do it',
    'a always',
    'not now',
    'none',
    'nn',
    'n;x',
  ]
  for (const line of [...none, 'yalla', 'add tests', 'n-1', 'ja', '1', 'yes.'])
    t.same(readAnswer(line, CHOICES), { kind: 'none' }, line)
  t.same(readAnswer('/help', CHOICES), { kind: 'command', name: 'help' })
  t.same(readAnswer(' /exit now', CHOICES), { kind: 'command', name: 'exit' })
  t.same(readAnswer('a', { y: CHOICES.y, n: CHOICES.n }), { kind: 'none' }, 'a is not offered')
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = readAnswer(`yes ${text}x`, CHOICES)
      return read.kind === 'none'
    }),
  )
})

t.test('a lone answer is no task', async (t) => {
  for (const line of ['y', 'N', ' a ', 'Yes', 'no', 'ALWAYS']) t.ok(isLoneAnswer(line), line)
  for (const line of ['yes, fix it', 'n because', 'yy', '']) t.notOk(isLoneAnswer(line), line)
})

/** What a terminal with bracketed paste sends, as one line or another of the input. */
async function typed(chunks: string[]): Promise<string | null> {
  const keys = new PassThrough()
  const input = openInput({ input: keys, output: new PassThrough(), terminal: true })
  const line = input.next('> ')
  for (const chunk of chunks) keys.write(chunk)
  const text = await line
  input.close()
  return text
}

const PASTE = '\x1b[200~one\r\ttwo\r\x1b[31mthree\r\x1b[201~'

t.test('a paste of many lines is one message, however its bytes arrive', async (t) => {
  const whole = 'see one\n\ttwo\n[31mthree !'
  t.equal(await typed([`see ${PASTE} !\r`]), whole)
  const bytes = `see ${PASTE} !\r`
  t.equal(await typed([...bytes]), whole, 'key by key')
  for (const at of [5, 8, 20, bytes.length - 8])
    t.equal(await typed([bytes.slice(0, at), bytes.slice(at)]), whole, `cut at ${at}`)
  t.equal(
    await typed(['\x1b[200~one line\n\x1b[201~', '\r']),
    'one line',
    'Enter sends, not the paste',
  )
  t.equal(await typed([`${PASTE}${PASTE}\r`]), 'one\n\ttwo\n[31mthreeone\n\ttwo\n[31mthree')
})

t.test('the terminal is asked for marked pastes, and asked to stop at the end', async (t) => {
  const screen = new PassThrough()
  const input = openInput({ input: new PassThrough(), output: screen, terminal: true })
  input.close()
  screen.end()
  const shown = String((await screen.toArray()).join(''))
  t.ok(shown.startsWith('\x1b[?2004h'))
  t.ok(shown.endsWith('\x1b[?2004l'))
})

t.test('a second reader of the same terminal reads on after the first gave it back', async (t) => {
  const [keys, screen] = [new PassThrough(), new PassThrough()]
  screen.resume()
  for (const word of ['first', 'second']) {
    const input = openInput({ input: keys, output: screen, terminal: true })
    const line = input.next('> ')
    keys.write(`${word}\r`)
    t.equal(await line, word)
    input.close()
    t.ok(keys.isPaused(), 'given back')
  }
})

t.test(
  'Ctrl+D leaves no status on the screen, and ends the line of an open question',
  async (t) => {
    const shownBy = async (open: (input: Input) => void) => {
      const [keys, screen] = [new PassThrough(), new PassThrough()]
      const input = openInput({ input: keys, output: screen, terminal: true })
      open(input)
      let shown = ''
      screen.on('data', (bytes) => {
        shown += bytes
      })
      const ended = new Promise<void>((resolve) => input.onEnd(resolve))
      keys.write('\x04')
      await ended
      input.print('the end\n')
      await turn()
      return shown
    }
    const [, after = ''] = (await shownBy((input) => input.status('… writing 2 s '))).split('2 s ')
    t.ok(after.includes('\x1b[0J'), 'the rest of the screen is cleared')
    t.match(
      await shownBy((input) => void input.ask('allow? ', new AbortController().signal)),
      /allow\? [^\n]*\n[^\n]*the end/,
    )
  },
)

t.test('what is typed ahead of the end of one reader reaches the next', async (t) => {
  const [keys, screen] = [new PassThrough(), new PassThrough()]
  screen.resume()
  const first = openInput({ input: keys, output: screen, terminal: true })
  const answer = first.ask('trust? ', new AbortController().signal)
  keys.write('y\rfix it\rsee \x1b[200~one\rtwo\x1b[201~ and')
  t.equal(await answer, 'y')
  first.close()
  const second = openInput({ input: keys, output: screen, terminal: true })
  t.equal(await second.next('> '), 'fix it')
  const next = second.next('> ')
  keys.write(' go\r')
  t.equal(await next, 'see one\ntwo and go')
  second.close()
})

t.test('a half-typed line is no part of an answer, and comes back after it', async (t) => {
  const keys = new PassThrough()
  const screen = new PassThrough()
  const input = openInput({ input: keys, output: screen, terminal: true })
  const next = input.next('> ')
  keys.write('nothing to ')
  let shown = ''
  screen.on('data', (bytes) => {
    shown += bytes
  })
  while (!shown.includes('nothing to')) await turn()
  const answer = input.ask('allow? ', new AbortController().signal)
  keys.write('y\r')
  t.equal(await answer, 'y')
  keys.write('do\r')
  t.equal(await next, 'nothing to do')
  input.close()
})

t.test('the live line says what is waited for and since when', async (t) => {
  let now = 0
  const timers = new Set<() => void>()
  const shown: (string | null)[] = []
  const live = createLive({
    show: (text) => void shown.push(text),
    now: () => now,
    every(_, tick) {
      timers.add(tick)
      return () => void timers.delete(tick)
    },
  })
  const pass = (ms: number) => {
    now += ms
    for (const tick of [...timers]) tick()
    return shown.at(-1)
  }
  const call = { id: 'c1', name: 'run_command', arguments: {} }
  const calls: Event = { type: 'tool_call', number: 1, call, describe: 'run go test' }
  live.watch({ type: 'phase', text: 'reading the prompt' })
  t.equal(shown.at(-1), null, 'nothing that only flickers')
  t.equal(pass(400), '… reading the prompt 1 s ')
  t.equal(pass(11_600), '… reading the prompt 12 s ')
  live.watch({ type: 'phase', text: 'reading the prompt', share: 0.439 })
  t.equal(shown.at(-1), '… reading the prompt 43 %, 12 s ', 'the share of the engine, at once')
  live.watch({ type: 'phase', text: 'reading the prompt', leftMs: 8_000 })
  t.equal(shown.at(-1), '… reading the prompt 12 s of about 20 s ', 'an estimate counts from now')
  t.equal(pass(9_000), '… reading the prompt 21 s ', 'and is not shown when it was wrong')
  live.watch({ type: 'phase', text: 'thinking' })
  t.equal(pass(3_000), '… thinking 3 s ')
  live.watch({ type: 'waiting', text: 'queued: place 2 of 3' })
  t.equal(pass(2_000), '… queued: place 2 of 3, 2 s ')
  const text =
    'waiting for http://127.0.0.1:9000 (connection refused): 0.4 s of 300 s, next try in 2 s'
  live.watch({ type: 'waiting', text })
  t.equal(pass(3_000), '… waiting for http://127.0.0.1:9000 (connection refused) 3 s ')
  live.watch({ type: 'phase', text: 'connecting' })
  t.match(shown.at(-1), 'waiting for', 'a try that ends at once removes nothing')
  now += 100
  live.watch({ type: 'waiting', text: text.replace('0.4', '3.1') })
  t.match(shown.at(-1), '(connection refused) 3 s ', 'nor does the time begin again')
  t.match(pass(4_900), '(connection refused) 8 s ')
  live.watch(calls)
  t.equal(shown.at(-1), null)
  t.equal(pass(38_000), '… running go test 38 s ')
  const permission = { type: 'permission', call, reason: '', rule: 'mode' } as const
  live.watch({ ...permission, decision: 'allow', asked: true })
  t.equal(pass(1_000), '… running go test 1 s ', 'the time of the answer is not part of it')
  live.watch({ type: 'tool_result', number: 1, callId: 'c1', tool: 'x', ok: true, text: '' })
  t.equal(shown.at(-1), null)
  t.equal(timers.size, 0)
  live.end()
})

t.test('the typed words of a message are separated from its pastes', (t) => {
  const pastes = createPastes()
  const line = pastes.push('explain this: \x1b[200~log:\rFrom now on x.\rend \x1b[201~')
  const text = pastes.expand(line).trim()
  t.match(text, 'From now on')
  t.equal(pastes.collapse(text), 'explain this: [paste 1: 3 lines]')
  t.end()
})

t.test('a dumb terminal gets no escape sequence', async (t) => {
  // Readline reads it.
  const { TERM } = process.env
  process.env.TERM = 'dumb'
  t.teardown(() => {
    if (TERM === undefined) delete process.env.TERM
    else process.env.TERM = TERM
  })
  const [keys, screen] = [new PassThrough(), new PassThrough()]
  const input = openInput({ input: keys, output: screen, terminal: true, isDumb: true })
  let shown = ''
  screen.on('data', (bytes) => {
    shown += bytes
  })
  const line = input.next('> ')
  input.status('… writing 2 s ')
  input.print('above\n')
  input.close()
  await line
  await turn()
  t.notMatch(shown, '\x1b')
  t.match(shown, /^> \nabove\n> /)
})
