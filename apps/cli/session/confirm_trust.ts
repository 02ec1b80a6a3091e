import { showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { loadProject, workFolder } from '../settings/load_project.js'
import { askTrust } from '../trust/ask_trust.js'
import { tellIgnored, wantsTrust } from '../trust/describe_trust.js'

/**
 * Asks a person at a terminal, before anything of the folder's counts, where it brings more than what
 * tightens and is not trusted as it is.
 * @returns false: the person left instead of answering
 */
export async function confirmTrust(flags: Flags, env: NodeJS.ProcessEnv): Promise<boolean> {
  const project = loadProject(flags, workFolder(flags), env)
  if (project.trusted || !wantsTrust(project)) return true
  const answer = project.survey.hash === null ? 'no' : await askTrust(project)
  if (answer === 'no') print(tellIgnored(project) ?? '')
  return answer !== 'left'
}

function print(line: string): void {
  process.stdout.write(`${showControls(line)}\n`)
}
