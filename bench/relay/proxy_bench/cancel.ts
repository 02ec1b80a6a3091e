import { Agent } from 'node:http'
import { ask, chatBody } from './ask.js'
import type { UpstreamStats } from './fake_upstream.js'
import type { Figures, Load } from './scenarios.js'

const CLIENTS = 16
const GIVE_UP_MS = 5_000

/** Each row: how the answer would go, and when the client leaves it. */
const ROWS: [string, string, boolean, { afterEvents?: number; afterMs?: number }][] = [
  ['midStream', 'bench;t=4000;g=5', true, { afterEvents: 10 }],
  ['midStreamSlow', 'bench;t=400;g=50', true, { afterEvents: 3 }],
  ['beforeFirstToken', 'bench;t=10;ttft=8000', true, { afterMs: 300 }],
  ['inOnePiece', 'bench;t=10;ttft=8000', false, { afterMs: 300 }],
]

/** 16 clients leave: how many requests stay behind upstream, and how long until none does. */
export async function cancel(load: Load): Promise<Record<string, Figures>> {
  const out: Record<string, Figures> = {}
  for (const [name, model, stream, leave] of ROWS) {
    // A relay that is still busy with the row before would never ask.
    await untilIdle(load.upstream, 10_000)
    const before = await statsOf(load.upstream)
    const body = chatBody(model, stream)
    const clients = Array.from({ length: CLIENTS }, () => {
      const agent = new Agent({ keepAlive: false })
      return ask({ ...load, agent }, body, leave)
    })
    await Promise.all(clients)
    const freedMs = await untilIdle(load.upstream, GIVE_UP_MS)
    const after = await statsOf(load.upstream)
    out[name] = {
      asked: after.started - before.started,
      abortedUpstream: after.aborted - before.aborted,
      leaked: after.active,
      freedMs,
    }
    await untilIdle(load.upstream, 30_000)
  }
  return out
}

/** How long it took until the upstream had nothing to do; null: longer than allowed. */
async function untilIdle(upstream: string, limitMs: number): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < limitMs) {
    if ((await statsOf(upstream)).active === 0) return Math.round(performance.now() - begun)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return null
}

export async function statsOf(upstream: string): Promise<UpstreamStats> {
  const answer = await fetch(`${upstream}/bench/stats`)
  return (await answer.json()) as UpstreamStats
}
