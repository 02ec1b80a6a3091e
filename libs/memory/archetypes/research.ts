import { listField, textField } from '../extract/fields.js'
import type { Archetype } from '../types/archetype.js'
import type { EntityDraft, RelationDraft } from '../types/entity.js'
import type { MemoryEvent } from '../types/event.js'

/** A source from an event about one: `url` or `title`. */
function sourceOf(event: MemoryEvent): EntityDraft | null {
  const [url, title] = [textField(event, 'url'), textField(event, 'title')]
  const name = title ?? url
  if (name === null) return null
  return { type: 'source', name, ...(url !== null && { properties: { url } }) }
}

function authorsOf(event: MemoryEvent): EntityDraft[] {
  const names = [...listField(event, 'authors'), ...listField(event, 'author')]
  return names.map((name) => ({ type: 'author', name }))
}

function topicsOf(event: MemoryEvent): EntityDraft[] {
  const names = [...listField(event, 'topics'), ...listField(event, 'topic')]
  return names.map((name) => ({ type: 'topic', name }))
}

function readSource(event: MemoryEvent): EntityDraft[] {
  const source = sourceOf(event)
  return [...(source === null ? [] : [source]), ...authorsOf(event), ...topicsOf(event)]
}

function extractFact(event: MemoryEvent): EntityDraft[] {
  const claim = textField(event, 'claim')
  const claims: EntityDraft[] = claim === null ? [] : [{ type: 'claim', name: claim }]
  return [...claims, ...readSource(event)]
}

/** Who wrote the source, and what it supports. `stance: 'contradicts'` turns the support around. */
function connect(event: MemoryEvent, entities: readonly EntityDraft[]): RelationDraft[] {
  const source = entities.find(({ type }) => type === 'source')
  if (source === undefined) return []
  const authored = entities
    .filter(({ type }) => type === 'author')
    .map((author) => ({ type: 'authored_by', source, target: author }))
  const stance = textField(event, 'stance') === 'contradicts' ? 'contradicts' : 'supports'
  const claims = entities
    .filter(({ type }) => type === 'claim')
    .map((claim) => ({ type: stance, source, target: claim }))
  const cited = listField(event, 'cites').map((name) => ({
    type: 'cites',
    source,
    target: { type: 'source', name },
  }))
  return [...authored, ...claims, ...cited]
}

/** Reading and citing: sources, authors, claims, topics. */
export const researchArchetype: Archetype = {
  name: 'research',
  description: 'An agent that reads sources and collects claims',
  eventTypes: ['search', 'read_source', 'extract_fact', 'cite'],
  entityTypes: ['source', 'author', 'claim', 'topic'],
  relationTypes: ['cites', 'supports', 'contradicts', 'authored_by'],
  extractors: {
    search: topicsOf,
    read_source: readSource,
    extract_fact: extractFact,
    cite: extractFact,
  },
  relationExtractors: { read_source: connect, extract_fact: connect, cite: connect },
  // A claim of last year counts as much as one of today.
  contextStrategy: {
    recencyWeight: 0.1,
    relevanceWeight: 0.6,
    salientWeight: 0.3,
    budgetAllocation: { recent: 10, semantic: 45, entities: 20, relations: 25 },
  },
  tools: [
    { name: 'search', description: 'Find sources' },
    { name: 'read_source', description: 'Read one source' },
  ],
}
