import { relative } from 'node:path'
import type { PathRules } from '../paths/resolve_path.js'
import { besideOddIgnores } from './beside_odd.js'
import { listFiles } from './list_files.js'

/**
 * Every file of the workspace that .gitignore and the deny rules leave, at most LIMITS.walkEntries.
 * @returns paths relative to the root, in path order
 */
export async function listAll(
  rules: PathRules,
  findEngine: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<{ paths: string[]; truncated: boolean }> {
  const filter = { base: rules.root, name: null, matches: () => true }
  const { value } = await besideOddIgnores(
    rules,
    { base: rules.root, binary: await findEngine(), signal },
    (binary, signal) => listFiles(rules, filter, { binary, signal }),
  )
  const { files, truncated } = value
  const start = rules.root.length + 1
  const paths = files.map((file) =>
    file.startsWith(`${rules.root}/`) ? file.slice(start) : relative(rules.root, file),
  )
  return { paths, truncated }
}
