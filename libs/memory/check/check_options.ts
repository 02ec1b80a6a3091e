import { isObject, refuse, strangeField } from './refuse.js'

const FIELDS = ['path', 'archetype', 'sessionId', 'embeddings', 'damaged', 'clock']
const NAMED = ['coding', 'research', 'support']
const LISTS = ['eventTypes', 'entityTypes', 'relationTypes', 'tools']
const TABLES = ['extractors', 'relationExtractors', 'contextStrategy']

/** Checks what a Memory is made with. @throws AircoderError MEMORY_INPUT */
export function checkOptions(given: unknown): void {
  if (!isObject(given)) refuse('(none)', 'a Memory needs { path }')
  const { path, archetype, sessionId, embeddings, damaged, clock } = given
  if (typeof path !== 'string' || path === '')
    refuse(String(path), 'path must be the name of a file or folder, or :memory:')
  const strange = strangeField(given, FIELDS)
  if (strange !== undefined)
    refuse(path, `there is no option ${strange}; options are ${FIELDS.join(', ')}`)
  if (archetype !== undefined && archetype !== null) checkArchetype(path, archetype)
  if (sessionId !== undefined && (typeof sessionId !== 'string' || sessionId === ''))
    refuse(path, 'sessionId must be a text that is not empty')
  if (damaged !== undefined && damaged !== 'refuse' && damaged !== 'set_aside')
    refuse(path, 'damaged must be refuse or set_aside')
  const isEndpoint = isObject(embeddings) && typeof embeddings.baseUrl === 'string'
  if (embeddings !== undefined && typeof embeddings !== 'function' && !isEndpoint)
    refuse(path, 'embeddings must be a function, or an object with baseUrl and model')
  if (clock !== undefined && !(isObject(clock) && typeof clock.now === 'function'))
    refuse(path, 'clock must be an object with a function now')
}

function checkArchetype(path: string, archetype: unknown): void {
  if (!isObject(archetype)) {
    if (NAMED.includes(String(archetype))) return
    refuse(path, `archetype must be ${NAMED.join(', ')} or an object, not ${String(archetype)}`)
  }
  const list = LISTS.find((name) => !Array.isArray(archetype[name]))
  if (list !== undefined) refuse(path, `${list} of the archetype must be a list`)
  const table = TABLES.find((name) => !isObject(archetype[name]))
  if (table !== undefined) refuse(path, `${table} of the archetype must be an object`)
  checkStrategy(path, archetype.contextStrategy)
}

/** Checks the shares and weights of a context. @throws AircoderError MEMORY_INPUT */
export function checkStrategy(path: string, strategy: unknown): void {
  const shares = isObject(strategy) ? strategy.budgetAllocation : undefined
  const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
  if (!isObject(strategy) || !isObject(shares))
    refuse(path, 'a strategy needs budgetAllocation and its three weights')
  for (const name of ['recent', 'semantic', 'entities', 'relations'])
    if (!isNumber(shares[name])) refuse(path, `budgetAllocation.${name} must be a number`)
  for (const name of ['recencyWeight', 'relevanceWeight', 'salientWeight'])
    if (!isNumber(strategy[name])) refuse(path, `${name} must be a number`)
}
