import { join } from 'node:path'
import t from 'tap'
import { openProgram } from '../kit/program.js'

/** Nobody listens there, and the wait is longer than the test: a word must be judged before the server. */
const DEAD = ['--base-url', 'http://127.0.0.1:9/v1', '-m', 'fake', '--wait', '10m']

t.test('words are judged before the server is asked', async (t) => {
  const box = openProgram(t)
  for (const [words, exit, what] of [
    [['run', 'x', '-r', 'abc', ...DEAD], 2, /abc/],
    [['resume', ...DEAD], 2, /no interrupted task/],
    [['run', 'x', '--record', join(box.data, 'no', 'such', 'file'), ...DEAD], 2, /record/i],
    [['run', 'x', '--deny', '*.{pem,key', ...DEAD], 2, /matches no path/],
    [['run', 'x', '--deny', '..', ...DEAD], 2, /matches no path/],
    [['frobnicate', ...DEAD], 2, /has no command frobnicate\.[\s\S]*pass it to `aircoder run`/],
    [['-p', ' '], 2, /needs a prompt/],
    [['ledger', 'sql', 'DROP TABLE tasks'], 2, /it does not begin with SELECT/],
    [['ledger', 'sql', 'SELECT 1'], 0, /Nothing has run/],
    [['undo', '--task', 'abc'], 2, /abc/],
    [['accept', 'abc'], 2, /abc/],
  ] as [string[], number, RegExp][]) {
    const { code, stderr } = await box.run(words)
    t.equal(code, exit, `${words.join(' ')}: ${stderr}`)
    t.match(stderr, what, words.join(' '))
  }
})
