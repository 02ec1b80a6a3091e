import { codeEntities } from '../extract/code_entities.js'
import { errorPattern, pathsIn } from '../extract/error_pattern.js'
import { textField } from '../extract/fields.js'
import type { CodeFacts } from '../extract/read_code.js'
import type { Archetype } from '../types/archetype.js'
import type { EntityDraft, RelationDraft } from '../types/entity.js'
import type { MemoryEvent } from '../types/event.js'

/** Longer texts are data, not code that somebody reads. */
const MOST_CODE_CHARS = 400_000

interface Found {
  path: string
  facts: CodeFacts | null
}

/** Both extractors of an event need the same facts: a file is parsed once. */
const read = new WeakMap<MemoryEvent, Promise<Found | null>>()

function factsOf(event: MemoryEvent): Promise<Found | null> {
  const known = read.get(event) ?? readFacts(event)
  read.set(event, known)
  return known
}

/** The parser loads with the first file. */
async function readFacts(event: MemoryEvent): Promise<Found | null> {
  const [path, text] = [textField(event, 'path'), textField(event, 'text')]
  if (path === null) return null
  if (text === null || text.length > MOST_CODE_CHARS) return { path, facts: null }
  const { readCode } = await import('../extract/read_code.js')
  return { path, facts: await readCode(path, text) }
}

async function fileEntities(event: MemoryEvent): Promise<EntityDraft[]> {
  const found = await factsOf(event)
  return found === null ? [] : codeEntities(found.path, found.facts)
}

async function fileRelations(event: MemoryEvent): Promise<RelationDraft[]> {
  const found = await factsOf(event)
  if (found === null || found.facts === null) return []
  const { codeRelations } = await import('../extract/code_relations.js')
  return codeRelations(found.path, found.facts)
}

/** The text of an event that reports something: `output`, `message`, `text`, or the content itself. */
function reportOf(event: MemoryEvent): string {
  if (typeof event.content === 'string') return event.content
  const parts = ['command', 'query', 'output', 'message', 'text'].map((name) =>
    textField(event, name),
  )
  return parts.filter((part) => part !== null).join('\n')
}

function mentionedFiles(event: MemoryEvent): EntityDraft[] {
  return pathsIn(reportOf(event)).map((name) => ({ type: 'file', name }))
}

function errorEntities(event: MemoryEvent): EntityDraft[] {
  const pattern = event.outcome === 'success' ? null : errorPattern(reportOf(event))
  const files = mentionedFiles(event)
  return pattern === null ? files : [{ type: 'error_pattern', name: pattern }, ...files]
}

/** An error is caused by the files that it names. */
function errorRelations(_event: MemoryEvent, entities: readonly EntityDraft[]): RelationDraft[] {
  const pattern = entities.find(({ type }) => type === 'error_pattern')
  if (pattern === undefined) return []
  return entities
    .filter(({ type }) => type === 'file')
    .map((file) => ({ type: 'caused_by', source: pattern, target: file }))
}

/** Software development: files, what they define and need, commands, errors. */
export const codingArchetype: Archetype = {
  name: 'coding',
  description: 'AI coding agent for software development',
  eventTypes: [
    'file_read',
    'file_write',
    'file_edit',
    'shell_exec',
    'search',
    'error',
    'user_message',
    'agent_response',
  ],
  entityTypes: ['file', 'function', 'class', 'module', 'variable', 'type', 'error_pattern'],
  relationTypes: [
    'imports',
    'exports',
    'calls',
    'extends',
    'implements',
    'uses',
    'tests',
    'caused_by',
  ],
  extractors: {
    file_read: fileEntities,
    file_write: fileEntities,
    file_edit: fileEntities,
    shell_exec: errorEntities,
    search: mentionedFiles,
    error: errorEntities,
    user_message: mentionedFiles,
    agent_response: mentionedFiles,
  },
  relationExtractors: {
    file_read: fileRelations,
    file_write: fileRelations,
    file_edit: fileRelations,
    shell_exec: errorRelations,
    error: errorRelations,
  },
  patternExtractors: {
    shell_exec(event) {
      const command = textField(event, 'command')
      if (command === null || event.outcome === null || event.outcome === 'partial') return []
      const text = `The command \`${command.slice(0, 200)}\` succeeds here.`
      return [
        { name: `command ${command.slice(0, 200)}`, text, worked: event.outcome === 'success' },
      ]
    },
  },
  contextStrategy: {
    recencyWeight: 0.3,
    relevanceWeight: 0.5,
    salientWeight: 0.2,
    budgetAllocation: { recent: 15, semantic: 40, entities: 25, relations: 20 },
  },
  tools: [
    { name: 'read_file', description: 'Read file contents' },
    { name: 'write_file', description: 'Write file contents' },
    { name: 'edit_file', description: 'Edit with search and replace' },
    { name: 'bash', description: 'Execute a shell command' },
    { name: 'glob', description: 'Find files by pattern' },
    { name: 'grep', description: 'Search file contents' },
  ],
}
