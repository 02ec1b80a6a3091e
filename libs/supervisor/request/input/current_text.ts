import { LIMITS } from '#core'
import type { Workspace } from '#workspace'

type Lines = { start: number; end: number } | null

/**
 * Reads files as they are on disk now, each part once: a rebuild compares many parts of one long file with it, and a read
 * hashes the whole file.
 */
export function readsOnce({
  readFile,
}: Pick<Workspace, 'readFile'>): (path: string, lines: Lines) => string | null {
  const parts = new Map<string, readonly string[] | null>()

  /** LIMITS.readLines lines; null: the file cannot be shown, or is shorter. */
  const partOf = (path: string, number: number): readonly string[] | null => {
    const key = `${number} ${path}`
    const known = parts.get(key)
    if (known !== undefined) return known
    const start = number * LIMITS.readLines + 1
    const file = readFile(path, { start, end: start + LIMITS.readLines - 1 })
    const part = file.ok ? file.text.split('\n') : null
    parts.set(key, part)
    return part
  }

  return (path, lines) => {
    const start = Math.max(1, Math.floor(lines?.start ?? 1))
    const most = start + LIMITS.readLines - 1
    const end = Math.min(most, Math.max(start, Math.floor(lines?.end ?? most)))
    const [first, last] = [start, end].map((line) => Math.floor((line - 1) / LIMITS.readLines))
    const found: string[] = []
    for (let number = first ?? 0; number <= (last ?? 0); number += 1) {
      const part = partOf(path, number)
      if (part === null) break
      found.push(...part)
    }
    const from = start - 1 - (first ?? 0) * LIMITS.readLines
    if (found.length === 0 || from >= found.length) return null
    return found.slice(from, from + end - start + 1).join('\n')
  }
}
