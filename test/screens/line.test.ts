import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`

playFlows(t, [
  {
    name: 'typing',
    title: 'several lines, wide signs, undo and the keys',
    async play({ press, sees, picture }) {
      await press('first row')
      await sees('first row')
      await press('\nsecond row, which is longer than twenty columns')
      await picture('two rows')
      await press('\x01안녕 中文 👩‍👩‍👧 é ')
      await picture('wide signs')
      await press('\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D')
      await picture('caret before the family')
      await press('\x1f')
      await picture('undone')
      await press('\x03?')
      await picture('keys')
      await press('?')
      await picture('keys are gone')
      await press('\x03')
      await picture('once')
    },
  },
  {
    name: 'history',
    title: 'Up, Ctrl+R and a history of an earlier session',
    replies: [say('It is so.'), say('It is not.')],
    async play({ press, sees, picture }) {
      await press('is it so, and why is that the case?\r')
      await sees('(done')
      await press('!echo 中文\r')
      await sees('exit code 0')
      await press('half')
      await picture('half typed')
      await press('\x1b[A')
      await picture('up')
      await press('\x1b[A')
      await picture('up again')
      await press('\x1b[B\x1b[B')
      await picture('down to the draft')
      await press('\x12')
      await picture('search')
      await press('why')
      await picture('search why')
      await press('\r')
      await picture('taken')
      await press('\x03\x12zzz')
      await picture('search finds nothing')
      await press('\x1b')
      await picture('left')
    },
  },
  {
    name: 'completion',
    title: 'Tab completes commands and files',
    files: {
      'src/deep file.ts': '',
      'src/price.js': '',
      'src/a_very_long_name_of_a_file_that_does_not_fit.js': '',
      '文件.txt': '',
    },
    async play({ press, sees, picture }) {
      await press('/me')
      await sees('/memory')
      await picture('commands')
      await press('\t')
      await picture('command')
      await press('\x03/')
      await sees('→')
      await picture('all commands')
      await press('\x1b[B\x1b[B')
      await picture('moved')
      await press('\x1b')
      await picture('closed')
      await press('\x03see @src')
      await sees('→')
      await picture('files')
      await press('\t')
      await picture('file')
      await press(' @deep')
      await sees('→')
      await press('\t')
      await picture('a name with a space')
      await press('\x03@文')
      await sees('→')
      await picture('a wide name')
    },
  },
  {
    name: 'pastes',
    title: 'pastes and pictures are marks',
    replies: [say('I see.')],
    async play({ press, sees, picture, cwd }) {
      const shot = join(cwd, 'my shot.png')
      writeFileSync(shot, '')
      await press(`see ${paste('one\ntwo\nthree')} and `)
      await picture('paste')
      await press(paste(shot))
      await picture('image')
      await press('\x7f\x7f')
      await picture('image deleted')
      await press(paste('\x1b[31mred\x07 中文\u202e'))
      await picture('control bytes')
      await press(paste('x'.repeat(1_000_001)))
      await sees('1000001')
      await picture('a megabyte')
      await press('\x03')
      await press(`what is this: ${paste('one\ntwo')}\r`)
      await sees('(done')
      await picture('sent')
    },
  },
  {
    name: 'shell_line',
    title: 'a shell line, a denied one, one without output',
    files: { '.env': 'KEY=1\n' },
    async play({ press, sees, picture }) {
      await press('!printf "a\\033[31mb\\tc\\n"; seq 1 60; false\r')
      await sees('exit code 1')
      await picture('output')
      await press('!cat .env\r')
      await sees('denied')
      await picture('denied')
      await press('!true\r')
      await sees('exit code 0')
      await picture('silent')
      await press('!sleep 60\r')
      await picture('runs')
      await press('\x1b')
      await sees('stopped')
      await picture('stopped')
    },
  },
  {
    name: 'rule_line',
    title: '# saves a rule, /memory lists it',
    async play({ press, sees, picture }) {
      await press('# always write the tests in src/tests\r')
      await sees('save it?')
      await picture('asked')
      await press('p\r')
      await picture('saved')
      await press('/memory\r')
      await picture('listed')
      await press('# never use tabs\r')
      await picture('asked again')
      await press('\x1b')
      await picture('left')
    },
  },
  {
    name: 'editor',
    title: 'Ctrl+G edits the line in $EDITOR, and an editor that fails says so',
    replies: [say('Done so.')],
    env: { EDITOR: './ed.sh' },
    before({ cwd }) {
      writeFileSync(join(cwd, 'ed.sh'), '#!/bin/sh\nsh ./edit.sh "$1"\n', { mode: 0o755 })
      writeFileSync(join(cwd, 'edit.sh'), 'printf " and\\nmore" >> "$1"\n')
    },
    async play({ press, picture, write }) {
      await press('one line')
      await picture('typed')
      await press('\x07')
      await picture('edited')
      write('edit.sh', 'echo the editor writes; exit 3\n')
      await press('\x07')
      await picture('failed')
    },
  },
])
