import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openWorkspace } from '#workspace'
import { addBuild, changeTen, git, writeGitTree } from './parts/git_tree.js'

const SIZES = [1_000, 10_000, 49_000]
const ROUNDS = 5
/** Our limit: a snapshot may take twice as long as `git status` in the same tree. */
const TARGET = { ratio: 2 }
const DENY = ['.env', '.env.*', '*.pem', '**/.ssh/**', 'id_rsa*', '**/.git/**']

/**
 * Times what a command pays for its undo: the snapshots before and after it, beside
 * `git status` in the same run. The first snapshot of a session is separate: it has nothing to compare with.
 */
export default async function snapshot(): Promise<object> {
  const trees = []
  for (const files of SIZES) trees.push(await measure(files))
  const met = trees.every(({ cases }) => cases.every(({ ratio }) => ratio <= TARGET.ratio))
  return { trees, rounds: ROUNDS, target: TARGET, met }
}

async function measure(files: number) {
  const root = writeGitTree(files)
  try {
    const workspace = openWorkspace({ root, deny: DENY, env: process.env })
    const snapshots = workspace.openSnapshots(join(dirname(root), 'store'))
    const { signal } = new AbortController()
    const status = () => git(root, 'status', '--porcelain')
    status()
    const [firstMs] = await time(() => snapshots.take(signal))
    const cases = []
    for (const [name, change] of [
      ['clean', () => {}],
      ['10 changed', () => changeTen(root)],
      ['500 untracked', () => addBuild(root)],
    ] as const) {
      change()
      const before = await snapshots.take(signal)
      const looks: number[] = []
      const statuses: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        looks.push((await time(() => snapshots.take(signal)))[0])
        statuses.push((await time(async () => status()))[0])
      }
      const [lookMs, statusMs] = [median(looks), median(statuses)]
      const ratio = round(lookMs / statusMs)
      cases.push({
        name,
        kept: before !== null,
        lookMs: round(lookMs),
        statusMs: round(statusMs),
        ratio,
      })
    }
    return { files, firstMs: round(firstMs), notes: snapshots.takeNotes(), cases }
  } finally {
    rmSync(dirname(root), { recursive: true, force: true })
  }
}

async function time<T>(run: () => Promise<T>): Promise<[number, T]> {
  const begun = performance.now()
  const made = await run()
  return [performance.now() - begun, made]
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
