import type { IntentFile, OpenIntent } from '../types/steps.js'

/**
 * apply: nothing happened yet, write every file · done: all is written, only record it ·
 * finish: some files are written, write the rest · conflict: somebody else changed a file, write nothing ·
 * interrupted: a command whose outcome nobody knows, never run it again without the user's word.
 */
export type Recovery = 'apply' | 'done' | 'finish' | 'conflict' | 'interrupted'

type Progress = 'before' | 'between' | 'after' | 'neither'

/**
 * Decides what becomes of an intent whose process died, by content hashes alone (docs/design/durability.md#recovery).
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

/** One intent may change a file twice: its states in order, from the first before to the last after. */
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
