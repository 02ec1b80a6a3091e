import { AircoderError } from '#core'
import { openInput } from '#terminal'
import { createRegistry, loadBuiltinTools } from '#tools'
import { askChoice, YES_NO } from '../answers/ask_choice.js'
import type { SkillsFlags } from '../flags/flags.js'
import { printEntries, printLines } from '../output/in_rows.js'
import { loadProject, type Project } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'
import { openSkills, trustsOf } from '../skills/open_guides.js'
import { acceptDraft, draftLines, draftNamed, readDrafts } from '../skills/skill_drafts.js'
import { lintSkills, listSkills, showSkill } from '../skills/skill_lines.js'

/** `aircoder skills [list|show|lint|propose|accept]`. @returns the exit code: 1 when lint finds something */
export async function runSkills(
  action: string,
  name: string | undefined,
  flags: SkillsFlags,
): Promise<number> {
  const project = loadProject(flags, workFolder(flags), process.env)
  if (action === 'propose') return print(draftLines(readDrafts(project)))
  if (action === 'accept') return accept(name ?? '', project, flags)
  const shelf = await openSkills(project.cwd, trustsOf(project))
  if (action === 'list') {
    printEntries(listSkills(shelf), process.stdout)
    return 0
  }
  if (action === 'show') {
    if (name === undefined)
      throw new AircoderError('USAGE', { reason: 'skills show needs a name.' })
    return print(showSkill(name, shelf))
  }
  const findings = lintSkills(shelf, createRegistry(await loadBuiltinTools(['skills'])))
  if (findings.length === 0)
    return print(['All cards and skills name tools and fields that exist.'])
  print(findings)
  return 1
}

/** A y at the terminal. */
async function confirmed(): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false
  const input = openInput({ input: process.stdin, output: process.stdout, terminal: true })
  const question = { prompt: 'write this skill? y = yes · n = no: ', choices: YES_NO }
  try {
    const answer = await askChoice(
      question,
      { input, leave: () => {} },
      new AbortController().signal,
    )
    return answer?.key === 'y'
  } finally {
    input.close()
  }
}

/** Shows the whole file before it asks. Without a terminal nobody can be asked. */
async function accept(name: string, project: Project, { yes }: SkillsFlags): Promise<number> {
  const draft = draftNamed(name, project)
  print([`${draft.path}:`, ...draft.text.split('\n')])
  if (yes !== true && !(await confirmed())) {
    print(['Nothing was written. To write it: pass --yes, or answer y.'])
    return 0
  }
  return print([acceptDraft(name, project)])
}

function print(lines: readonly string[]): number {
  printLines(lines.join('\n'), process.stdout)
  return 0
}
