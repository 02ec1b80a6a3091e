import { relative } from 'node:path'
import { findOddRules, oddRulesAbove } from '../ignores/odd_ignores.js'
import type { PathRules } from '../paths/resolve_path.js'

/**
 * Runs a search by ripgrep, which cannot be held by a `.gitignore` that is a pipe, a device or huge: with such a file
 * the search walks without ripgrep, and no line of that file applies.
 * @param binary  ripgrep's path; null walks at once
 * @param run     the search; called again without ripgrep when such a file is found while it runs
 * @returns the files that were not read, relative to the root
 */
export async function besideOddIgnores<T>(
  rules: PathRules,
  { base, binary, signal }: { base: string; binary: string | null; signal: AbortSignal },
  run: (binary: string | null, signal: AbortSignal) => Promise<T>,
): Promise<{ value: T; odd: string[] }> {
  const name = (paths: readonly string[]) => paths.map((path) => relative(rules.root, path))
  const above = oddRulesAbove(rules.root, base)
  if (binary === null || above.length > 0)
    return { value: await run(null, signal), odd: name(above) }
  const held = new AbortController()
  const ended = new AbortController()
  let odd: string | null = null
  findOddRules(base, AbortSignal.any([signal, ended.signal])).then((found) => {
    odd = found
    if (found !== null) held.abort()
  })
  try {
    const value = await run(binary, AbortSignal.any([signal, held.signal]))
    if (odd === null) return { value, odd: [] }
  } finally {
    ended.abort()
  }
  return { value: await run(null, signal), odd: name([odd]) }
}
