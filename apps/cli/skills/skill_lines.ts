import { AircoderError, countNoun } from '#core'
import { preview, type Shelf, type ShelvedSkill } from '#skills'
import { cardsOf, cardTitle, lintCard, type Registry, toCard } from '#tools'

/** All skills, then what is not used and why. */
export function listSkills(shelf: Shelf): string[] {
  const own = [...shelf.skills, ...shelf.cards]
  const width = Math.max(0, ...own.map(({ name }) => name.length))
  return [...own.map((skill) => skillLine(skill, width)), ...troubleLines(shelf)]
}

/** A skill with its place and its text. @throws AircoderError NO_SUCH_SKILL */
export function showSkill(name: string, shelf: Shelf): string[] {
  const skill = shelf.find(name) ?? shelf.cards.find((card) => card.name === name) ?? null
  if (skill === null) throw new AircoderError('NO_SUCH_SKILL', { name })
  const { description, path, mode, keywords, tools, body } = skill
  return [
    `${skill.name}: ${description}`,
    `from ${path}; ${whenLine(skill)}${keywords.length === 0 ? '' : `; keywords ${keywords.join(', ')}`}`,
    ...(tools.length === 0 ? [] : [`uses ${tools.join(', ')}; the gate asks for them as always`]),
    ...(mode === 'manual' ? [`start it with /${skill.name} in a session`] : []),
    '',
    ...body.split('\n'),
  ]
}

/**
 * Compares the cards of tools and the skills with the tools as they are.
 * @returns findings, one line each; none when everything that is named exists
 */
export function lintSkills(shelf: Shelf, registry: Registry): string[] {
  const cards = cardsOf(registry.list()).flatMap((card) =>
    lintCard(card, registry).map((finding) => `card of ${card.tool}: ${finding}`),
  )
  const own = shelf.cards.flatMap(({ targetTool, body, path }) => {
    const tool = targetTool ?? ''
    const card = toCard(tool, `${cardTitle(tool)}\n${body}`, { words: undefined })
    return lintCard(card, registry).map((finding) => `${path}: ${finding}`)
  })
  const tools = shelf.skills.flatMap(({ path, tools: named }) =>
    named
      .map((name) => name.replace(/\(.*$/, ''))
      .filter((name) => registry.find(name) === null)
      .map((name) => `${path}: it uses "${name}", which is no tool here`),
  )
  return [...cards, ...own, ...tools, ...troubleLines(shelf)]
}

function skillLine(skill: ShelvedSkill, width: number): string {
  return `${skill.layer.padEnd(8)} ${skill.name.padEnd(width)}  ${preview(skill.description)} (${whenLine(skill)})`
}

function whenLine({ mode, targetTool, name, isFork }: ShelvedSkill): string {
  if (targetTool !== null) return `card of ${targetTool}`
  const part = isFork ? ', as a part of its own' : ''
  if (mode === 'manual') return `/${name}${part}`
  return `${mode === 'auto' ? 'offered in every task' : 'offered in tasks with its keywords'}${part}`
}

function troubleLines({ bad, untrusted, cut }: Shelf): string[] {
  return [
    ...bad.map(({ path, reason }) => `not used: ${path}: ${reason}`),
    ...(untrusted.length === 0
      ? []
      : [
          `not used: ${untrusted.slice(0, 5).join(', ')}${untrusted.length > 5 ? ` and ${countNoun(untrusted.length - 5, 'more file')}` : ''}: not trusted. Read, then run \`aircoder trust add\`.`,
        ]),
    ...cut.map((label) => `not read: more entries of ${label}`),
  ]
}
