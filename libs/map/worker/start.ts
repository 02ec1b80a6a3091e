import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { LIMITS } from '#core'
import type { MapPlace } from './messages.js'

/** Identifies our worker: other code in the same bundle may start workers as well. */
const JOB = 'aircoder/map'

/** Starts the thread that holds the index. It does not keep the program running. */
export function startMapWorker(place: MapPlace): Worker {
  const env = Object.fromEntries(Object.entries(place.env))
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { job: JOB, place: { ...place, env } },
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.mapMiB },
    // Output of a parser must not reach the user's terminal.
    stdout: true,
    stderr: true,
  })
  worker.unref()
  return worker
}

if (!isMainThread && parentPort !== null && workerData?.job === JOB) {
  const { serve } = await import('./serve.js')
  await serve(workerData.place as MapPlace, parentPort)
}
