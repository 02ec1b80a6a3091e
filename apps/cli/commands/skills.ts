import { AircoderError } from '#core'
import { showControls } from '#terminal'
import { createRegistry, loadBuiltinTools } from '#tools'
import type { Flags } from '../flags/flags.js'
import { loadProject } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'
import { openSkills, trustsOf } from '../skills/open_guides.js'
import { lintSkills, listSkills, showSkill } from '../skills/skill_lines.js'

/** `aircoder skills [list|show|lint]`. @returns the exit code: 1 when lint finds something */
export async function runSkills(
  action: string,
  name: string | undefined,
  flags: Flags,
): Promise<number> {
  const project = loadProject(flags, workFolder(flags), process.env)
  const shelf = await openSkills(project.cwd, trustsOf(project))
  if (action === 'list') return print(listSkills(shelf))
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

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.map(showControls).join('\n')}\n`)
  return 0
}
