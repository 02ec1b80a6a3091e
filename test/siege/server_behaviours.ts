import type { HostileServer } from '../kit/hostile_servers/declare.js'
import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { judgeMeeting, type Meeting, meet } from '../kit/meet_server.js'
import { newRow, type Row } from './row.js'

/** A key waits for no longer than this. */
const KEY_MS = 100

/** A collection of the heap may fall between two turns: what is slow by itself is slow each time. */
async function meetTwice(server: HostileServer): Promise<Meeting> {
  const first = await meet(server)
  if (first.busyMs <= KEY_MS) return first
  const second = await meet(server)
  return { ...first, busyMs: Math.min(first.busyMs, second.busyMs) }
}

/** Every hostile server once, with bounds on memory, on the end of the reply and on the wait of a key. */
export default async function serverBehaviours(): Promise<Row[]> {
  const groups = new Map<string, Row>()
  let slowest = { name: '', busyMs: 0 }
  for (const server of HOSTILE_SERVERS) {
    const what = server.name.split(':')[0] ?? ''
    const row = groups.get(what) ?? newRow('servers', what)
    groups.set(what, row)
    row.attempts += 1
    const met = await meetTwice(server).catch((error: Error) => error)
    if (met instanceof Error) {
      row.violations.push(`${server.name}: it throws ${met.message}`)
      continue
    }
    row.violations.push(...judgeMeeting(server, met).map((line) => `${server.name}: ${line}`))
    if (met.busyMs > KEY_MS)
      row.violations.push(`${server.name}: a key waits for ${Math.round(met.busyMs)} ms`)
    if (met.busyMs > slowest.busyMs) slowest = { name: server.name, busyMs: met.busyMs }
  }
  console.log(`longest wait of a key: ${Math.round(slowest.busyMs)} ms (${slowest.name})`)
  return [...groups.values()]
}
