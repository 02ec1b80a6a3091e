import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readClipboard } from '../../apps/cli/session/keys/read_clipboard.js'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A program of that name which prints this. */
function install(box: Program, name: string, script: string): string {
  const bin = join(box.home, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return bin
}

t.test('each way to read the clipboard gives the bytes of the picture', async (t) => {
  const box = openProgram(t, {})
  const hex = Buffer.from(PNG, 'base64').toString('hex').toUpperCase()
  const bin = install(box, 'wl-paste', `printf ${PNG} | base64 -d`)
  install(box, 'xclip', `printf ${PNG} | base64 -d`)
  install(box, 'osascript', `echo '«data PNGf${hex}»'`)
  install(box, 'powershell.exe', `echo ${PNG}`)
  const PATH = `${bin}:/usr/bin:/bin`
  for (const [env, platform] of [
    [{ WAYLAND_DISPLAY: 'w' }, 'linux'],
    [{ DISPLAY: ':0' }, 'linux'],
    [{}, 'darwin'],
    [{ WSL_DISTRO_NAME: 'u' }, 'linux'],
  ] as const) {
    const read = await readClipboard({ PATH, ...env }, platform)
    t.ok(Buffer.isBuffer(read), JSON.stringify(env))
    t.equal(Buffer.isBuffer(read) && read.toString('base64'), PNG)
  }
  t.equal(await readClipboard({ PATH }, 'linux'), 'no program')
  install(box, 'xclip', 'echo no such target >&2; exit 1')
  t.equal(await readClipboard({ PATH, DISPLAY: ':0' }, 'linux'), 'none')
})

t.test(
  'row 282: Ctrl+V adds the picture of the clipboard, and says where none can be read',
  WITH_TERMINAL,
  async (t) => {
    const endpoint = await startEndpoint(() => streamed(say('A dot.')))
    t.teardown(() => endpoint.close())
    const box = openProgram(t, {})
    const args = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const bin = install(box, 'wl-paste', `printf ${PNG} | base64 -d`)
    const env = { PATH: `${bin}:${process.env.PATH}`, WAYLAND_DISPLAY: 'wayland-9' }
    const me = sitDown(t, box, args, { env })
    await me.sees('default: asks')
    me.type('what is on ')
    await me.sees('what is on')
    me.type('\x16')
    await me.sees(/\[image 1: clipboard-1\.png\]/)
    me.type('?\r')
    await me.sees('A dot.')
    t.match(endpoint.asks[0]?.body, /clipboard-1\.png is a picture\./)
    const [path = ''] = /\/[^' ]*clipboard-1\.png/.exec(endpoint.asks[0]?.body ?? '') ?? []
    t.equal(statSync(path).mode & 0o777, 0o600)
    writeFileSync(join(bin, 'wl-paste'), '#!/bin/sh\nexit 1\n')
    me.type('\x16')
    await me.sees('There is no picture in the clipboard.')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
    t.notOk(existsSync(path), 'the file goes with the program')
  },
)
