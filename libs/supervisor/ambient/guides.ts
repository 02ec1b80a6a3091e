import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { LIMITS } from '#core'
import type { Workspace } from '#workspace'

/** Instruction files for agents, the most important first; one of them is shown in full where it fits (rows 89, 91). */
const GUIDES = [
  '.docs/instructions.md',
  '.docs/instructions.append.md',
  'AGENTS.md',
  'CLAUDE.md',
  '.aircoder/guide.md',
]
const README = 'README.md'
/** Documents by name, in this order (row 91). */
const DOCUMENTS = ['SPEC.md', 'SPECIFICATION.md', 'ARCHITECTURE.md', README, `docs/${README}`]
/** The user's own instructions for every project; the first one that there is counts (row 90). */
const OWN_GUIDES = ['AGENTS.md', 'CLAUDE.md'].map((name) => `.config/aircoder/${name}`)
/** Those of other agents, where the user has no own one. Deny rules hold. */
const HOME_GUIDES = ['.codex/AGENTS.md', '.claude/CLAUDE.md']
const PARENT_GUIDES = ['AGENTS.md', 'CLAUDE.md']
const MOST_PARENTS = 3
const MOST_LINES = 8
const LINE_CHARS = 120

/** A file with instructions, and what is shown of it. */
export interface Guide {
  path: string
  text: string
}

/** The instruction files of a project and of the folders above it. */
export interface Guides {
  /** The whole text of the first one. */
  main: Guide | null
  /** The others, and documents, by name. */
  named: string[]
  /** The first lines of those above the folder, nearest first, then of the user's own. */
  above: Guide[]
}

/**
 * Finds the instruction files. Folders above the workspace are read only inside its git repository: what is further
 * up belongs to another place, and reading outside is asked (docs/design/permissions.md#order). Deny rules hold.
 */
export function findGuides(workspace: Workspace): Guides {
  const isThere = listedIn(workspace)
  const found = GUIDES.filter(isThere).flatMap((path) => textOf(path, workspace) ?? [])
  const [main = null, ...others] = found
  const documents = DOCUMENTS.filter(isThere).filter(
    (path) => workspace.readFile(path, { start: 1, end: 1 }).ok,
  )
  const different = others.filter(({ text }) => text !== main?.text).map(({ path }) => path)
  const above = [...guidesAbove(workspace), ...guidesOfUser(workspace)]
  return { main, named: [...different, ...documents], above }
}

/** Whether a path may be there, by one listing of the folder: most of them are not, and a read of each costs more. */
function listedIn(workspace: Workspace): (path: string) => boolean {
  const listing = workspace.list('.')
  if (!listing.ok || listing.truncated) return () => true
  const names = new Set(listing.entries.map(({ name }) => name))
  return (path) => names.has(path.split('/')[0] ?? '')
}

function guidesOfUser(workspace: Workspace): Guide[] {
  const { home } = workspace
  if (home === undefined) return []
  for (const name of [...OWN_GUIDES, ...HOME_GUIDES]) {
    const path = join(home, name)
    const text = OWN_GUIDES.includes(name)
      ? readOwn(path)
      : (textOf(path, workspace.permit([path]))?.text ?? null)
    if (text !== null) return [{ path: `~/${name}`, text: digest(text) }]
  }
  return []
}

/** A file beside the settings: the deny rule for that folder keeps tools away from its tokens, not the program. */
function readOwn(path: string): string | null {
  try {
    const stat = lstatSync(path)
    if (!stat.isFile() || stat.size > LIMITS.projectFileBytes) return null
    return readFileSync(path, 'utf8').trim() || null
  } catch {
    return null
  }
}

function guidesAbove(workspace: Workspace): Guide[] {
  const top = workspace.gitPlace()?.top
  if (top === undefined || relative(top, workspace.root).startsWith('..')) return []
  const found: Guide[] = []
  for (let at = workspace.root; at !== top && found.length < MOST_PARENTS; ) {
    at = dirname(at)
    const paths = PARENT_GUIDES.map((name) => relative(workspace.root, join(at, name)))
    // A link would lead out of the repository.
    const own = paths.filter((path) => {
      const place = workspace.resolve(path)
      return place.ok && place.kind === 'file' && place.target === place.absolute
    })
    const guide = own.flatMap((path) => textOf(path, workspace.permit([path])) ?? [])[0]
    if (guide !== undefined) found.push({ path: guide.path, text: digest(guide.text) })
  }
  return found
}

/** Headings and list items: what an instruction file says at a glance. */
function digest(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  const said = lines.filter((line) => /^(?:[-*+]|\d+\.)\s/.test(line))
  const plain = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return (said.length > 0 ? said : plain)
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS - 1)}…` : line))
    .join('\n')
}

function textOf(path: string, workspace: Workspace): Guide | null {
  const file = workspace.readFile(path)
  return file.ok && file.text.trim() !== '' && !file.truncated
    ? { path, text: file.text.trim() }
    : null
}
