import { discover } from '#core'
import type { Feature } from './define_feature.js'

/**
 * The side questions that there are, in the order of their names. Apart from what declares them: in a
 * bundle this file imports them all, and they must not wait for it.
 */
export function loadFeatures(): Promise<Feature[]> {
  return discover<Feature>(new URL('./features/', import.meta.url))
}
