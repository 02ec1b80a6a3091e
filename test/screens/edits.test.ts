import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RecordedReply } from '#core'
import { type Ask, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

/** Two edits in two steps, then the tests. */
const EDITS = [
  act(
    ['read_file', { path: 'note.txt' }],
    ['patch_file', { path: 'note.txt', old_str: 'one', new_str: 'two' }],
  ),
  act(['write_file', { path: 'new.txt', content: 'new\n' }]),
  act(['run_command', { command: 'sh test.sh' }]),
]
/** A change with the test that it breaks. */
const TESTS = [
  act(
    ['read_file', { path: 'value.txt' }],
    ['read_file', { path: 'test.sh' }],
    ['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }],
    ['patch_file', { path: 'test.sh', old_str: 'grep -q one', new_str: 'grep -q two' }],
    ['run_command', { command: 'sh test.sh' }],
  ),
]

function reply({ body, step }: Ask): RecordedReply {
  if (body.includes('has to say'))
    return TESTS[step - 1] ?? say('value.txt says two now, and the test passes.')
  return EDITS[step - 1] ?? say('note.txt says two now, and new.txt is written.')
}

playFlows(t, [
  {
    name: 'undo_redo_accept',
    title:
      '/undo, /redo and /rewind N show what they would change and ask, /accept shows the tests',
    files: {
      'note.txt': 'one\n',
      'value.txt': 'one\n',
      'test.sh': 'set -e\ngrep -q one value.txt\necho pass\n',
    },
    env: { AIRCODER_TEST_COMMAND: 'sh test.sh' },
    args: ['--permission-mode', 'yolo'],
    replies: (ask) => streamed(reply(ask)),
    async play({ press, sees, picture, cwd }) {
      const note = () => readFileSync(join(cwd, 'note.txt'), 'utf8')
      const answers = async (command: string, answer: 'y' | 'n', end: string) => {
        await press(`${command}\r`)
        await sees('y = yes · n = no')
        await picture(`${command} asks, ${answer}`)
        await press(`${answer}\r`)
        await sees(end)
      }
      await press('change note.txt, and write new.txt\r')
      await sees('(done')
      await answers('/undo', 'n', 'Nothing was changed')
      t.ok(existsSync(join(cwd, 'new.txt')))
      await answers('/undo 2', 'y', 'deleted: new.txt')
      t.equal(note(), 'one\n')
      await picture('undone')
      await answers('/redo', 'y', 'made again: ')
      t.equal(note(), 'two\n')
      await answers('/rewind 1', 'y', 'deleted: new.txt')
      t.equal(note(), 'two\n')
      t.notOk(existsSync(join(cwd, 'new.txt')))
      await answers('/undo turn', 'y', 'put back: note.txt')
      t.equal(note(), 'one\n')
      await press('/undo\r')
      await sees('nothing to undo')
      await picture('nothing is left')
      await press('value.txt has to say two\r')
      await sees('(done')
      await picture('tests were changed')
      await answers('/accept', 'n', 'Nothing was accepted')
      await answers('/accept', 'y', 'The task is proven')
      await press('/accept\r')
      await sees('nothing to accept')
      await picture('accepted')
    },
  },
])
