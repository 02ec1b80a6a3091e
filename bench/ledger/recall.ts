import { type Baseline, bm25, reassemble, sliding } from './parts/baselines.js'
import { needsOf } from './parts/needs.js'
import { replay } from './parts/replay.js'
import { type Run, readRuns, windowsOf } from './parts/runs.js'
import { createTally, type Sums } from './parts/tally.js'

interface Target {
  farAnchor: number
  farLine: number
  prefill: number
}

/** Issue 14; and over-budget 0, p95 of an assembly below 15 ms, here of processor time. */
const TARGETS: Readonly<Record<number, Target>> = {
  8192: { farAnchor: 0.73, farLine: 0.69, prefill: 750 },
  16384: { farAnchor: 0.93, farLine: 0.93, prefill: 650 },
  32768: { farAnchor: 0.99, farLine: 0.99, prefill: 450 },
}
const ASSEMBLE_MS = 15
/** Share of the usable window that each rebuild leaves free. */
const LEAST_FREE = 0.45

/**
 * How much of what the next recorded command needs is in the prompt before it, and what that costs. The prompts are
 * those of the real ledger and assembler: with rebuilds at the watermark and, with `--always`, written again for every step.
 * Baselines: recency alone (a sliding window), search alone, and both assembled again for every step (the upper one).
 * @param words  `--runs FOLDER` (or AIRCODER_TRAJECTORIES), `--most N`, `--windows 8192,16384`, `--always`, `--ours` (without the baselines)
 */
export default async function recall(words: string[]): Promise<object> {
  const runs = readRuns(words)
  if (typeof runs === 'string') return { skipped: runs }
  const rows: Record<string, Record<string, Sums>> = {}
  const met: Record<string, Record<string, boolean>> = {}
  for (const windowTokens of windowsOf(words, [8_192, 16_384, 32_768])) {
    const ours = await replayAll(runs, windowTokens, 'watermark')
    rows[windowTokens] = {
      ours,
      ...(words.includes('--always') && {
        always: await replayAll(runs, windowTokens, 'always'),
      }),
      ...(!words.includes('--ours') && {
        sliding: walkAll(runs, windowTokens, sliding),
        reassemble: walkAll(runs, windowTokens, reassemble),
        bm25: walkAll(runs, windowTokens, bm25),
      }),
    }
    met[windowTokens] = compare(ours, TARGETS[windowTokens])
  }
  const targets = { ...TARGETS, overBudget: 0, assembleP95Ms: ASSEMBLE_MS, free: LEAST_FREE }
  return { runs: runs.length, sums: rows, targets, met }
}

async function replayAll(
  runs: readonly Run[],
  windowTokens: number,
  mode: 'watermark' | 'always',
): Promise<Sums> {
  const tally = createTally()
  let bytes = 0
  for (const run of runs) {
    const needs = needsOf(run)
    tally.newRun()
    const { ledgerBytes } = await replay(run, { windowTokens, mode }, (prompt, step) =>
      tally.add(prompt, needs[step] ?? []),
    )
    bytes += ledgerBytes
  }
  const sums = tally.sums()
  return { ...sums, ledgerBytesAStep: Math.round(bytes / (sums.steps ?? 1)) }
}

function walkAll(runs: readonly Run[], windowTokens: number, baseline: Baseline): Sums {
  const tally = createTally()
  for (const run of runs) {
    const needs = needsOf(run)
    tally.newRun()
    baseline(run, windowTokens, (prompt, step) => tally.add(prompt, needs[step] ?? []))
  }
  return tally.sums()
}

function compare(sums: Sums, target: Target | undefined): Record<string, boolean> {
  const { farAnchor = 0, farLine = 0, prefillAStep = 0, overBudget = 1, assembleP95Ms = 0 } = sums
  const { freeAfterRebuildLeast = 0 } = sums
  return {
    overBudget: overBudget === 0,
    assemble: assembleP95Ms < ASSEMBLE_MS,
    free: freeAfterRebuildLeast >= LEAST_FREE,
    ...(target && {
      farAnchor: farAnchor >= target.farAnchor,
      farLine: farLine >= target.farLine,
      prefill: prefillAStep <= target.prefill,
    }),
  }
}
