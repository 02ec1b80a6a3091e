import { jitteredWait, Refusal } from './refusal.js'

/** The refusal of every request once the proxy has begun to stop. */
export function restarting(): Refusal {
  return new Refusal('engine_unavailable', 'The proxy is about to restart.', {
    retryAfterSeconds: jitteredWait(5),
  })
}
