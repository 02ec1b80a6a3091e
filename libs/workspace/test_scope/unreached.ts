import { join, posix } from 'node:path'
import { projectText } from '../files/project_text.js'
import { sourcesIn } from './test_inputs.js'

/** Languages in which a file is loaded by its name. */
const LANGUAGES = [/(?<!\.d)\.[cm]?[jt]sx?$/, /\.py$/, /\.go$/, /\.(?:sh|bash)$/]
/** Code that loads what it finds, or a program that loads files by a rule of its own. */
const LOADS_ALL =
  /\breaddir|\bglob|\bimportlib\b|__import__|\bpkgutil\b|\biter_modules\b|\bimport\(\s*[^'"\s)]|\brequire\(\s*[^'"\s)]|import\.meta\.glob|\brequire\.context\b|\bfind \.|\*\.(?:sh|js|py)\b|\b(?:playwright|cypress|puppeteer|selenium|django|rails|next|nuxt|nestjs|electron)\b/i
/** Files that are loaded by the name of their folder. */
const OF_FOLDER = /^(?:index\.[cm]?[jt]sx?|__init__\.py|__main__\.py|mod\.[jt]s)$/
const WORD = /[\w$-]+/g

/**
 * Changed sources that no test loads, by the names in the tests and in the files that these load. A file counts as loaded as
 * soon as its name occurs as a word, so only what is surely not loaded is returned.
 * @param roots  test files and scripts of the test command, relative to the root
 */
export function findUnreached(
  root: string,
  paths: readonly string[],
  roots: readonly string[],
): string[] {
  const open = paths.filter(
    (path) =>
      !roots.includes(path) &&
      LANGUAGES.some((one) => one.test(path) && roots.some((test) => one.test(test))),
  )
  if (open.length === 0) return []
  const sources = sourcesIn(root)
  const byName = new Map<string, string[]>()
  const indexes = sources.filter((path) => OF_FOLDER.test(posix.basename(path)))
  for (const path of sources)
    for (const name of namesOf(root, path)) byName.set(name, [...(byName.get(name) ?? []), path])
  const reached = new Set<string>()
  let hasNames = false
  const next = sources.filter((path) => roots.includes(path) || isSetUp(path))
  if (next.length === 0) return []
  while (next.length > 0) {
    const path = next.pop() ?? ''
    if (reached.has(path)) continue
    reached.add(path)
    const text = projectText(join(root, path))
    if (LOADS_ALL.test(text)) return []
    const named = [
      ...[...new Set(text.match(WORD))].flatMap((word) => byName.get(word) ?? []),
      ...indexes.filter((one) => !reached.has(one) && loadsFolder(root, one, text)),
    ].filter((one) => one !== path)
    hasNames ||= named.length > 0
    next.push(...named.filter((one) => !reached.has(one)))
    // All files of a folder are one package.
    if (path.endsWith('.go'))
      for (const other of sources)
        if (other.endsWith('.go') && posix.dirname(other) === posix.dirname(path)) next.push(other)
  }
  // Tests that name no source reach the code by another way.
  if (!hasNames) return []
  return open.filter((path) => !reached.has(path) && sources.includes(path))
}

function namesOf(root: string, path: string): string[] {
  const folder = posix.basename(posix.dirname(path))
  if (path.endsWith('.go')) return [folder === '.' ? moduleOf(root) : folder]
  const name = posix.basename(path)
  if (OF_FOLDER.test(name)) return name.endsWith('.py') ? [folder] : []
  const stem = name.replace(/\.\w+$/, '')
  return [...new Set([stem, stem.replace(/\.\w+$/, ''), name.replace(/\..*$/, '')])]
}

function moduleOf(root: string): string {
  const module = /^module\s+(\S+)/m.exec(projectText(join(root, 'go.mod')))?.[1] ?? ''
  return posix.basename(module)
}

/** Whether a text imports the folder of an index file: `'../src'`, `'#planner'`, the name of the package. */
function loadsFolder(root: string, index: string, text: string): boolean {
  const folder = posix.basename(posix.dirname(index))
  const named = folder === '.' ? '' : escaped(folder)
  const isRoot = folder === '.' || /^(?:src|lib|source)$/.test(folder)
  const own = isRoot ? escaped(packageOf(root)) : ''
  const names = [named, own, folder === '.' ? '\\.\\.?/?' : ''].filter(Boolean)
  if (/['"`/]index(?:\.\w+)?['"`]/.test(text)) return true
  return names.some((name) =>
    new RegExp(`['"\`](?:[^'"\`\\n]{0,200}[/#@])?${name}/?['"\`]`).test(text),
  )
}

function packageOf(root: string): string {
  return /"name"\s*:\s*"([^"]{1,200})"/.exec(projectText(join(root, 'package.json')))?.[1] ?? ''
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Runners load them by their names. */
function isSetUp(path: string): boolean {
  return /(?:^|\/)(?:conftest\.py|[\w.-]*setup[\w.-]*|[\w-]+\.config\.[cm]?[jt]s)$/.test(path)
}
