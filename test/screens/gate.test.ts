import t from 'tap'
import { act } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const FILES = {
  'src/price.js': [
    'export function price(item, count) {',
    '  const sum = item.price + count',
    '  return Math.round(sum * 100) / 100',
    '}',
    '',
  ].join('\n'),
}
const read = act(['read_file', { path: 'src/price.js' }])
const edit = act([
  'patch_file',
  { path: 'src/price.js', old_str: 'item.price + count', new_str: 'item.price * count' },
])
const end = act(['resolve', { cites: ['e1'], summary: 'src/price.js multiplies by the count now' }])
const TASK = 'multiply by the count in src/price.js\r'

playFlows(t, [
  {
    name: 'gate_yes',
    title: 'an edit is shown with its marked words, allowed, and listed by /permissions and /why',
    files: FILES,
    replies: [read, edit, end],
    async play({ press, sees, picture }) {
      await press(TASK)
      await sees('allow?')
      await picture('asked')
      await press('maybe\r')
      await picture('no answer')
      await press('y\r')
      await sees('· unproven)')
      await picture('done')
      await press('/permissions\r')
      await picture('permissions')
      await press('/why src/price.js:2\r')
      await picture('why')
      await press('/diff\r')
      await picture('diff')
    },
  },
  {
    name: 'gate_no',
    title: 'an edit is refused with a reason, and the next one is interrupted with Esc',
    files: FILES,
    replies: [read, edit, edit, edit],
    async play({ press, sees, picture }) {
      await press(TASK)
      await sees('allow?')
      await press('n, not this file\r')
      await sees('denied')
      await picture('asked again')
      await press('\x1b')
      await sees('goes on from here')
      await picture('interrupted')
    },
  },
  {
    name: 'gate_command',
    title: 'a command is allowed for the session, and the same kind is not asked again',
    files: { 'a.txt': 'one\n' },
    replies: [
      act(['run_command', { command: 'touch made1' }]),
      act(['run_command', { command: 'touch made2' }]),
      act(['resolve', { cites: ['e1', 'e2'], summary: 'made1 and made2 are there' }]),
    ],
    async play({ press, sees, picture }) {
      await press('create the empty files made1 and made2\r')
      await sees('allow?')
      await picture('asked')
      await press('\x1b[Z')
      await picture('another mode')
      await press('a\r')
      await sees('made2 ✓')
      await sees('(done')
      await picture('second')
    },
  },
])
