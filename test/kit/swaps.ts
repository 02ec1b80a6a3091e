import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { openWorkspace } from '#workspace'
import { readTree } from './edit_run.js'

const TEXT = 'the text that the edit was made for\n'

/** Changes of `box/a.txt` while the gate waits. Most leave the bytes that the edit expects. */
const SWAPS: Record<string, (base: string) => void> = {
  'file to a link out of the folder'(base) {
    rmSync(join(base, 'work/box/a.txt'))
    symlinkSync(join(base, 'outside/a.txt'), join(base, 'work/box/a.txt'))
  },
  'folder to a link out of the folder'(base) {
    rmSync(join(base, 'work/box'), { recursive: true })
    symlinkSync(join(base, 'outside'), join(base, 'work/box'))
  },
  'file to another name of a denied one'(base) {
    rmSync(join(base, 'work/box/a.txt'))
    linkSync(join(base, 'work/.env'), join(base, 'work/box/a.txt'))
  },
  'folder to a denied one'(base) {
    rmSync(join(base, 'work/box'), { recursive: true })
    symlinkSync('secrets', join(base, 'work/box'))
  },
  'file to a folder'(base) {
    rmSync(join(base, 'work/box/a.txt'))
    mkdirSync(join(base, 'work/box/a.txt'))
  },
  'file to nothing'(base) {
    rmSync(join(base, 'work/box/a.txt'))
  },
  'file to other bytes'(base) {
    writeFileSync(join(base, 'work/box/a.txt'), 'other')
  },
  'folder to a file'(base) {
    rmSync(join(base, 'work/box'), { recursive: true })
    writeFileSync(join(base, 'work/box'), TEXT)
  },
}

function setUp(base: string): void {
  rmSync(base, { recursive: true, force: true })
  for (const folder of ['work/box', 'work/secrets', 'outside'])
    mkdirSync(join(base, folder), { recursive: true })
  for (const file of ['work/box/a.txt', 'work/secrets/a.txt', 'work/.env', 'outside/a.txt'])
    writeFileSync(join(base, file), TEXT)
}

/** Replaces the file or its folder after the edit was made, and checks that nothing is written. */
export function checkSwaps(t: Test, times: number) {
  return t.test(`refuses ${times} edits whose file or folder was replaced`, async (t) => {
    const base = join(t.testdir(), 'place')
    const edit = {
      path: 'box/a.txt',
      before: Buffer.from(TEXT),
      after: Buffer.from('new'),
      fileMode: 0o644,
    }
    const names = Object.keys(SWAPS)
    const wrong: string[] = []
    for (let time = 0; time < times; time += 1) {
      setUp(base)
      const workspace = openWorkspace({
        root: join(base, 'work'),
        deny: ['.env', 'secrets/**'],
        env: process.env,
      })
      const name = names[time % names.length] ?? ''
      SWAPS[name]?.(base)
      const before = JSON.stringify([readTree(join(base, 'outside')), readTree(join(base, 'work'))])
      // Half of them replace, half of them delete.
      const after = time % 16 < 8 ? edit.after : null
      const applied = workspace.applyEdits([{ ...edit, after }], { tempTag: 'swap' })
      const now = JSON.stringify([readTree(join(base, 'outside')), readTree(join(base, 'work'))])
      if (applied.ok || now !== before) wrong.push(`${name}, time ${time}`)
    }
    t.same(wrong, [])
  })
}

const SWAPPER = `
const { existsSync, renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs')
const [box, aside, outside] = process.argv.slice(1)
const until = Date.now() + 600000
const pause = new Int32Array(new SharedArrayBuffer(4))
process.stdout.write('on')
const attempt = (act, ...args) => { try { act(...args) } catch {} }
while (Date.now() < until) {
  attempt(renameSync, box, aside)
  attempt(symlinkSync, outside, box)
  attempt(unlinkSync, box)
  attempt(renameSync, aside, box)
  // A write between check and rename may have created the folder again: the swaps go on with that one.
  if (existsSync(box)) attempt(rmSync, aside, { recursive: true, force: true })
  // Leaves time for a write between two swaps, also on a busy machine.
  Atomics.wait(pause, 0, 0, 1)
}`

/** Writes while another process replaces the folder by a link, and checks that no write follows the link. */
export function checkRaces(t: Test, races: number) {
  return t.test(
    `${races} writes stay in their folder while another process replaces it`,
    async (t) => {
      const base = join(t.testdir(), 'race')
      setUp(base)
      const [box, aside, outside] = ['work/box', 'work/aside', 'outside'].map((name) =>
        join(base, name),
      )
      if (box === undefined || aside === undefined || outside === undefined)
        throw new Error('no place')
      const swapper = spawn(process.execPath, ['-e', SWAPPER, box, aside, outside])
      t.teardown(() => swapper.kill('SIGKILL'))
      await once(swapper.stdout, 'data')
      const workspace = openWorkspace({ root: join(base, 'work'), deny: [], env: process.env })
      let [made, refused] = [0, 0]
      const astray: string[] = []
      for (let time = 0; made + refused < races || made === 0 || refused === 0; time += 1) {
        const place = workspace.fileState('box/a.txt')
        // While the folder is missing, a write would create it and block the other process.
        if (!place.ok || place.bytes === null) continue
        const before = place.bytes
        const after = Buffer.from(`version ${time}`)
        const edit = { path: 'box/a.txt', before, after, fileMode: 0o600 }
        if (workspace.applyEdits([edit], { tempTag: `t${time}` }).ok) made += 1
        else refused += 1
        const found = Object.keys(readTree(outside)).join(' ')
        if (found !== 'a.txt') astray.push(found)
        if (readFileSync(join(outside, 'a.txt'), 'utf8') !== TEXT) astray.push('it was written')
      }
      swapper.kill('SIGKILL')
      await once(swapper, 'close')
      t.same([...new Set(astray)], [])
      t.comment(`${made} written, ${refused} refused`)
      t.ok(made > 0 && refused > 0)
    },
  )
}
