import { join } from 'node:path'
import { projectText } from '../files/project_text.js'
import type { TestProject } from './types.js'

/** Reads what the test command of a project runs: one level of package.json scripts and of Makefile recipes. */
export function testProject(root: string, command: string | null): TestProject {
  if (command === null) return { root, command, scripts: [] }
  return { root, command, scripts: [...npmScripts(root, command), ...recipe(root, command)] }
}

function npmScripts(root: string, command: string): string[] {
  if (!/^(npm|pnpm|yarn|bun)\b/.test(command)) return []
  try {
    const { scripts } = JSON.parse(projectText(join(root, 'package.json'))) as {
      scripts?: Record<string, unknown>
    }
    const test = scripts?.test
    if (typeof test !== 'string') return []
    const named = [...test.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name = '']) => name)
    const inner = named.flatMap((name) => {
      const text = scripts?.[name]
      return typeof text === 'string' ? [text] : []
    })
    return [test, ...inner]
  } catch {
    // An invalid package.json has no script.
    return []
  }
}

function recipe(root: string, command: string): string[] {
  const target = /^(?:g?make)\s+(\w+)$/.exec(command)?.[1]
  return target === undefined ? [] : recipeOf(makefile(root), target)
}

function makefile(root: string): string {
  const text = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => projectText(join(root, name)))
  return text.find((one) => one !== '') ?? ''
}

function recipeOf(text: string, target: string): string[] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => ruleOf(target).test(line))
  if (start === -1) return []
  const end = lines.findIndex((line, at) => at > start && /^\S/.test(line))
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .map((line) => line.trim().replace(/^[@-]+/, ''))
    .filter(Boolean)
}

function ruleOf(target: string, flags = ''): RegExp {
  return new RegExp(`^${target}\\s*:(?!=)`, flags)
}

/** What makes a recipe more than the line that is read. */
const UNREAD =
  /^[^\S\n\r\u2028\u2029]*-?include\b|^[^\S\n\r\u2028\u2029]*(?:export\s+|override\s+)?\.?(?:SHELL|MAKEFLAGS|ONESHELL|IGNORE|SHELLFLAGS)\b|^\.(?:ONESHELL|IGNORE|POSIX)\b/m

/**
 * The one command that `make TARGET` runs, where the Makefile shows that it runs this and nothing else; null: it may run
 * more, or less.
 */
export function onlyRecipe(root: string, words: readonly string[]): string | null {
  const [program = '', target = '', ...others] = words
  if (!/^g?make$/.test(program) || others.length > 0 || !/^\w+$/.test(target)) return null
  const text = makefile(root)
  const rules = text.match(ruleOf(target, 'gm')) ?? []
  const hasNeeds = !new RegExp(`^${target}\\s*:\\s*$`, 'm').test(text)
  // Without it a file of that name is the target, and nothing runs.
  const isPhony = new RegExp(`^\\.PHONY\\s*:[^\\n]*\\b${target}\\b`, 'm').test(text)
  if (rules.length !== 1 || hasNeeds || !isPhony || UNREAD.test(text)) return null
  const [line = '', ...more] = recipeOf(text, target)
  const isPlain = /^[^$\\`]+$/.test(line) && !/^\s{1,40}@?-/m.test(text)
  return more.length === 0 && isPlain ? line : null
}

/** How deep scripts of the shell are followed, and how many of them. */
const SCRIPT_DEPTH = 3
const MOST_SCRIPTS = 50

const SCRIPT = /(?<![\w./-])[\w./-]+\.(?:sh|bash|bats)\b/g
/** A program whose output a test compares, and no part of the tests: `[ "$(sh greet.sh)" = … ]`, `sh greet.sh | grep -q …`. */
const TESTED = /\$\([^()\n]*\)|[^\s;&|][^;&|\n]{0,300}\|(?!\|)(?=\s*(?:grep|cmp|diff)\b)/g

/** The scripts of the shell that the tests run through others, by their paths relative to the root. */
export function innerScripts(root: string, texts: readonly string[]): string[] {
  const found = new Set<string>()
  let next = texts
  for (let depth = 0; depth < SCRIPT_DEPTH && found.size < MOST_SCRIPTS; depth += 1) {
    const names = next
      .flatMap((text) => text.replace(TESTED, ' ').match(SCRIPT) ?? [])
      .map((name) => name.replace(/^\.\//, ''))
      .filter((name) => !name.startsWith('/') && !name.includes('..') && !found.has(name))
    for (const name of names.slice(0, MOST_SCRIPTS)) found.add(name)
    next = names.slice(0, MOST_SCRIPTS).map((name) => projectText(join(root, name)))
  }
  return [...found]
}

/** It begins only where a word does: within a long one every sign would begin a search of its rest. */
const PROGRAM = /(?<![\w$/.-])(?:\.\/)?([\w-][\w./-]*\.(?:[cm]?[jt]s|py|rb|php|pl))\b/g

/** Programs of the project that the words of its check start, by their paths: "node run.mjs". */
export function checkPrograms(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(PROGRAM)].map(([, path = '']) => path))
  return [...new Set(found)].filter((path) => !path.includes('..'))
}
