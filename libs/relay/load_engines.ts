import { discover } from '#core'
import type { Engine } from './upstream/engine.js'

/** All engines of this build, in the order of their file names. */
export function loadEngines(): Promise<Engine[]> {
  return discover<Engine>(new URL('./engines/', import.meta.url))
}
