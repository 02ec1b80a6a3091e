import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { openInput, readLines } from '#terminal'

function open() {
  const keys = new PassThrough()
  const screen = new PassThrough()
  let shown = ''
  screen.on('data', (chunk) => {
    shown += chunk
  })
  const input = openInput({ input: keys, output: screen, terminal: false })
  return { keys, input, shown: () => shown }
}

const never = new AbortController().signal

t.test('on a narrow terminal the plain form ends its rows between words', async (t) => {
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const screen = Object.assign(new PassThrough(), { columns: 20, rows: 5 })
  let shown = ''
  screen.on('data', (chunk) => {
    shown += chunk
  })
  const input = openInput({ input: keys, output: screen, terminal: true, isDumb: true })
  input.print('sandbox: none: the settings turn it off.\n')
  const answer = input.ask('allow? y = once, n = no, a = always, then Enter: ', never)
  keys.write('y\r')
  t.equal(await answer, 'y')
  input.close()
  t.match(shown, 'sandbox: none: the\nsettings turn it\noff.\n')
  t.match(shown.replaceAll('\r', ''), 'allow? y = once,\nn = no, a = always,\nthen Enter: ')
})

t.test('lines answer the prompts in order; early ones are queued', async (t) => {
  const { keys, input, shown } = open()
  const first = input.next('> ')
  keys.write('one\ntwo\nthree\n')
  t.equal(await first, 'one')
  await turn()
  t.equal(await input.next('> '), 'two')
  t.same(input.takeQueued(), ['three'])
  t.same(input.takeQueued(), [])
  t.match(shown(), /> /)
  input.close()
})

t.test('blank lines are no message', async (t) => {
  const { keys, input } = open()
  keys.write('\n   \nword\n')
  await turn()
  t.same(input.takeQueued(), ['word'])
  input.close()
})

t.test('row 274: a question is answered ahead of the prompt and of what is queued', async (t) => {
  const { keys, input, shown } = open()
  const order: string[] = []
  const prompt = input.next('> ').then((line) => order.push(`prompt ${line}`))
  const question = input.ask('allow? ', never).then((line) => order.push(`question ${line}`))
  keys.write('y\nnext task\n')
  await Promise.all([prompt, question])
  t.same(order, ['question y', 'prompt next task'])
  t.match(shown(), /allow\? [\s\S]*> /)
  keys.write('typed before\n')
  await turn()
  const later = input.ask('allow? ', never)
  keys.write('n, because\n')
  t.equal(await later, 'n, because', 'a queued line is no answer')
  t.same(input.takeQueued(), ['typed before'])
  input.close()
})

t.test(
  'a question ends unanswered when the signal aborts; the next line is not eaten',
  async (t) => {
    const { keys, input } = open()
    const abort = new AbortController()
    const question = input.ask('allow? ', abort.signal)
    abort.abort()
    t.equal(await question, null)
    t.equal(await input.ask('again? ', abort.signal), null)
    const prompt = input.next('> ')
    keys.write('hello\n')
    t.equal(await prompt, 'hello')
    input.close()
  },
)

t.test('the end of the input ends everything that waits', async (t) => {
  const { keys, input } = open()
  const question = input.ask('allow? ', never)
  const prompt = input.next('> ')
  keys.end('half a line')
  t.equal(await question, 'half a line')
  t.equal(await prompt, null)
  t.equal(await input.next('> '), null)
  t.equal(await input.ask('? ', never), null)
})

t.test('lines of a stream: any ending, one at a time', async (t) => {
  const stream = new PassThrough()
  const seen: string[] = []
  const reading = (async () => {
    for await (const line of readLines(stream)) {
      seen.push(line)
      stream.emit(`saw ${seen.length}`)
    }
  })()
  const first = once(stream, 'saw 1')
  stream.write('one\r\ntw')
  await first
  t.same(seen, ['one'])
  stream.end('o\n\nlast')
  await reading
  t.same(seen, ['one', 'two', '', 'last'])
})
