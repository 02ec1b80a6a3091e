import type { EvidenceNote } from '#core'
import type { Ledger } from '#ledger'
import { type Input, pictureLine } from '#terminal'

/** The pictures among the rows of a step, as the terminal can show them. */
export function picturesOf(
  notes: readonly EvidenceNote[],
  {
    ledger,
    env,
    input,
  }: {
    ledger: Pick<Ledger, 'evidence' | 'payload'>
    env: NodeJS.ProcessEnv
    input: Pick<Input, 'form'>
  },
): string[] {
  return notes.flatMap(({ id }) => {
    const row = ledger.evidence(id)
    if (row?.facts.picture !== true) return []
    const { width, height } = row.facts
    const isSized = typeof width === 'number' && typeof height === 'number'
    const size = isSized ? { width, height } : null
    const isTerminal = input.form === 'rich'
    return [
      pictureLine(ledger.payload(row.payloadHash), { name: row.subject, size, env, isTerminal }),
    ]
  })
}
