import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const DOWN = '\x1b[B'
const TWO = [
  { id: 'small', context_window: 8_192 },
  { id: 'large', context_window: 32_768 },
]
const GUARDED = { models: TWO, token: 'secret' }

/** Of the usual ports of this machine only that of aircoder-proxy answers, whatever listens there. */
function portsOf(baseUrl: string): string {
  return `import { Socket } from 'node:net'
const own = Socket.prototype.connect
Socket.prototype.connect = function (...args) {
  const [first] = args.flat()
  if ([11434, 8080, 8000, 1234].includes(Number(first?.port))) first.port = 9
  if (Number(first?.port) === 8765) first.port = ${new URL(baseUrl).port}
  return own.apply(this, args)
}
`
}

playFlows(t, [
  {
    name: 'init',
    title:
      'init asks for endpoint, token and model, three questions at most, and stores what answers',
    listed: GUARDED,
    replies: () => streamed(say('ready')),
    cold: 'always',
    env: { NODE_OPTIONS: '--import=../home/ports.mjs' },
    before: ({ home, baseUrl }) => writeFileSync(join(home, 'ports.mjs'), portsOf(baseUrl)),
    words: () => ['init'],
    async play({ press, sees, picture, restarts, ended, endpoint }) {
      await sees('another address')
      await picture('endpoint')
      await press('\r')
      await sees('Token for')
      await press('secret')
      await picture('token')
      await press('\r')
      await sees('Which model')
      await press(DOWN)
      await picture('model')
      await press('\r')
      await sees('first answer took')
      await ended()
      await picture('stored')
      await restarts('init')
      await sees('another address')
      await press(`${DOWN}\r`)
      await sees('Address of')
      await press('no address!\r')
      await sees('no name of a host')
      await picture('address')
      await press(`\x15${endpoint.baseUrl}\r`)
      await sees('Token for')
      await press('secret\r')
      await sees('first answer took')
      await ended()
      await picture('no fourth question')
    },
  },
  {
    name: 'login',
    cold: 'always',
    title: 'login refuses a wrong token and stores a right one',
    listed: GUARDED,
    words: ({ baseUrl }) => ['login', '--base-url', baseUrl],
    async play({ press, sees, picture, restarts, ended, endpoint }) {
      await sees('token for')
      await press('wrong\r')
      await ended()
      await picture('refused')
      await restarts('login', '--base-url', endpoint.baseUrl)
      await sees('token for')
      await press('secret\r')
      await ended()
      await picture('stored')
    },
  },
  {
    name: 'headless',
    title: '-p at a terminal prints the answer, or how it goes on, and asks nobody',
    files: { 'value.txt': 'one\n' },
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      act(['run_command', { command: 'touch made' }]),
      say('value.txt says **one**.'),
    ],
    words: ({ baseUrl }) => ['-p', 'what does value.txt say?', '--base-url', baseUrl, '-m', 'fake'],
    async play({ picture, restarts, ended, endpoint }) {
      await ended()
      await picture('answer')
      const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--max-steps', '1']
      await restarts('-p', 'and what else does it say?', ...at)
      await ended()
      await picture('step limit')
    },
  },
  {
    name: 'plain',
    title: 'a dumb terminal gets lines: a question, its answer, a list and the end',
    files: { 'value.txt': 'one\n' },
    env: { TERM: 'dumb' },
    replies: [
      act(['read_file', { path: 'value.txt' }]),
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }]),
    ],
    words: ({ baseUrl }) => ['--base-url', baseUrl, '-m', 'fake'],
    async play({ press, sees, picture, ended }) {
      await sees('/help')
      await press('change value.txt to two\r')
      await sees('allow?')
      await picture('asked')
      await press('y\r')
      await sees('(done')
      await press('/rewind\r')
      await sees('or nothing')
      await picture('list')
      await press('\r')
      await sees('>')
      await press('/exit\r')
      await ended()
      await picture('left')
    },
  },
  {
    name: 'trust',
    title: 'a project with settings that do more than restrict is trusted only after a y',
    files: {
      '.aircoder/config.json': '{ "permissionMode": "yolo", "testCommand": "npm test" }\n',
    },
    words: ({ baseUrl }) => ['--base-url', baseUrl, '-m', 'fake'],
    async play({ press, sees, picture, restarts, ended, endpoint }) {
      await sees('trust this folder')
      await picture('asked')
      await press('perhaps\r')
      await sees('trust this folder')
      await press('n\r')
      await sees('default')
      await picture('no')
      await press('\x04')
      await ended()
      await restarts('--base-url', endpoint.baseUrl, '-m', 'fake')
      await sees('trust this folder')
      await press('y\r')
      await sees('/help')
      await picture('yes')
    },
  },
])
