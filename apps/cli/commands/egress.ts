import type { EgressRow } from '#ledger'
import { jsonLine, showControls } from '#terminal'
import type { EgressFlags } from '../flags/flags.js'
import { openPlace } from '../run/place.js'

/** Number of listed requests without --last. */
const LAST = 20

const HEAD =
  'What aircoder sent to other machines, oldest first. A model on this machine is not listed, nor what commands sent; see docs/privacy.md.'

/** `aircoder egress [--last N]`: one request a line, and below it its sources. */
export async function runEgress(flags: EgressFlags): Promise<number> {
  const place = openPlace(flags, process.env)
  if (place === null) return 0
  try {
    const rows = place.ledger.egress({ limit: flags.last ?? LAST }).reverse()
    if (flags.json) for (const row of rows) process.stdout.write(`${jsonLine(asJson(row))}\n`)
    else print(egressLines(rows).join('\n'))
    return 0
  } finally {
    place.ledger.close()
  }
}

/** Requests as lines for a person, oldest first. */
export function egressLines(rows: readonly EgressRow[]): string[] {
  if (rows.length === 0)
    return [
      'No request of aircoder to another machine is recorded. What commands sent is not listed.',
    ]
  return [HEAD, ...rows.flatMap(asText)]
}

function asText(row: EgressRow): string[] {
  const when = new Date(row.createdMs).toISOString().slice(0, 19).replace('T', ' ')
  const what = row.status === 'refused' ? 'nothing (refused)' : `${row.bytes} bytes`
  const model = row.model === '' ? '' : ` ${row.model}`
  const from = row.sources.length === 0 ? [] : [`    from: ${row.sources.join(', ')}`]
  const kept = row.withheld.length === 0 ? [] : [`    withheld: ${row.withheld.join(', ')}`]
  const head = `${when}  ${row.host}  ${what}  ${row.provider}${model}, step ${row.step}: ${row.reason}`
  return [head, ...from, ...kept]
}

function asJson({ createdMs, bodyHash, ...row }: EgressRow): Record<string, unknown> {
  return { at: new Date(createdMs).toISOString(), ...row, body_hash: bodyHash }
}

function print(text: string): void {
  process.stdout.write(`${showControls(text)}\n`)
}
