import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const read = act(['read_file', { path: 'value.txt' }])
const edit = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const end = act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }])
const ESC = '\x1b[27u'
const DOWN = '\x1b[B'

playFlows(t, [
  {
    name: 'rewind',
    title: 'Esc Esc goes back to before a message, with its files',
    files: { 'value.txt': 'one\n' },
    args: ['--permission-mode', 'acceptEdits'],
    replies: [read, edit, end],
    async play({ press, sees, picture }) {
      await press(ESC + ESC)
      await sees('back to yet')
      await picture('nothing to go back to')
      await press('change value.txt to two\r')
      await sees('(done')
      await press(ESC + ESC)
      await sees('Go back to')
      await picture('list')
      await press('\r')
      await sees('c = code')
      await picture('what')
      await press('b\r')
      await sees('go back?')
      await picture('asked')
      await press('y\r')
      await sees('left the conversation')
      await picture('gone back')
    },
  },
  {
    name: 'resume',
    title: '/resume shows the sessions with a preview, and goes on with the chosen one',
    files: { 'value.txt': 'one\n' },
    replies: ({ body }) =>
      answer(body.includes('second question') ? 'The second answer.' : 'The first one.'),
    async play({ press, sees, picture }) {
      await press('is this the first question?\r')
      await sees('(done')
      await press('/clear\r')
      await press('is this the second question, which is longer?\r')
      await sees('(done')
      await press('/sessions\r')
      await sees('task')
      await picture('sessions')
      await press('/resume\r')
      await sees('Continue')
      await picture('list')
      await press('first')
      await picture('filtered')
      await press('nothing')
      await picture('nothing matches')
      await press(`\x15${DOWN}`)
      await picture('second')
      await press('\r')
      await sees('continuing')
      await picture('continued')
    },
  },
  {
    name: 'fork_rename',
    title: '/fork and /rename say where the person is',
    replies: [say('It is one.')],
    async play({ press, sees, picture }) {
      await press('/fork\r')
      await sees('copy yet')
      await press('how many are there?\r')
      await sees('(done')
      await press('/rename a better name\r')
      await sees('better name')
      await picture('renamed')
      await press('/fork the other way\r')
      await sees('copy')
      await picture('forked')
    },
  },
])

function answer(text: string) {
  return streamed(say(text))
}
