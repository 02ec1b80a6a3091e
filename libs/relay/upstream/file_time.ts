import { stat } from 'node:fs/promises'

/**
 * When a model's file last changed: what an engine with one file reports as `created`.
 * @returns seconds since 1970, or null for a file that cannot be read
 */
export async function fileTime(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : Math.trunc(found.mtimeMs / 1000)
}
