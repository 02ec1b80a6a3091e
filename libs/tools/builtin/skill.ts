import { z } from 'zod'
import { defineTool, fail } from '../declare/tool.js'

export const skill = defineTool({
  name: 'skill',
  summary: 'Load a skill by its name, or list all.',
  input: z.object({ name: z.string().trim().optional() }),
  aliases: {
    names: ['Skill', 'SkillList', 'load_skill', 'use_skill', 'list_skills', 'activate_skill'],
    fields: { name: ['skill', 'skill_name', 'command'] },
  },
  effect: 'read',
  danger: false,
  evidence: null,
  needs: 'skills',
  route: { base: 'always', quiet: true },
  paths: () => [],
  describe: ({ name }) => (name ? `load the skill ${name}` : 'list the skills'),

  async run({ name = '' }, { skills }) {
    const lines = skills?.all() ?? []
    if (skills === undefined || lines.length === 0)
      return fail('There are no skills in this folder. Go on without one.')
    if (name === '') return { ok: true, text: ['Skills:', ...lines].join('\n') }
    const { ok, text, isPart } = skills.load(name)
    if (!ok) return fail(text)
    if (isPart !== true) return { ok: true, text }
    const note =
      'Do it as a part of its own: it is opened. Finish it with resolve before you continue with the rest.'
    return {
      ok: true,
      text: `${note}\n${text}`,
      plan: [{ type: 'spawn', hypothesis: `skill ${name}` }],
    }
  },
})
