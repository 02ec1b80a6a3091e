import type { Ran } from './run_one.js'

const WIDTHS = [16, 6, 4, 4, 6, 4, 5, 8, 6, 5, 7, 4, 4, 4, 5, 4, 6, 5, 5]
const NAMES =
  'task,window,rate,seed,solved,exit,req,prefill,pf/req,reuse,largest,over,rebu,soon,avoid,free,rep,wrong,slips'

export const TITLE = line(NAMES.split(','))

/** One run as a line of the table. */
export function rowOf(ran: Ran): string {
  const cells = [
    ran.task,
    ran.window,
    Math.round(ran.rate * 100),
    ran.seed,
    ran.solved ? 'yes' : 'NO',
    ran.exit ?? '-',
    ran.requests,
    ran.prefillTokens,
    ran.prefillPerRequest,
    ran.reuse.toFixed(2),
    ran.largestPrompt,
    ran.overBudget,
    ran.rebuilds,
    ran.rebuildsSoon,
    ran.rebuildsAvoidable,
    ran.leastFree.toFixed(2),
    ran.repeats,
    ran.wrongEdits,
    ran.slips,
  ]
  return `${line(cells)} ${ran.off === '' ? '' : `-${ran.off} `}${ran.seconds}s ${ran.subtype} ${ran.why.slice(0, 80)}`
}

function line(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, at) =>
      at === 0 ? String(cell).padEnd(16) : String(cell).padStart(WIDTHS[at] ?? 6),
    )
    .join(' ')
}

/** Sums by window, rate and what was left out. */
export function summarise(runs: readonly Ran[]): object[] {
  const keys = [...new Set(runs.map(({ window, rate, off }) => `${window} ${rate} ${off}`))]
  return keys.map((key) => {
    const own = runs.filter(({ window, rate, off }) => `${window} ${rate} ${off}` === key)
    const sum = (count: (ran: Ran) => number) => own.reduce((all, ran) => all + count(ran), 0)
    return {
      window: own[0]?.window,
      rate: own[0]?.rate,
      off: own[0]?.off,
      solved: sum(({ solved }) => Number(solved)),
      of: own.length,
      requests: sum(({ requests }) => requests),
      prefillPerRequest: Math.round(
        sum((ran) => ran.prefillTokens) /
          Math.max(
            1,
            sum((ran) => ran.requests),
          ),
      ),
      overBudget: sum((ran) => ran.overBudget),
      rebuilds: sum((ran) => ran.rebuilds),
      rebuildsSoon: sum((ran) => ran.rebuildsSoon),
      rebuildsAvoidable: sum((ran) => ran.rebuildsAvoidable),
      leastFree: Math.min(1, ...own.map((ran) => ran.leastFree)),
      repeats: sum((ran) => ran.repeats),
      wrongEdits: sum((ran) => ran.wrongEdits),
    }
  })
}
