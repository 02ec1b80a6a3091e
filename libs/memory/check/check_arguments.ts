import { isObject, refuse } from './refuse.js'

/** What an argument of a view must be. With a `?` it may be left out. */
type Kind = 'text' | 'text?' | 'count?' | 'texts' | 'options?' | 'entry' | 'pattern' | 'context'

/** Arguments of the methods of each view. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, readonly Kind[]>>>> = {
  episodic: {
    recent: ['text', 'count?'],
    get: ['text'],
    chain: ['text'],
    forget: ['text'],
  },
  semantic: { get: ['text', 'text'], find: ['text', 'count?'], salient: ['count?'] },
  relational: { of: ['text', 'count?'], expand: ['texts', 'options?'], path: ['text', 'text'] },
  contextual: { search: ['text', 'count?'] },
  entries: {
    save: ['entry'],
    find: ['text', 'options?'],
    list: ['options?'],
    delete: ['text'],
    touch: ['texts'],
  },
  patterns: { learn: ['pattern'], list: ['count?'] },
  snapshots: { save: ['text', 'context', 'text?'], get: ['text'], list: ['count?'] },
}

const TYPES = ['decision', 'workflow', 'gotcha', 'convention', 'context']
const LIVES = ['evidence', 'context', 'high']

const isText = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** What is wrong with a value; null: nothing. */
const CHECKS: Readonly<Record<Kind, (value: unknown) => string | null>> = {
  text: (value) => (isText(value) ? null : 'must be a text'),
  'text?': (value) => (value === undefined || isText(value) ? null : 'must be a text'),
  'count?': (value) =>
    value === undefined || (Number.isInteger(value) && Number(value) >= 0)
      ? null
      : 'must be a whole number from 0 on',
  texts: (value) =>
    Array.isArray(value) && value.every(isText) ? null : 'must be a list of texts',
  'options?': (value) => (value === undefined || isObject(value) ? null : 'must be an object'),
  entry: (value) => {
    if (!isObject(value)) return 'must be { type, title, text }'
    const { type, title, text, life, source } = value
    if (!TYPES.includes(String(type))) return `has a type that is not ${TYPES.join(', ')}`
    if (!isFilled(title) || !isFilled(text)) return 'needs a title and a text that are not empty'
    if (life !== undefined && !LIVES.includes(String(life)))
      return `has a life that is not ${LIVES.join(', ')}`
    return source === undefined || isText(source) ? null : 'has a source that is not a text'
  },
  pattern: (value) =>
    isObject(value) && isFilled(value.name) && isFilled(value.text) && isBoolean(value.worked)
      ? null
      : 'must be { name, text, worked }',
  context: (value) =>
    isObject(value) && typeof value.toSystemPrompt === 'function'
      ? null
      : 'must be what recall returned',
}

/** Checks the arguments of a method before it runs. @throws AircoderError MEMORY_INPUT */
export function checkArguments(
  path: string,
  [view, method]: readonly [view: string, method: string],
  given: readonly unknown[],
): void {
  for (const [at, kind] of (ARGUMENTS[view]?.[method] ?? []).entries()) {
    const wrong = CHECKS[kind](given[at])
    if (wrong !== null) refuse(path, `argument ${at + 1} of ${view}.${method} ${wrong}`)
  }
}
