import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Test } from 'tap'
import { openLedger } from '#ledger'
import { startEndpoint, streamed } from '../../kit/fake_endpoint.js'
import { act, say } from '../../kit/loop.js'
import { jsonLines, PROGRAM } from '../../kit/program.js'
import { buildChanged } from './builds.js'
import { ledgerOf, NO_MAP, newStory, runToEnd } from './crash_run.js'
import { MARKS, type Mark, type SourceChange } from './phases.js'

// A change of three files at once is made as a whole or not at all, whatever stops it.

const LINES = 1_024
const KIB = 64
/** 64 KiB: what one temporary file takes. */
const FILES = new Map(
  ['a/one.txt', 'b/two.txt', 'c/three.txt'].map((path) => [
    path,
    `mark = 0\n${`${'x'.repeat(KIB - 1)}\n`.repeat(LINES - 1)}`,
  ]),
)
const PATHS = [...FILES.keys()]
const CALL = act([
  'multi_edit',
  { edits: PATHS.map((path) => ({ path, old_str: 'mark = 0', new_str: 'mark = 1' })) },
])
const REPLIES = [CALL, say('What can be done is done.')]
const after = (text: string) => text.replace('mark = 0', 'mark = 1')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Every file below a folder with the hash of its bytes: a temporary file would show. */
function hashesIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [relative(folder, path), hashOf(readFileSync(path, 'utf8'))])
}

/** Every point of the saga: before each temporary file, each rename, each flush of a folder. */
const EDITS = 'libs/workspace/files/apply_edits.ts'
const POINTS: readonly SourceChange[] = [
  'staged.push(after === null ? null',
  'for (current of checked) flushFolder(current.absolute)',
].map((find) => ({ file: EDITS, find, replace: `globalThis.crashMark?.('e'); ${find}` }))
const STAGES = 3
const RENAMES = 3

type Aim = readonly [mark: Mark, nth: number]
/** Every point of the saga, then every phase of its step. */
export const SAGA_AIMS: readonly Aim[] = [
  ...Array.from({ length: STAGES + RENAMES + 1 }, (_, at): Aim => ['e', at + 1]),
  ['b', 1],
  ['i', 1],
  ['a', 1],
  ['c', 1],
]

/** Asserts that a run which is killed at these marks changes all three files once. */
export async function checkKilledSaga(t: Test, aims: readonly Aim[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-saga-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const build = await buildChanged(t.testdir(), 'saga', [...MARKS, ...POINTS])
  const ended = act(['resolve', { cites: ['e1', 'e2', 'e3'], summary: 'all marks say 1' }])
  const script = { files: FILES, replies: [CALL, ended], counters: new Map<string, string>() }
  const whole = [...FILES].map(([path, text]) => [path, hashOf(after(text))])
  for (const [mark, nth] of aims) {
    const name = `${mark}${nth}`
    const story = newStory(join(folder, name))
    const choose = ({ length }: { length: number }) => ({
      build,
      aim: length === 0 ? { atMs: 120_000, mark, nth, delayMs: 0 } : null,
    })
    await runToEnd(script, story, choose, NO_MAP)
    t.same(story.problems, [], name)
    t.ok(story.lives[0]?.killed, `${name}: it was killed there`)
    t.same(hashesIn(join(story.folder, 'work')), whole, name)
    const path = ledgerOf(story.folder)
    const ledger = openLedger({ path: path ?? '', readOnly: true })
    t.equal(ledger.find({ kind: 'edit_applied' }).length, 3, `${name}: one row a file`)
    ledger.close()
  }
}

/** An error of the file system, caused by root of a separate namespace: shell text that runs in `work`. */
interface DiskError {
  name: string
  make: string
  says: RegExp
}
const tiny = (fits: number) =>
  `mount -t tmpfs none /mnt && cp -r a b c /mnt && ` +
  `mount -t tmpfs -o size=${KIB * (PATHS.length + fits) + KIB / 2}k none . && cd . && cp -r /mnt/* .`
export const DISK_ERRORS: readonly DiskError[] = [
  ...[0, 1, 2].map((fits) => ({
    name: `the disk is full at write ${fits + 1}`,
    make: tiny(fits),
    says: new RegExp(
      `^Not written: ${PATHS[fits]} cannot be written: the disk is full\\. Nothing was changed\\.$`,
    ),
  })),
  ...[0, 1, 2].map((at) => ({
    name: `file ${at + 1} cannot be replaced`,
    // What is a mount point cannot be renamed over: its temporary file can be written all the same.
    make: `mount --bind ${PATHS[at]} ${PATHS[at]}`,
    says: new RegExp(
      `^Not written: ${PATHS[at]} cannot be written: it is in use, by another program or as a mount point\\.${
        at === 0 ? '' : ` Restored: ${PATHS.slice(0, at).join(', ')}\\.`
      } Nothing was changed\\.$`,
    ),
  })),
  {
    name: 'the third folder is read-only',
    make: 'mount --bind c c && mount -o remount,ro,bind c',
    says: /^Not written: c\/three\.txt cannot be written: its file system is read-only\. Nothing was changed\.$/,
  },
]
const probe = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt'])
/** Why the disk errors cannot be made here; false: they can. */
export const NO_MOUNTS =
  probe.status === 0 ? false : 'no mounts of our own here: unshare -rm does not work'

/** Asserts that a change which meets one of these errors is reverted and reported. */
export async function checkDiskErrors(t: Test, errors: readonly DiskError[]): Promise<void> {
  for (const { name, make, says } of errors) {
    const folder = mkdtempSync(join(tmpdir(), 'aircoder-saga-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    const work = join(folder, 'work')
    for (const place of ['home', 'data', 'work']) mkdirSync(join(folder, place))
    for (const [path, text] of FILES) {
      mkdirSync(dirname(join(work, path)), { recursive: true })
      writeFileSync(join(work, path), text)
    }
    const endpoint = await startEndpoint(({ step }) =>
      streamed(REPLIES[step - 1] ?? say('no more')),
    )
    t.teardown(() => endpoint.close())
    const { events, tree } = await runFaulty(folder, make, endpoint.baseUrl)
    const results = events.flatMap((each) =>
      each.type === 'tool_result' ? [String(each.text)] : [],
    )
    t.match(results, [says], name)
    t.same(
      tree,
      PATHS.map((path) => `${hashOf(FILES.get(path) ?? '')}  ./${path}`),
      name,
    )
    const result = events.find((each) => each.type === 'result')
    t.match(result, { proven: false }, `${name}: nothing is claimed`)
    const ledger = openLedger({ path: ledgerOf(folder) ?? '', readOnly: true })
    t.equal(ledger.find({ kind: 'edit_applied' }).length, 0, name)
    t.match(ledger.find({ kind: 'diagnostic' })[0], { facts: { code: 'conflict' } }, name)
    ledger.close()
    t.same(readdirSync(folder).sort(), ['data', 'home', 'work'])
  }
}

/** Runs the built command in a mount namespace with the error; the tree is listed from inside. */
async function runFaulty(folder: string, make: string, baseUrl: string) {
  const run = [process.execPath, PROGRAM, 'run', 'change them', '--base-url', baseUrl, '-m', 'fake']
  const flags = ['--cwd', join(folder, 'work'), '--data-dir', join(folder, 'data')]
  const how = ['--permission-mode', 'yolo', '--output-format', 'stream-json', '--max-steps', '2']
  const shell = `cd "$0" && ${make} && cd "$0" && { "$@"; echo "== $?"; find . -type f | sort | xargs sha256sum; }`
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', shell, join(folder, 'work'), ...run, ...flags, ...how],
    {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: join(folder, 'home'),
        AIRCODER_READ_BEFORE_EDIT: 'off',
        AIRCODER_SANDBOX: 'off',
        ...NO_MAP,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    out += more
  })
  await once(child, 'close')
  const [said = '', rest = ''] = out.split(/^== \d+\n/m)
  return { events: jsonLines(said), tree: rest.trim().split('\n') }
}
