import { discover } from '#core'
import type { Feature } from './define_feature.js'

/**
 * Loads all side questions, in the order of their names. This file is separate from define_feature.ts
 * because in a bundle it imports them all, and they import define_feature.ts.
 */
export function loadFeatures(): Promise<Feature[]> {
  return discover<Feature>(new URL('./features/', import.meta.url))
}
