import { LIMITS } from '#core'

/** SQL for the sum of a count. What an older version took from a server and that cannot be is left out. */
export function sumOf(column: string): string {
  return `coalesce(sum(iif(${column} <= ${LIMITS.countedTokens}, ${column}, 0)), 0)`
}
