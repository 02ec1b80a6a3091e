import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  type KnowledgePlace,
  loadBuiltIn,
  loadProtocols,
  loadSheets,
  openShelf,
  readKnowledge,
  type Shelf,
  type SkillPlace,
} from '#skills'
import type { Deps } from '#supervisor'
import type { Flags } from '../flags/flags.js'
import { userSettingsPath } from '../language/user_settings_path.js'
import { loadProject, type Project } from '../settings/load_project.js'

/** Whether bytes with this sha256 that a folder ships may be used. */
export type Trusts = (hash: string) => boolean

/** The user's own files need no trust. */
const ALWAYS: Trusts = () => true

/** What the person trusted in a folder: all of its `.aircoder`, or these shared skills. */
export function trustsOf({
  survey,
  trusted,
  strange,
}: Pick<Project, 'survey' | 'trusted' | 'strange'>): Trusts {
  const known = new Set(
    [...survey.notes].filter(([path]) => !strange.includes(path)).map(([, hash]) => hash),
  )
  return (hash) => known.has(hash) || (trusted && survey.hashes.has(hash))
}

/** The usual folders of skills, least specific first (row 239). */
function skillPlaces(cwd: string, trusts: Trusts): SkillPlace[] {
  const home = homedir()
  const user = { layer: 'user', trusts: ALWAYS } as const
  const project = { layer: 'project', trusts } as const
  return [
    { ...user, folder: join(home, '.claude/skills'), label: '~/.claude/skills' },
    { ...user, folder: join(home, '.agents/skills'), label: '~/.agents/skills' },
    {
      ...user,
      folder: join(dirname(userSettingsPath()), 'skills'),
      label: '~/.config/aircoder/skills',
    },
    { ...project, folder: join(cwd, '.aircoder/skills'), label: '.aircoder/skills' },
    { ...project, folder: join(cwd, '.agents/skills'), label: '.agents/skills' },
    { ...project, folder: join(cwd, '.claude/skills'), label: '.claude/skills' },
  ]
}

/** The skills of a folder and of the user. */
export async function openSkills(cwd: string, trusts: Trusts): Promise<Shelf> {
  return openShelf(skillPlaces(cwd, trusts), await loadBuiltIn())
}

/** Skills, knowledge and sheets of a session; they are read once. */
export async function openGuides(
  cwd: string,
  trusts: Trusts,
  aids: boolean,
): Promise<NonNullable<Deps['guides']>> {
  const [shelf, sheets, protocols] = await Promise.all([
    openSkills(cwd, trusts),
    loadSheets(),
    loadProtocols(),
  ])
  return { shelf, sheets, protocols, aids, knowledge: readKnowledge(knowledgePlaces(cwd, trusts)) }
}

function knowledgePlaces(cwd: string, trusts: Trusts): KnowledgePlace[] {
  return [
    {
      folder: join(dirname(userSettingsPath()), 'knowledge'),
      label: '~/.config/aircoder/knowledge',
      trusts: ALWAYS,
    },
    { folder: join(cwd, '.aircoder/knowledge'), label: '.aircoder/knowledge', trusts },
  ]
}

/** The guides that a run in a folder would have, for a request that is only looked at: cards come in results. */
export async function guidesFor(flags: Flags, cwd: string): Promise<NonNullable<Deps['guides']>> {
  return openGuides(cwd, trustsOf(loadProject(flags, cwd, process.env)), false)
}
