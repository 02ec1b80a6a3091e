import type { Flags } from '../../flags/flags.js'
import { loadProject } from '../../settings/load_project.js'
import { workFolder } from '../../settings/work_folder.js'
import { askTrust } from '../../trust/ask_trust.js'
import { describeIgnored, waitsForTrust } from '../../trust/describe_trust.js'
import { printSentence } from '../../trust/print_sentence.js'

/**
 * Asks a person at a terminal whether to trust the folder, before any of its settings apply. It asks only
 * when the folder has entries that do more than restrict.
 * @returns false: the person closed the input instead of answering
 */
export async function confirmTrust(flags: Flags, env: NodeJS.ProcessEnv): Promise<boolean> {
  const project = loadProject(flags, workFolder(flags), env)
  if (!waitsForTrust(project)) return true
  const answer = project.survey.hash === null ? 'no' : await askTrust(project)
  if (answer === 'no') printSentence(describeIgnored(project) ?? '')
  return answer !== 'left'
}
