import type { Deps } from '../../deps/deps.js'

const DELTA = 0.15
const LATEST = 20
/** Problems that the sampling may have caused; others belong to the endpoint. */
const SAMPLED = new Set(['parser_error', 'repetition', 'too_long'])

/**
 * The temperature of a step (row 63): after a reply that could not be used it is lower, after two in a row higher,
 * then as it was. An explicit 0 stays 0. Read from committed rows, so that a kill changes nothing.
 * @param step  the step that is asked, from 1
 */
export function temperatureOf(
  taskId: string,
  step: number,
  { ledger, sampling, ablate = [] }: Pick<Deps, 'ledger' | 'sampling' | 'ablate'>,
): number | undefined {
  const base = sampling.temperature
  if (base === undefined || base === 0 || step < 2 || ablate.includes('retry_temperature'))
    return base
  const failed = new Set(
    ledger
      .find({ taskId, kind: 'diagnostic', sinceStep: Math.max(1, step - 3), limit: LATEST })
      .filter(({ facts, step: at }) => at < step && SAMPLED.has(String(facts.code)))
      .map((row) => row.step),
  )
  let tries = 0
  while (failed.has(step - 1 - tries)) tries += 1
  if (tries === 1) return Math.max(0, round(base - DELTA))
  return tries === 2 ? Math.min(Math.max(1, base), round(base + DELTA)) : base
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
