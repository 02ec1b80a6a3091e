import { createHash } from 'node:crypto'
import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Snapshot } from './types.js'

/** Files that test runs and servers write beside the work: they are no part of the tree that was tested. */
const BY_PRODUCT =
  /(^|\/)(node_modules|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.nyc_output|coverage|htmlcov|target|build|dist|test-results|\.gradle|\.cache|\.hypothesis|\.vitest|\.jest-cache|\.idea|\.vscode|logs?|Testing\/Temporary|\.aircoder\/memory)\/|\.(pyc|pyo|class|o|obj|log|tmp|swp|pid|coverage|profraw|sqlite-(wal|shm|journal))$|(^|\/)(\.coverage(\..*)?|junit\.xml|coverage\.(xml|out|txt|lcov)|\.DS_Store|nohup\.out)$/

/** Whether a file is written by tools as they run. */
export function isByProduct(path: string): boolean {
  return BY_PRODUCT.test(path)
}

/** One hash of all work in a tree: sha256 hex over paths, contents and permission bits. */
export function treeDigest(root: string, { files, skipped }: Snapshot): string {
  const lines: string[] = []
  for (const [path, { id, fileMode }] of files)
    if (!isByProduct(path)) lines.push(`${path}\0${id}\0${fileMode & 0o100}`)
  for (const path of skipped)
    if (!isByProduct(path)) lines.push(`${path}\0${stampOfSkipped(root, path)}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex')
}

/** Links have a target. Large files are compared by size and time. */
function stampOfSkipped(root: string, path: string): string {
  try {
    const stats = lstatSync(join(root, path))
    if (stats.isSymbolicLink()) return readlinkSync(join(root, path))
    return stats.isDirectory() ? 'folder' : `${stats.size} ${stats.mtimeMs} ${stats.ino}`
  } catch {
    return 'missing'
  }
}
