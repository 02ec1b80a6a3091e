import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#core'
import { projectEntries, projectText } from '../files/project_text.js'
import { JS, LINTER_RULES, type Signs } from './linter_rules.js'
import type { Linter } from './types.js'

/** How many levels of folders are searched for source files. */
const DEPTH = 3

/**
 * Finds the type checkers and linters of a project from the files in its root. Runs nothing and does not
 * check whether they are installed. Never throws and never waits.
 */
export function discoverLinters(root: string): Linter[] {
  const signs = readSigns(root)
  const types = scriptLinter(signs, /^(type-?check|check-?types|types)$/, 'types')
  const found = LINTER_RULES.filter((one) => one.applies(signs))
    .map(({ applies: _, ...linter }) => linter)
    // The project's own script knows more: several projects, another configuration.
    .filter(({ name }) => types === undefined || name !== 'tsc')
  const hasLint = found.some(({ kind, endings }) => kind === 'lint' && endings === JS)
  const lint = hasLint ? undefined : scriptLinter(signs, /^lint$/, 'lint')
  const all = [types, ...found, lint].filter((one) => one !== undefined)
  // The syntax check runs only when no better linter checks Python files.
  const better = all.some(({ name, endings }) => endings[0] === '.py' && name !== 'python syntax')
  return better ? all.filter(({ name }) => name !== 'python syntax') : all
}

/** The project's own script; one that changes files or keeps running is not used. */
function scriptLinter(signs: Signs, names: RegExp, kind: Linter['kind']): Linter | undefined {
  const [key, text] = Object.entries(scripts(signs)).find(([one]) => names.test(one)) ?? []
  if (key === undefined || typeof text !== 'string' || text === '') return undefined
  if (/--(fix|write|watch)\b|\s-w\b/.test(text)) return undefined
  return { name: `npm ${kind}`, kind, command: `npm run -s ${key}`, program: 'npm', endings: JS }
}

function scripts(signs: Signs): Record<string, unknown> {
  try {
    return JSON.parse(signs.text('package.json'))?.scripts ?? {}
  } catch {
    return {}
  }
}

function readSigns(root: string): Signs {
  const has = (name: string) => existsSync(join(root, name))
  let left = 0
  const endingIn = (folder: string, endings: readonly string[], depth: number): boolean =>
    projectEntries(folder).some((entry) => {
      left -= 1
      if (left < 0) return false
      if (entry.isFile()) return endings.some((ending) => entry.name.endsWith(ending))
      const enter = entry.isDirectory() && depth > 1 && !/^\.|^node_modules$/.test(entry.name)
      return enter && endingIn(join(folder, entry.name), endings, depth - 1)
    })
  return {
    has,
    text: (name) => projectText(join(root, name)),
    some(endings) {
      left = LIMITS.projectNames
      return endingIn(root, endings, DEPTH)
    },
  }
}
