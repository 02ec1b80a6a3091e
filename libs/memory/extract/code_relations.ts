import type { EntityName, RelationDraft } from '../types/entity.js'
import { importedModule, moduleOf, typeOfKind } from './code_entities.js'
import type { CodeFacts } from './read_code.js'

/** Relations that one file gives. */
const MOST_RELATIONS = 400
const TEST_FILE = /(?:^|[/_.-])(?:tests?|specs?)(?:[/_.-]|$)/i

/** What a file imports, exports, calls, builds on, uses and tests. */
export function codeRelations(path: string, facts: CodeFacts): RelationDraft[] {
  const file = { type: 'file', name: path }
  const found = new Map<string, RelationDraft>()
  const add = (type: string, source: EntityName, target: EntityName) => {
    if (source.type === target.type && source.name === target.name) return
    const key = `${type} ${source.type} ${source.name} ${target.type} ${target.name}`
    if (found.size < MOST_RELATIONS && !found.has(key)) found.set(key, { type, source, target })
  }
  add('exports', file, { type: 'module', name: moduleOf(path) })
  const isTest = TEST_FILE.test(path)
  for (const { kind, name } of facts.links) {
    if (kind !== 'import') continue
    const target = { type: 'module', name: importedModule(path, name) }
    add('imports', file, target)
    if (isTest && target.name.includes('/')) add('tests', file, target)
  }
  for (const definition of topLevel(facts)) add('exports', file, nameOf(definition))
  for (const link of facts.links) {
    if (link.kind === 'import') continue
    const around = enclosing(facts, link.line)
    if (around === null || around.name === link.name) continue
    const source = nameOf(around)
    if (link.kind === 'call') add('calls', source, { type: 'function', name: link.name })
    else if (link.kind === 'uses') add('uses', source, targetOf(facts, link.name, 'type'))
    else
      add(link.kind, source, targetOf(facts, link.name, link.kind === 'extends' ? 'class' : 'type'))
  }
  return [...found.values()]
}

/** Definitions that lie in no other one. */
function topLevel({ definitions }: CodeFacts) {
  let end = 0
  return definitions.filter((definition) => {
    if (definition.line <= end || typeOfKind(definition.kind) === null) return false
    end = definition.end
    return true
  })
}

/** The innermost definition around a line. */
function enclosing({ definitions }: CodeFacts, line: number) {
  const around = definitions.filter(
    (one) => one.line <= line && line <= one.end && typeOfKind(one.kind) !== null,
  )
  return around.at(-1) ?? null
}

function nameOf({ kind, name }: { kind: string; name: string }): EntityName {
  return { type: typeOfKind(kind) ?? 'variable', name }
}

/** A name that the file defines has the type of its definition. */
function targetOf(facts: CodeFacts, name: string, otherwise: string): EntityName {
  const own = facts.definitions.find((one) => one.name === name)
  return { type: (own === undefined ? null : typeOfKind(own.kind)) ?? otherwise, name }
}
