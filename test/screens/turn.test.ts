import t from 'tap'
import { type Act, chunk, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const ESC = '\x1b[27u'
const PLAN = act(['todo_write', { items: ['[x] find value.txt', '[ ] read it'] }])
const comes = (text: string): Act => ({ body: [text], end: 'hang' })
const ESCAPES = 'red \x1b[31mtext\x1b[0m, \x1b[2J\x1b[H, a title \x1b]0;evil\x07 and \u202egnp.exe'
const ODD = 'od\x1b[2Jd\tname.txt'

playFlows(t, [
  {
    name: 'escapes',
    title: 'escape sequences of a model, of a file name and of a command are shown, not obeyed',
    files: { 'value.txt': 'one\n', [ODD]: 'x\n' },
    args: ['--permission-mode', 'yolo'],
    replies: [
      act(['list_dir', { path: '.' }]),
      act(['run_command', { command: "printf 'a\\033[2Jb\\rc\\007\\n'; ls" }]),
      act(['read_file', { path: ODD }]),
      say(ESCAPES),
    ],
    async play({ press, sees, picture }) {
      await press('what is here?\r')
      await sees('gnp.exe')
      await sees('(done')
      await picture('answer')
      await press('\x0f')
      await sees('└')
      await picture('last result')
      await press('\x0f')
      await sees('└')
      await picture('result before')
    },
  },
  {
    name: 'markdown',
    title: 'an answer with headings, a list, code, a table and wide signs',
    files: { 'value.txt': 'one\n' },
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      say(
        [
          '# What it says',
          '',
          'The file says **one**, see `value.txt`; 中文 and 안녕 and 👩‍👩‍👧 are wide.',
          '',
          '1. first, with words that are broken into rows where there is no room',
          '2. second',
          '   - nested',
          '',
          '```js',
          'const value = read("value.txt") // a comment that is long enough to be broken',
          '```',
          '',
          '| name | value | what it means |',
          '|---|--:|---|',
          '| one | 1 | the first of all numbers |',
          '| 二 | 22 | 中文 |',
          '',
          '> quoted words',
          '',
          '[a link](https://example.org/a/very/long/path/that/does/not/fit)',
        ].join('\n'),
      ),
    ],
    async play({ press, sees, picture, resize }) {
      await press('what does value.txt say?\r')
      await sees('(done')
      await picture('answer')
      await resize(50, 12)
      await picture('resized')
    },
  },
  {
    name: 'waits',
    title:
      'a place in the queue, a prompt that is read, thinking on demand, and the plan of Ctrl+T',
    files: { 'value.txt': 'one\n' },
    replies(_, number) {
      if (number === 1) return comes(': aircoder queue position=3 of=7 eta_s=25 reason=loading\n\n')
      if (number === 2) return comes(': aircoder phase=prefill read=1200 of=4800\n\n')
      if (number === 3) return streamed({ ...PLAN, reasoning: 'The person wants a plan first.' })
      return comes(chunk({ reasoning_content: 'Now I read **value.txt**, then' }))
    },
    async play({ press, sees, picture, screen }) {
      await press('what does value.txt say?\r')
      await sees('place 3')
      await screen.shows(/ [1-9]\d? %/)
      await picture('in the queue')
      await press(ESC)
      await sees('goes on from here')
      await press('/thinking\r')
      await press('and now?\r')
      await sees('reading the prom')
      await picture('reading')
      await press(ESC)
      await sees('goes on from here')
      await press('read it in steps\r')
      await sees('then')
      await picture('thinking')
      await press('\x14')
      await picture('plan')
      await press('\x14')
      await picture('plan is gone')
      await press('/plan\r')
      await sees('read it')
      await picture('plan as lines')
      await press('/thinking\r')
      await sees('hidden')
      await picture('hidden')
    },
  },
  {
    name: 'queue',
    title: 'lines that are typed while a command runs: queued, taken back, refused, delivered',
    files: { 'value.txt': 'one\n' },
    args: ['--permission-mode', 'yolo'],
    replies: [
      act(['run_command', { command: 'until [ -e go ]; do sleep 0.05; done' }]),
      say('value.txt has one word.'),
      say('There is one file.'),
    ],
    async play({ press, sees, picture, write }) {
      await press('how many words are in value.txt?\r')
      await sees('› run until')
      await press('and say it in one sentence, please\r')
      await sees('queued')
      await press('how many files are there?\x1b\r')
      await picture('queued')
      await press('\x1b[1;3A')
      await picture('taken back')
      await press('\x1b\r')
      await press('/clear\r')
      await sees('not available')
      await press('/mode\r')
      await picture('refused')
      write('go', '')
      await sees('(done')
      await picture('ended')
    },
  },
])
