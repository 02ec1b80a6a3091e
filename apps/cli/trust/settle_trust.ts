import { openInput, showControls } from '#terminal'
import type { Flags } from '../options.js'
import { loadProject, type Project, workFolder } from '../settings_files.js'
import { tellEntries, tellIgnored, wantsTrust } from './tell_trust.js'
import { writeTrusted } from './trust_file.js'

type Answer = 'yes' | 'no' | 'left'

/**
 * Asks a person at a terminal, before anything of the folder's counts, where it brings more than what
 * tightens and is not trusted as it is.
 * @returns false: the person left instead of answering
 */
export async function settleTrust(flags: Flags, env: NodeJS.ProcessEnv): Promise<boolean> {
  const project = loadProject(flags, workFolder(flags), env)
  if (project.trusted || !wantsTrust(project)) return true
  const answer = project.survey.hash === null ? 'no' : await askTrust(project)
  if (answer === 'no') print(tellIgnored(project) ?? '')
  return answer !== 'left'
}

/** Shows all that would count and asks once; on a y it is kept, for these bytes alone. */
export async function askTrust(project: Project): Promise<Answer> {
  print(`${project.cwd}/.aircoder brings more than what tightens:`)
  for (const line of tellEntries(project)) print(`  ${line}`)
  const input = openInput({ input: process.stdin, output: process.stdout, terminal: true })
  const prompt = 'trust this folder with it, until it changes? y = yes · n = no: '
  try {
    for (;;) {
      const line = await input.ask(prompt, new AbortController().signal)
      if (line === null) return 'left'
      const [letter] = /^\s*(?:y(?:es)?|no?)\s*$/i.exec(line) ?? []
      if (letter === undefined) continue
      if (!/y/i.test(letter)) return 'no'
      writeTrusted(project.trustFile, project.cwd, project.survey.hash)
      return 'yes'
    }
  } finally {
    input.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${showControls(line)}\n`)
}
