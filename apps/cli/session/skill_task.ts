import type { Shelf } from '#skills'

/**
 * The task that `/name words` starts, where a skill has that name: the person's words, then the skill.
 * Its lines are indented like quoted text, so that no sentence of it counts as a rule that the person taught.
 * @returns null where the line names no skill; or that of a command, which wins
 */
export function skillTask(
  line: string,
  shelf: Shelf | undefined,
  commands: readonly { name: string }[],
): string | null {
  const [, name = '', words = ''] = /^\/([\w.-]+)\s*([\s\S]*)$/.exec(line.trim()) ?? []
  const isCommand = commands.some((command) => command.name === name)
  const skill = name === '' || isCommand ? null : (shelf?.find(name) ?? null)
  if (skill === null) return null
  const part = skill.isFork ? ' Open it as a sub-question first with spawn_child.' : ''
  const body = skill.body.split('\n').map((text) => (text === '' ? '' : `    ${text}`))
  const asked = words.trim() === '' ? '' : `\n${words.trim()}`
  return [`Use the skill ${skill.name}: ${skill.description}${part}${asked}`, '', ...body].join(
    '\n',
  )
}
