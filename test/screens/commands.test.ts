import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const ESC = '\x1b[27u'
const edit = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
const read = act(['read_file', { path: 'value.txt' }])
const end = act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }])
playFlows(t, [
  {
    name: 'own_commands',
    title: 'a command of the project, /init, /editor and /doctor',
    files: {
      '.aircoder/commands/review.md':
        '---\ndescription: look at a file\nargument_hint: FILE\n---\nWhat does $1 say?\n',
    },
    words: ({ baseUrl }) => ['--base-url', baseUrl, '-m', 'fake'],
    env: { EDITOR: 'printf " and more" >>' },
    replies: ({ body }) =>
      streamed(say(body.includes('Write the file AGENTS.md') ? 'I would.' : 'It says one.')),
    async play({ press, sees, picture, endpoint }) {
      await sees('trust this folder')
      await press('y\r')
      await sees('/help')
      await press('/help review\r')
      await sees('look at a file')
      await picture('help of a command of the project')
      await press('/review value.txt\r')
      await sees('(done')
      await picture('ran')
      t.match(endpoint.asks.at(-1)?.body, 'What does value.txt say?')
      await press('/init short lines\r')
      await sees('goes on from here')
      await picture('init')
      t.match(endpoint.asks.at(-1)?.body, 'Also: short lines')
      await press('/editor some words\r')
      await sees('some words and more')
      await picture('edited')
      await press('\x15/doctor\r')
      for (const row of ['ok model fake', 'ok window 32,768 tokens (reported)', 'ok disk'])
        await sees(row)
    },
  },
  {
    name: 'commit',
    title: '/commit names what it commits and asks',
    files: { 'value.txt': 'one\n', 'other.txt': 'mine\n' },
    args: ['--permission-mode', 'acceptEdits'],
    before({ cwd }) {
      const git = (...words: string[]) => execFileSync('git', words, { cwd })
      git('init', '-q', '-b', 'main')
      for (const [key, value] of [
        ['user.name', 'A'],
        ['user.email', 'a@b.invalid'],
      ] as const)
        git('config', key, value)
      git('add', '.')
      git('commit', '-qm', 'start')
    },
    replies: [read, edit, end],
    async play({ press, sees, picture, write, cwd }) {
      await press('change value.txt to two\r')
      await sees('(done')
      write('other.txt', 'mine, changed\n')
      await press('/commit say two\r')
      await sees('commit?')
      await picture('asked')
      await press('n\r')
      await sees('Nothing was committed')
      // Ctrl+C ends a hook that takes long, and git removes its lock.
      const hook = join(cwd, '.git', 'hooks', 'pre-commit')
      writeFileSync(hook, '#!/bin/sh\necho begun >../hooked; sleep 300\n', { mode: 0o755 })
      await press('/commit say two\r')
      await sees('commit?')
      await press('y\r')
      const begun = join(cwd, '..', 'hooked')
      while (!existsSync(begun)) await new Promise((done) => setTimeout(done, 20))
      await press('\x03')
      await sees('committed: interrupted')
      t.notOk(existsSync(join(cwd, '.git', 'index.lock')))
      for (const path of [hook, begun]) rmSync(path)
      await press('/commit say two\r')
      await sees('commit?')
      await press('y\r')
      await sees('Committed')
      const shown = execFileSync('git', ['log', '-1', '--format=%s', '--name-only'], { cwd })
      t.equal(`${shown}`, 'say two\n\nvalue.txt\n')
    },
  },
  {
    name: 'rewind_parts',
    title: '/rewind takes back the code alone, then the conversation alone',
    files: { 'value.txt': 'one\n' },
    args: ['--permission-mode', 'acceptEdits'],
    replies: [read, edit, end],
    async play({ press, sees, picture }) {
      await press('change value.txt to two\r')
      await sees('(done')
      await press(ESC + ESC)
      await sees('Go back to')
      await press('\r')
      await sees('c = code')
      await press('c\r')
      await sees('go back?')
      await picture('code')
      await press('y\r')
      await sees('put back')
      await picture('code is back')
      await press(ESC + ESC)
      await sees('Go back to')
      await press('\r')
      await sees('t = conversation')
      await picture('only the conversation is left')
      await press('t\r')
      await sees('go back?')
      await picture('conversation')
      await press('y\r')
      await sees('left the conversation')
      await picture('conversation is back')
    },
  },
])
