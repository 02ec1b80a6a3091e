import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cellsOf, mergeCells } from './parts/merge.js'
import { readOptions } from './parts/options.js'
import { FAMILIES } from './parts/repos/families.js'
import { PROGRAM, type Ran } from './parts/run_one.js'
import { rowOf, summarise, TITLE } from './parts/table.js'
import { answerJobs, type Job, runJob, startWorker, WORKER } from './parts/workers.js'

/**
 * Lets the built program work on generated repositories with a limited model behind an OpenAI-compatible endpoint
 * (see README.md there). @returns each run, and the sums by window and rate
 */
export default async function tasks(
  words: readonly string[] = [],
  keep: (part: object) => void = () => {},
): Promise<object> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`)
  if (words[0] === WORKER) return await answerJobs()
  const options = readOptions(words)
  const { windows, rates, seeds, off, eachOff, trace: traceTo } = options
  const unknown = options.tasks.find((name) => !FAMILIES.some((family) => family.name === name))
  if (unknown !== undefined)
    throw new Error(`no task ${unknown}: ${FAMILIES.map(({ name }) => name).join(', ')}`)
  const chosen = FAMILIES.filter(
    ({ name }) => options.tasks.length === 0 || options.tasks.includes(name),
  )
  const offs = [off, ...eachOff.map((name) => [...off, name])]
  const planned: Job[] = []
  // What a time limit leaves out is the last seed, then the last rate.
  for (const seed of seeds)
    for (const rate of rates)
      for (const { name } of chosen)
        for (const windowTokens of windows)
          for (const without of offs)
            planned.push({ name, windowTokens, rate, seed, off: without, traceTo })
  const stamp = { commit: options.commit ?? headOf(), date: new Date().toISOString().slice(0, 10) }
  const order = FAMILIES.map(({ name }) => name)
  const before = cellsOf(process.env.AIRCODER_BENCH_BEFORE)
  const runs: (Ran | undefined)[] = []
  const table = () => {
    const now = runs.flatMap((run) => (run === undefined ? [] : { ...run, ...stamp }))
    const cells = mergeCells(before, now, order)
    return { sums: summarise(cells), runs: cells }
  }
  if (options.add !== null) {
    const cells = mergeCells(before, cellsOf(options.add), order)
    return { sums: summarise(cells), runs: cells }
  }
  console.error(TITLE)
  const endsAt = performance.now() + options.seconds * 1_000
  const next = planned.entries()
  const work = async (run: (job: Job) => Promise<Ran>) => {
    for (const [at, job] of next) {
      if (performance.now() > endsAt) return
      const ran = await run(job)
      console.error(rowOf(ran))
      runs[at] = ran
      keep(table())
    }
  }
  if (options.jobs === 1) await work(runJob)
  else
    await Promise.all(
      Array.from({ length: options.jobs }, async () => {
        const worker = startWorker()
        await work(worker.run)
        worker.end()
      }),
    )
  return table()
}

function headOf(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return (stdout ?? '').trim()
}
