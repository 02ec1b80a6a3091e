import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { findMarked } from '../kit/marked_sleep.js'
import { playFlows } from '../kit/screens/play_flow.js'

const SLOW = 'echo begun; until [ -e go ]; do sleep 0.05; done; echo it is over; touch over'
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const there = async (path: string) => {
  while (!existsSync(path)) await pause(20)
}

/** Waits until the command has ended: its last words and its end may come in two reads. */
const gone = async (cwd: string) => {
  while (findMarked('touch over').some((pid) => folderOf(pid) === cwd)) await pause(20)
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

let open = () => {}

playFlows(t, [
  {
    name: 'background',
    title: 'commands in the background, /bug and pictures of the clipboard',
    args: ['--permission-mode', 'yolo'],
    env: { WAYLAND_DISPLAY: 'wayland-9' },
    async replies({ body }, number) {
      if (number === 1) return streamed(act(['run_command', { command: SLOW }]))
      if (number === 2) {
        await new Promise<void>((done) => {
          open = done
        })
      }
      if (number === 2) return streamed(act(['read_output', { id: 'c1' }]))
      return streamed(say(body.includes('clipboard-1.png') ? 'A dot.' : 'The command is over.'))
    },
    async play({ press, sees, picture, write, cwd, home, ended, endpoint }) {
      const paste = join(home, '../bin/wl-paste')
      writeFileSync(paste, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      await press('/background\r')
      await sees('No command runs')
      await press('run the slow command\r')
      await sees('running echo')
      await picture('runs')
      await press('\x02')
      await sees('in the background')
      await picture('moved')
      write('go', '')
      await there(join(cwd, 'over'))
      await gone(cwd)
      open()
      await sees('(done')
      await picture('its output')
      await press('!touch up; sleep 300\r')
      await there(join(cwd, 'up'))
      await press('/background\r')
      await sees('as c2')
      await picture('a shell line')
      await press('/bug it is slow, password=hunter22hunter22\r')
      await sees('pass it on')
      await picture('bug')
      const folder = join(home, '../data/projects')
      const [project = ''] = readdirSync(folder)
      const name = readdirSync(join(folder, project)).find((one) => one.startsWith('bug-')) ?? ''
      const report = readFileSync(join(folder, project, name), 'utf8')
      for (const part of ['it is slow', 'model fake', 'run_command', 'it is over'])
        t.match(report, part, `the report has ${part}`)
      t.notMatch(report, 'hunter22')
      await press('what is on \x16')
      await sees('no picture')
      await picture('no picture')
      writeFileSync(paste, `#!/bin/sh\nprintf ${PNG} | base64 -d\n`)
      await press('\x16')
      await sees('clipboard-1.png]')
      await picture('a picture')
      await press('?\r')
      await sees('A dot.')
      await picture('sent')
      t.match(endpoint.asks.at(-1)?.body, 'clipboard-1.png')
      await press('\x04')
      await ended()
      await picture('left')
    },
  },
])
