import type { EntityDraft } from '../types/entity.js'
import type { CodeFacts } from './read_code.js'

/** Kind of a definition -> type of its entity. */
const TYPES: Readonly<Record<string, string>> = {
  function: 'function',
  method: 'function',
  macro: 'function',
  constructor: 'function',
  class: 'class',
  struct: 'class',
  object: 'class',
  contract: 'class',
  interface: 'type',
  type: 'type',
  enum: 'type',
  trait: 'type',
  protocol: 'type',
  union: 'type',
  module: 'module',
  namespace: 'module',
  package: 'module',
  constant: 'variable',
  variable: 'variable',
  property: 'variable',
  field: 'variable',
}
/** A file with more definitions is a table. */
const MOST_DEFINITIONS = 300

/** The type of the entity of a definition; null: it is of a kind without one. */
export function typeOfKind(kind: string): string | null {
  return TYPES[kind] ?? null
}

/** The file, its definitions, and the modules that it imports. */
export function codeEntities(path: string, facts: CodeFacts | null): EntityDraft[] {
  const file: EntityDraft = {
    type: 'file',
    name: path,
    aliases: [path.slice(path.lastIndexOf('/') + 1)],
    ...(facts !== null && { properties: { language: facts.language } }),
  }
  if (facts === null) return [file]
  const found = new Map<string, EntityDraft>([[`file ${path}`, file]])
  const add = (draft: EntityDraft) => {
    const key = `${draft.type} ${draft.name}`
    if (!found.has(key)) found.set(key, draft)
  }
  add({ type: 'module', name: moduleOf(path) })
  for (const { name, kind, line, text } of facts.definitions.slice(0, MOST_DEFINITIONS)) {
    const type = typeOfKind(kind)
    if (type === null) continue
    add({ type, name, description: text, properties: { path, line, language: facts.language } })
  }
  for (const { kind, name } of facts.links)
    if (kind === 'import') add({ type: 'module', name: importedModule(path, name) })
  return [...found.values()]
}

/** `src/auth.ts` is the module `src/auth`. */
export function moduleOf(path: string): string {
  const at = path.lastIndexOf('.')
  const stem = at > path.lastIndexOf('/') + 1 ? path.slice(0, at) : path
  return stem.replace(/\/(?:index|mod|__init__)$/, '')
}

/** What an import names: a path for a relative one, the words of the import for any other. */
export function importedModule(path: string, name: string): string {
  const plain = name.replace(/^["'<]|[">';]+$/g, '').trim()
  const dots = /^(\.+)([\w.]*)$/.exec(plain)
  const folder = path.split('/').slice(0, -1)
  // Python: one dot is the package of the file, each further one is the package above.
  if (dots !== null && !plain.includes('/')) {
    const up = (dots[1]?.length ?? 1) - 1
    const inner = (dots[2] ?? '').split('.').filter((part) => part !== '')
    return [...folder.slice(0, folder.length - up), ...inner].join('/')
  }
  if (!/^\.{1,2}\//.test(plain)) return plain
  for (const part of plain.split('/')) {
    if (part === '..') folder.pop()
    else if (part !== '.' && part !== '') folder.push(part)
  }
  return moduleOf(folder.join('/'))
}
