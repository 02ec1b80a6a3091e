import t from 'tap'
import { act, say } from '../kit/loop.js'
import { type Flow, playFlows } from '../kit/screens/play_flow.js'

/** Commands that print, before a message and after one. */
const COMMANDS = [
  '/context',
  '/permissions',
  '/why',
  '/ledger',
  '/cost',
  '/egress',
  '/diff',
  '/undo',
  '/mode',
  '/memory',
  '/theme',
]

/** More of them, in one picture. */
const MORE = [
  '/plan',
  '/redo',
  '/rewind 9',
  '/accept',
  '/explore',
  '/skills',
  '/sessions zebra',
  '/copy',
  '/compact',
  '/resume',
]

const play: Flow['play'] = async ({ press, sees, picture }) => {
  for (const command of COMMANDS) {
    await press(`${command}\r`)
    await sees(command)
    await picture(command)
  }
  for (const command of MORE) {
    await press(`${command}\r`)
    await sees(command)
  }
  await picture('more')
}

playFlows(t, [
  {
    name: 'look_before',
    title: 'the commands that print say what there is before the first message',
    play,
  },
  {
    name: 'look_after',
    title: 'the commands that print, after a message',
    files: { 'value.txt': 'one\n' },
    replies: [say('It is a project with one file.')],
    async play(player) {
      await player.press('what is this project?\r')
      await player.sees('(done')
      await player.picture('answer')
      await play(player)
      await player.press('/export out.md\r')
      await player.sees('Exported to')
      await player.press('/export out.md\r')
      await player.sees('replace it?')
      await player.press('n\r')
      await player.sees('Nothing was written')
      await player.picture('exported')
    },
  },
  {
    name: 'colours',
    title: 'the colours of the themes, in an answer and its diff',
    files: { 'value.txt': 'one word\n' },
    env: { NO_COLOR: '', TERM: 'xterm-256color' },
    args: ['--permission-mode', 'acceptEdits'],
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      say('It **is** `done`:\n\n```js\nconst value = "two" // a comment\n```'),
    ],
    async play({ press, sees, picture }) {
      for (const name of ['light', 'dark']) {
        await press(`/theme ${name}\r`)
        await sees(`theme ${name}`)
        if (name === 'light') {
          await press('change value.txt\r')
          await sees('(done')
        }
        await press('/diff\r')
        await sees('+two')
        await picture(name, 'colours')
      }
    },
  },
  {
    name: 'unknown',
    title: 'a command that does not exist, lines that start nothing, and help about one',
    async play({ press, sees, picture }) {
      await press('/modle\r')
      await sees('Did you')
      await press('/zzz\r')
      await sees('lists the')
      await press('y\r')
      await sees('> y')
      await press('/mcp\r')
      await sees('no /mcp')
      await picture('unknown')
      await press('/help rewind\r')
      await sees('while a turn')
      await picture('help of one')
    },
  },
  {
    name: 'help',
    title: '/help lists the commands and keys',
    async play({ press, sees, picture }) {
      await press('/help\r')
      await sees('twice quits')
      await picture('help', 'screen')
    },
  },
  {
    name: 'chinese',
    title: 'a session in Chinese',
    env: { AIRCODER_LANGUAGE: 'zh' },
    replies: [say('它是一个项目。')],
    async play({ press, sees, picture }) {
      await picture('start')
      await press('这是什么项目?\r')
      await sees('(完成')
      await picture('answer')
      await press('/help\r')
      await sees('/help')
      await picture('help', 'screen')
      await press('\x03')
      await picture('once')
    },
  },
])
