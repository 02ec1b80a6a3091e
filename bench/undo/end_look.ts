import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openWorkspace } from '#workspace'
import { changeTen, writeGitTree } from './parts/git_tree.js'

const GIT_SIZES = [1_000, 10_000, 49_000]
/** At most LIMITS.walkSnapshotFiles. */
const WALKED_SIZES = [1_000, 9_900]
const ROUNDS = 3

/**
 * Times the snapshot at the end of a task, which finds what background commands changed, and what
 * it costs to keep the first snapshot for another process.
 */
export default async function endLook(): Promise<object> {
  const trees = []
  for (const files of GIT_SIZES) trees.push(await measure(files, true))
  for (const files of WALKED_SIZES) trees.push(await measure(files, false))
  return { trees, rounds: ROUNDS }
}

async function measure(files: number, inGit: boolean) {
  const root = writeGitTree(files)
  const store = join(dirname(root), 'store')
  try {
    if (!inGit) rmSync(join(root, '.git'), { recursive: true })
    const workspace = openWorkspace({ root, deny: ['.env'], env: process.env })
    const snapshots = workspace.openSnapshots(store)
    const { signal } = new AbortController()
    snapshots.startTask('t_bench')
    const firstMs = await time(() => snapshots.take(signal))
    const keepMs = await time(async () => snapshots.keepTask())
    const keptBytes = readdirSync(store)
      .filter((name) => name.startsWith('tree-'))
      .reduce((sum, name) => sum + statSync(join(store, name)).size, 0)
    changeTen(root)
    const looks: number[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      looks.push(await time(() => snapshots.lookAtTask(signal)))
    const found = (await snapshots.lookAtTask(signal))?.paths.length
    return { files, inGit, firstMs, keepMs, keptBytes, lookMs: median(looks), found }
  } finally {
    rmSync(dirname(root), { recursive: true, force: true })
  }
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return Math.round((performance.now() - begun) * 10) / 10
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
