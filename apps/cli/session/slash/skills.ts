import { AircoderError } from '#core'
import { showControls } from '#terminal'
import { lintSkills, listSkills, showSkill } from '../../skills/skill_lines.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const skills: SlashCommand = {
  name: 'skills',
  hint: '[show NAME|lint]',
  help: 'skills of the user and of the folder; /NAME starts one',
  group: 'memory',
  isAllowedDuringTurn: true,
  run(rest, { wired, print }) {
    try {
      for (const line of answer(rest, wired)) print(`${showControls(line)}\n`)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      print(`${showControls(wired.say.error(error).message)}\n`)
    }
  },
}

function answer(rest: string, { deps }: SlashContext['wired']): string[] {
  const [action = '', name = ''] = rest.split(' ')
  const shelf = deps.guides?.shelf
  if (shelf === undefined) return ['There are no skills.']
  if (action === '' || action === 'list') return listSkills(shelf)
  if (action === 'show') return showSkill(name, shelf)
  if (action !== 'lint') return [`/skills has list, show and lint, not ${action}.`]
  const findings = lintSkills(shelf, deps.registry)
  return findings.length === 0 ? ['Every tool and field that they name exists.'] : findings
}
