import { showControls } from '#core'
import { listOf, readFrontMatter } from '../files/front_matter.js'

/** Where a skill comes from, least specific first: a later one replaces an earlier one of the same name (row 239). */
export const LAYERS = ['built in', 'user', 'project'] as const
export type Layer = (typeof LAYERS)[number]

/**
 * When the model is shown a skill. auto: in every task; match: in tasks with one of its keywords; manual: never, the
 * person types `/name`.
 */
export type SkillMode = 'auto' | 'match' | 'manual'

export interface Skill {
  name: string
  /** One line. */
  description: string
  mode: SkillMode
  keywords: readonly string[]
  /** The work is done as a part of its own. */
  isFork: boolean
  /** Set: it is the card of this tool. */
  targetTool: string | null
  /** Tools that it says it uses, as it writes them. */
  tools: readonly string[]
  body: string
}

const NAME = /^[A-Za-z0-9](?:[\w.-]{0,62}[A-Za-z0-9])?$/
const DESCRIPTION_CHARS = 1_024
/** Row 239. */
const PREVIEW_CHARS = 80

/**
 * Reads a SKILL.md.
 * @param folderName  its name where the front matter has none
 * @returns the skill, or why it is none
 */
export function readSkill(text: string, folderName: string): Skill | { reason: string } {
  const read = readFrontMatter(text)
  if ('reason' in read) return { reason: showControls(read.reason) }
  const { entries, body } = read
  const name = entries.get('name') || folderName
  if (!NAME.test(name))
    return {
      reason: `its name "${showControls(name.slice(0, 40))}" has other characters than letters, digits, - _ .`,
    }
  const description = oneLine(entries.get('description') ?? '')
  if (description === '') return { reason: 'its front matter has no description' }
  if (body === '') return { reason: 'it has no text below its front matter' }
  const mode = modeOf(entries)
  if (typeof mode === 'object') return mode
  return {
    name,
    description: description.slice(0, DESCRIPTION_CHARS),
    mode,
    keywords: listOf(entries.get('keywords') ?? entries.get('triggers')).map((word) =>
      word.toLowerCase(),
    ),
    isFork: entries.get('context') === 'fork',
    targetTool: entries.get('target_tool') || null,
    tools: listOf(entries.get('allowed_tools') ?? entries.get('requires_tools')),
    body: showControls(body),
  }
}

/** The start of a description, as lists show it. */
export function preview(description: string): string {
  return description.length <= PREVIEW_CHARS
    ? description
    : `${description.slice(0, PREVIEW_CHARS - 1).trimEnd()}…`
}

function modeOf(entries: ReadonlyMap<string, string>): SkillMode | { reason: string } {
  const mode = entries.get('mode')
  if (mode === 'auto' || mode === 'match' || mode === 'manual') return mode
  if (mode !== undefined)
    return { reason: `its mode is "${oneLine(mode).slice(0, 20)}", not auto, match or manual` }
  if (entries.get('disable_model_invocation') === 'true') return 'manual'
  return entries.has('keywords') || entries.has('triggers') ? 'match' : 'auto'
}

function oneLine(text: string): string {
  return showControls(text.replace(/\s+/g, ' ')).trim()
}
