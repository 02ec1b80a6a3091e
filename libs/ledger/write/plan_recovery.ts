import type { IntentFile, OpenIntent } from '../types/steps.js'

/**
 * apply: nothing is written, write every file · done: everything is written, only record it ·
 * finish: some files are written, write the rest · conflict: another program changed a file, write nothing ·
 * interrupted: the outcome of a command is unknown, never run it again unless the user says so.
 */
export type Recovery = 'apply' | 'done' | 'finish' | 'conflict' | 'interrupted'

type Progress = 'before' | 'between' | 'after' | 'neither'

/**
 * Decides what to do with an intent after a kill, by content hashes only (docs/design/durability.md#recovery).
 * @param current  sha256 hex of the file as it is now; null when there is none
 */
export function planRecovery(
  intent: OpenIntent,
  current: (path: string) => string | null,
): Recovery {
  if (intent.effect === 'command') return 'interrupted'
  const states = [...statesByPath(intent.files)].map(([path, chain]) =>
    progressOf(chain, current(path)),
  )
  if (states.includes('neither')) return 'conflict'
  if (states.every((state) => state === 'after')) return 'done'
  return states.every((state) => state === 'before') ? 'apply' : 'finish'
}

/** One intent can change a file several times. Returns its hashes in order, from before the first change to after the last. */
function statesByPath(files: IntentFile[]): Map<string, (string | null)[]> {
  const chains = new Map<string, (string | null)[]>()
  for (const file of files) {
    const chain = chains.get(file.path) ?? [file.beforeHash]
    chain.push(file.afterHash)
    chains.set(file.path, chain)
  }
  return chains
}

function progressOf(chain: (string | null)[], hash: string | null): Progress {
  const at = chain.lastIndexOf(hash)
  if (at === -1) return 'neither'
  if (at === chain.length - 1) return 'after'
  return at === 0 ? 'before' : 'between'
}
