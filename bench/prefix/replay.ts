import { createHash } from 'node:crypto'
import { replay } from '../ledger/parts/replay.js'
import { type Run, readRuns, windowsOf } from '../ledger/parts/runs.js'
import { createTally } from '../ledger/parts/tally.js'

/** Runs that are replayed a second time with the ledger opened again before each step. */
const AGAIN = 3
/** Issue 14, at 16k. */
const REUSE = 0.94

/**
 * How much of each prompt of recorded runs the engine holds already: its own text and the prompt before. Outside of
 * rebuilds a prompt has to begin with the whole one before. Prompts from a ledger that is opened again before each
 * step, as after a kill, have to be the same bytes.
 * @param words  as bench/ledger/recall.ts
 */
export default async function prefix(words: string[]): Promise<object> {
  const runs = readRuns(words)
  if (typeof runs === 'string') return { skipped: runs }
  const rows: Record<string, object> = {}
  for (const windowTokens of windowsOf(words, [8_192, 16_384, 32_768])) {
    const tally = createTally()
    const digests: string[] = []
    for (const run of runs) {
      tally.newRun()
      digests.push(await digestOf(run, { windowTokens, reopen: false }, tally))
    }
    const again: string[] = []
    for (const run of runs.slice(0, AGAIN))
      again.push(await digestOf(run, { windowTokens, reopen: true }))
    const { steps, reuse, prefillAStep, recurrentAStep, brokenPrefixes, rebuildsARun } =
      tally.sums()
    rows[windowTokens] = {
      steps,
      reuse,
      prefillAStep,
      recurrentAStep,
      rebuildsARun,
      brokenPrefixes,
      runsOpenedAgain: again.length,
      runsWithOtherBytes: again.filter((digest, at) => digest !== digests[at]).length,
      promptsSha256: hash(digests.join('\n')),
    }
  }
  return { runs: runs.length, sums: rows, targets: { reuseAt16384: REUSE, brokenPrefixes: 0 } }
}

/** A hash over all prompts of a run. */
async function digestOf(
  run: Run,
  { windowTokens, reopen }: { windowTokens: number; reopen: boolean },
  tally?: ReturnType<typeof createTally>,
): Promise<string> {
  const prompts: string[] = []
  await replay(run, { windowTokens, mode: 'watermark', reopen }, (prompt) => {
    tally?.add(prompt, [])
    prompts.push(hash(prompt.text))
  })
  return hash(prompts.join('\n'))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
