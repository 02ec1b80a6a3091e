import type { Command } from 'commander'
import { type Act, addAction, type Done } from './command_groups.js'
import type { SkillsFlags } from './flags/flags.js'
import { withLook } from './flags/options.js'

/** `aircoder skills`; without a command it lists. */
export function addSkills(program: Command, done: Done): void {
  const group = program
    .command('skills')
    .description(
      'Skills (SKILL.md) of the user and of the folder: list, show NAME, lint, propose, accept NAME.',
    )
  for (const row of [
    ['list', 'List the skills, and what is not used and why.'],
    ['show <name>', 'Show a skill.'],
    ['propose', 'Show skills that solved tasks of this folder suggest; nothing is written.'],
    ['accept <name>', 'Write a proposed skill into .agents/skills, after a yes.'],
    ['lint', 'Compare cards and skills with the tools; exit code 1 when something does not exist.'],
  ] as const) {
    const action = row[0].split(' ')[0] ?? ''
    const act: Act<SkillsFlags> = async (name, flags) => {
      const { runSkills } = await import('./commands/skills.js')
      return runSkills(action, name, flags)
    }
    const command = withLook(addAction(group, row, { act, done }))
    if (action === 'accept') command.option('--yes', 'write it without a question')
  }
}
