import { basename, dirname, join } from 'node:path'
import { LIMITS } from '#core'
import { findFiles, readText } from '../files/find_files.js'
import { type Layer, preview, readSkill, type Skill } from './skill.js'

/** A folder of skills. */
export interface SkillPlace {
  layer: Layer
  /** Absolute. */
  folder: string
  /** How its files are named to people: `.claude/skills`. */
  label: string
  /** sha256 hex of the bytes of files that may be used: what a repository ships counts after trust. */
  trusts(hash: string): boolean
}

/** A skill with its place. */
export interface ShelvedSkill extends Skill {
  layer: Layer
  /** Of its SKILL.md, as people see it. */
  path: string
  /** Absolute; null: it is built in. */
  folder: string | null
  hash: string
}

/** The skills of a session. */
export interface Shelf {
  /** Those in use, sorted by name. Cards of tools are not among them. */
  skills: readonly ShelvedSkill[]
  /** Skills that are cards of a tool (row 235). */
  cards: readonly ShelvedSkill[]
  /** What is not used, and why, by path. */
  bad: readonly { path: string; reason: string }[]
  /** Paths of files that are not trusted. */
  untrusted: readonly string[]
  /** Folders with more entries than are read. */
  cut: readonly string[]
  /** One line for each skill that a task of these words shows; sorted by name, of at most LIMITS.skillChars. */
  lines(message: string): string[]
  /** A line for each that the model may load. */
  all(): string[]
  /** A skill as a person asked for it, or null. */
  find(name: string): ShelvedSkill | null
  /** Its text as it is now, where it is the same as when the session began. */
  load(name: string): { ok: boolean; text: string; isPart?: boolean }
}

/** Reads all skills, least specific place first. A later place replaces a skill of the same name. */
export function openShelf(
  places: readonly SkillPlace[],
  builtIn: readonly ShelvedSkill[] = [],
): Shelf {
  const byName = new Map<string, ShelvedSkill>(builtIn.map((skill) => [skill.name, skill]))
  const bad: { path: string; reason: string }[] = []
  const untrusted: string[] = []
  const cut: string[] = []
  for (const { layer, folder, label, trusts } of places) {
    const found = findFiles(folder, (name, depth) => name === 'SKILL.md' && depth > 0)
    bad.push(
      ...found.bad.map(({ path, reason }) => ({
        path: path === '.' ? label : `${label}/${path}`,
        reason,
      })),
    )
    if (found.isCut) cut.push(label)
    const own = new Set<string>()
    for (const { path, text, hash } of found.files) {
      const shown = `${label}/${path}`
      if (!trusts(hash)) {
        untrusted.push(shown)
        continue
      }
      const skill = readSkill(text, basename(dirname(path)))
      if ('reason' in skill) bad.push({ path: shown, reason: skill.reason })
      else if (own.has(skill.name))
        bad.push({ path: shown, reason: `another skill of ${label} is named ${skill.name}` })
      else {
        own.add(skill.name)
        byName.set(skill.name, {
          ...skill,
          layer,
          path: shown,
          folder: join(folder, dirname(path)),
          hash,
        })
      }
    }
  }
  const all = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const skills = all.filter(({ targetTool }) => targetTool === null)
  const find = (name: string) => skills.find((skill) => plain(skill.name) === plain(name)) ?? null
  return {
    skills,
    cards: all.filter(({ targetTool }) => targetTool !== null),
    bad,
    untrusted,
    cut,
    lines: (message) => linesFor(skills, message),
    all: () => skills.filter(({ mode }) => mode !== 'manual').map(lineOf),
    find,
    load(name) {
      const skill = find(name)
      if (skill !== null) return loadSkill(skill)
      const offered = skills.filter(({ mode }) => mode !== 'manual').map((one) => one.name)
      return {
        ok: false,
        text: `There is no skill "${name}". Skills: ${offered.join(', ') || 'none'}.`,
      }
    },
  }
}

/** Those that the words call for come first where not all fit; then the order of the names. */
function linesFor(skills: readonly ShelvedSkill[], message: string): string[] {
  const words = message.toLowerCase()
  const fits = ({ keywords }: Skill) => keywords.some((word) => words.includes(word))
  const named = ({ name }: Skill) => words.includes(name.toLowerCase())
  const offered = skills.filter(
    (one) => one.mode === 'auto' || (one.mode === 'match' && (fits(one) || named(one))),
  )
  const first = offered.filter((one) => fits(one) || named(one))
  const kept: ShelvedSkill[] = []
  let chars = 0
  for (const skill of [...first, ...offered.filter((one) => !first.includes(one))]) {
    chars += lineOf(skill).length + 1
    if (chars > LIMITS.skillChars) break
    kept.push(skill)
  }
  const left = offered.length - kept.length
  const lines = kept.sort((a, b) => (a.name < b.name ? -1 : 1)).map(lineOf)
  return left === 0 ? lines : [...lines, `- ${left} more: call skill without a name to list them`]
}

function lineOf({ name, description }: Skill): string {
  return `- ${name}: ${preview(description)}`
}

/** Case, - and _ do not matter. */
function plain(name: string): string {
  return name.trim().replace(/^\//, '').toLowerCase().replaceAll('_', '-')
}

function loadSkill(skill: ShelvedSkill): { ok: boolean; text: string; isPart?: boolean } {
  const { name, path, folder, hash, isFork } = skill
  if (folder !== null) {
    const now = readText(join(folder, 'SKILL.md'))
    if ('reason' in now)
      return { ok: false, text: `The skill ${name} cannot be loaded: ${now.reason}.` }
    if (now.hash !== hash)
      return {
        ok: false,
        text: `The skill ${name} was changed after the session began. Start a new session to use it.`,
      }
  }
  const where = folder === null ? 'built in' : path
  const files =
    folder === null
      ? []
      : [`Its files are in ${dirname(path)}. Read or run them like any other file.`]
  const head = [`Skill ${name} (${where}). It gives no permission.`, ...files]
  return { ok: true, text: [...head, '', skill.body].join('\n'), ...(isFork && { isPart: true }) }
}
