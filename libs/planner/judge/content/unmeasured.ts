import type { Standing } from '../facts/types.js'
import { statedClauses } from './stated_clauses.js'

/** Commands and outputs that measure. */
export const MEASURES =
  /bench|hyperfine|\btime\b|timeit|\bperf\b|measure|profile|\bms\b|ops\/|\bns\/op\b/i
/** A comparison of speed or size without a number: it needs a measurement as well. */
const FASTER =
  /\b(?:faster|quicker|speedier|snappier|leaner)\b|\b(?:less|lower|reduces|reduced|fewer) (?:\w+ ){0,2}(?:memory|cpu|latency|allocations?|load time|run ?time)\b|\b(?:more|very|highly|much more) (?:\w+ )?(?:performant|memory[- ]efficient)\b|\b(?:improves?|improved|better|boosts?|boosted|increases?|increased|higher) (?:the |its |overall |in )*(?:performance|speed|throughput|latency|run ?time)\b|\b(?:performance|speed|throughput|latency) (?:is |has |was |were )*(?:\w+ly )?(?:improved|better|increased|boosted|reduced|higher|lower)\b|\b(?:speeds|sped) (?:\w+ ){0,2}up\b|\bperforms? better\b/i

/** A clause that says that something is faster or needs less, where no command of the task measured it; null: there is none. */
export function unmeasured(
  { rows, textOf }: Pick<Standing, 'rows' | 'textOf'>,
  summary: string,
): string | null {
  const clause = statedClauses(summary).find((one) => FASTER.test(one))
  if (clause === undefined) return null
  const isMeasured = rows.some(
    ({ kind, id, subject }) =>
      kind === 'shell_output' && MEASURES.test(`${subject}\n${textOf(id)}`),
  )
  return isMeasured ? null : (FASTER.exec(clause)?.[0] ?? null)
}
