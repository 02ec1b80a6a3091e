import type { Call, Spec } from '../readers/program.js'
import { fork } from '../state/state.js'
import { NOTHING } from '../state/types.js'
import { askAboutInnerText } from './program_files.js'

/** How test runners and build tools take their words. */
export const RUNNER: Spec = {
  operands: 'try',
  through: true,
  text: '--grep -g -t -k -m --testNamePattern --test-name-pattern --filter --title --message --run -run --bench -G',
}

/** Asks where a program would run what an earlier part of the same command wrote into a file of the project. */
export function noteProjectFiles({ name, state, walker }: Call, files: readonly string[]): void {
  for (const cwd of state.cwds ?? [])
    for (const file of files)
      if (walker.isCreated(`${cwd}/${file}`, 'text'))
        walker.unsure(`${name} runs what the same command wrote into ${file}`)
}

/** Reads a script that the command itself contains, for the denied files that it names. */
export function inspectGiven(text: string, { state, walker }: Call): void {
  walker.inspectQuietly(text, fork(state, { stdin: NOTHING, depth: state.depth + 1 }))
}

/**
 * Reads a script of the project for the denied files that it names. The script is not the model's: one
 * that loads `.env` for its tests is asked and not denied, or such a project could not be tested.
 */
export function inspectProjectScript(text: string, { name, state, walker }: Call): void {
  const inner = fork(state, { stdin: NOTHING, depth: state.depth + 1 })
  const [given] = walker.deniedIn(text, inner)
  if (given !== undefined)
    walker.unsure(`${name} runs a script of the project that names ${given}, which is protected`)
  askAboutInnerText(text, { name, args: [], state, walker })
}
