import { discover } from '#core'
import type { Dialect } from './syntax/dialect.js'

/** Loads the dialects, one per file of `dialects/`, in the order of their names. */
export function loadDialects(): Promise<Dialect[]> {
  return discover<Dialect>(new URL('./dialects/', import.meta.url))
}
