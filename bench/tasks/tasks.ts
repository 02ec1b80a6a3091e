import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cellsOf, mergeCells } from './parts/merge.js'
import { readOptions } from './parts/options.js'
import { FAMILIES } from './parts/repos/families.js'
import { type Cell, PROGRAM, type Ran, runOne } from './parts/run_one.js'
import { rowOf, summarise, TITLE } from './parts/table.js'

/**
 * Lets the built program work on generated repositories with a limited model behind an OpenAI-compatible endpoint
 * (see README.md there). @returns each run, and the sums by window and rate
 */
export default async function tasks(
  words: readonly string[] = [],
  keep: (part: object) => void = () => {},
): Promise<object> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`)
  const options = readOptions(words)
  const { windows, rates, seeds, off, eachOff, trace: traceTo } = options
  const unknown = options.tasks.find((name) => !FAMILIES.some((family) => family.name === name))
  if (unknown !== undefined)
    throw new Error(`no task ${unknown}: ${FAMILIES.map(({ name }) => name).join(', ')}`)
  const chosen = FAMILIES.filter(
    ({ name }) => options.tasks.length === 0 || options.tasks.includes(name),
  )
  const offs = [off, ...eachOff.map((name) => [...off, name])]
  const planned: Cell[] = []
  for (const family of chosen)
    for (const windowTokens of windows)
      for (const rate of rates)
        for (const seed of seeds)
          for (const without of offs)
            planned.push({ family, windowTokens, rate, seed, off: without, traceTo })
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const stamp = { commit: stdout.trim(), date: new Date().toISOString().slice(0, 10) }
  const order = FAMILIES.map(({ name }) => name)
  const before = cellsOf(process.env.AIRCODER_BENCH_BEFORE)
  const runs: Ran[] = []
  const table = () => {
    const now = runs.flatMap((run) => ({ ...run, ...stamp }))
    const cells = mergeCells(before, now, order)
    return { sums: summarise(cells), runs: cells }
  }
  console.error(TITLE)
  const next = planned.entries()
  await Promise.all(
    Array.from({ length: options.jobs }, async () => {
      for (const [at, cell] of next) {
        const ran = await runOne(cell)
        console.error(rowOf(ran))
        runs[at] = ran
        keep(table())
      }
    }),
  )
  return table()
}
