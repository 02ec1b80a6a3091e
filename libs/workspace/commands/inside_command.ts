import { readFileSync } from 'node:fs'
import { COMMAND_MARK, type Environment } from '../programs/environment.js'

/** A chain of parents is rarely longer. */
const MOST_PARENTS = 64

/**
 * Whether this process is part of a command of an agent: then it speaks for the model, not for the person. A parent
 * tells it too where the command has changed the environment; only Linux shows that of other processes.
 */
export function isInsideCommand(env: Environment, parent: number): boolean {
  if (env[COMMAND_MARK] !== undefined) return true
  for (let pid = parent, left = MOST_PARENTS; pid > 1 && left > 0; left -= 1) {
    const variables = read(`/proc/${pid}/environ`).split('\0')
    if (variables.some((one) => one.startsWith(`${COMMAND_MARK}=`))) return true
    // "12 (name) S 11 …": the name may hold anything, also brackets.
    const stat = read(`/proc/${pid}/stat`)
    pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  }
  return false
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
