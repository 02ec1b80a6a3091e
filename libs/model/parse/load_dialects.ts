import { discover } from '#core'
import type { Dialect } from './syntax/dialect.js'

/** The dialects that ship, one a file, in the order of their names. */
export function loadDialects(): Promise<Dialect[]> {
  return discover<Dialect>(new URL('./dialects/', import.meta.url))
}
