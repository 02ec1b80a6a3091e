import { discover } from '#core'
import type { Dialect } from './syntax/dialect.js'

/** One list for all: what is made of its marks is kept by it. */
let loaded: Promise<readonly Dialect[]> | undefined

/** Loads the dialects, one per file of `dialects/`, in the order of their names. */
export function loadDialects(): Promise<readonly Dialect[]> {
  loaded ??= discover<Dialect>(new URL('./dialects/', import.meta.url))
  return loaded
}
