import { existsSync, statSync } from 'node:fs'
import { openMap } from '#map'
import { cpuMs, watchThread } from './watch_thread.js'

/** A task that no tree is about. */
const TASK = 'The parser fails when an option of the server has no name'

/**
 * Times of one tree, on the clock and in CPU time of all threads: a cold index, the first answer of a second process
 * that has the stored index, the next answer of that process; the longest work of the main thread without a pause.
 */
export async function measureSpeed(root: string, cachePath: string) {
  const watch = watchThread()
  const cold = openMap({ root, deny: [], env: process.env, cachePath })
  const coldIndex = await timed(() => cold.refresh())
  const coldFirst = await timed(() => cold.rank(TASK, { waitMs: 120_000 }))
  await written(cachePath)
  await cold.close()
  const warm = openMap({ root, deny: [], env: process.env, cachePath })
  const warmStart = await timed(() => warm.refresh())
  const warmIndex = await timed(() => warm.refresh())
  const warmFirst = await timed(() => warm.rank(TASK, { waitMs: 120_000 }))
  const warmNext = await timed(() => warm.rank(`${TASK} again`, { waitMs: 120_000 }))
  await warm.close()
  const stats = coldIndex.value
  return {
    files: stats?.total ?? 0,
    left: stats?.left ?? 0,
    definitions: stats?.definitions ?? 0,
    cacheBytes: statSync(cachePath).size,
    cold: { index: coldIndex.took, answer: coldFirst.took },
    warm: {
      start: warmStart.took,
      index: warmIndex.took,
      answer: warmFirst.took,
      next: warmNext.took,
    },
    mainBusyMs: watch.end(),
  }
}

async function timed<T>(run: () => Promise<T>) {
  const begun = performance.now()
  const used = cpuMs()
  const value = await run()
  const took = { ms: Math.round(performance.now() - begun), cpuMs: Math.round(cpuMs() - used) }
  return { value, took }
}

/** The index is written after the answer, and once more when definitions were parsed. */
async function written(path: string): Promise<void> {
  for (let size = -1; ; ) {
    const next = existsSync(path) ? statSync(path).size : -1
    if (next !== -1 && next === size) return
    size = next
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}
