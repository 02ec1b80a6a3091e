import { ROLE, runRole, startRole } from './proxy_bench/children.js'
import { bringOurs } from './proxy_bench/contenders.js'
import { playPart } from './proxy_bench/play_part.js'

const ROUNDS = 10
/** Allowed growth from the second round, when all code is warm, to the last (docs/design/proxy.md#gates). */
const FLAT = 0.1

interface Found {
  s256: { rssEndMiB: number; errors: number }
  cancel: Record<string, { leaked: number }>
}

/**
 * Ten rounds of 256 streams and of clients that leave, against one proxy: does its memory stay where it was?
 * Run `npm run build` first.
 * @returns  resident MiB after each round
 */
export default async function rounds(): Promise<object | null> {
  const part = process.env[ROLE]
  if (part !== undefined) return playPart(part)
  const upstream = await startRole('upstream', {})
  const { end, ...proxy } = await bringOurs(upstream.said, {})
  const rssMiB: number[] = []
  let leaked = 0
  let errors = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const terms = { ...proxy, upstream: upstream.said, asked: ['s256', 'cancel'] }
    const found = (await runRole('load', terms)) as Found
    rssMiB.push(Math.round(found.s256.rssEndMiB))
    errors += found.s256.errors
    for (const row of Object.values(found.cancel)) leaked += row.leaked
  }
  await end()
  await upstream.end()
  const ratio = (rssMiB.at(-1) ?? 0) / (rssMiB[1] ?? 1)
  return {
    rounds: ROUNDS,
    rssMiB,
    lastToSecond: Number(ratio.toFixed(3)),
    errors,
    leaked,
    met: { flat: Math.abs(ratio - 1) <= FLAT, nothingLeaked: leaked === 0 },
  }
}
