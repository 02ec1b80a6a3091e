import { HOSTILE_SERVERS } from '../kit/hostile_servers.js'
import { judgeMeeting, meet } from '../kit/meet_server.js'
import { newRow, type Row } from './row.js'

/** A key waits for no longer than this. */
const KEY_MS = 100

/** Every hostile server once, with bounds on memory, on the end of the reply and on the wait of a key. */
export default async function serverBehaviours(): Promise<Row[]> {
  const groups = new Map<string, Row>()
  let slowest = { name: '', busyMs: 0 }
  for (const server of HOSTILE_SERVERS) {
    const what = server.name.split(':')[0] ?? ''
    const row = groups.get(what) ?? newRow('servers', what)
    groups.set(what, row)
    row.attempts += 1
    const met = await meet(server).catch((error: Error) => error)
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
