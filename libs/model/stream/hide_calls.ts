import { ARGUMENT_KEYS, NAME_KEYS } from '../parse/calls/read_call_object.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import { OVER } from '../parse/walk/marks.js'
import type { HiddenWords } from '../thinking/split_thinking.js'
import { callLines } from './call_lines.js'

/** Starts of calls without a mark, and words that start the line of a call. */
const LINE_WORDS = [
  'Action:',
  'Observation:',
  '{"',
  '[{"',
  '```json',
  '```tool',
  '```function',
  '```action',
  '```call',
  '```xml',
  '```\n{',
  '```\n[',
  ...['~~~', '~~~~'].flatMap((mark) => [`${mark}json`, `${mark}tool`, `${mark}\n{`]),
  'functions.',
  'to=functions.',
  ...['', 'assistant '].flatMap((who) => [`${who}commentary to=`, `${who}analysis to=`]),
  // Other YAML is shown while it streams.
  ...[...NAME_KEYS, 'function', 'action', '- name', '- tool'].flatMap((key) => [
    `\`\`\`yaml\n${key}:`,
    `\`\`\`yml\n${key}:`,
  ]),
]
/** A call in JSON may follow other words on the same line. */
const OBJECT_WORDS = [...NAME_KEYS, ...ARGUMENT_KEYS, 'function', 'action'].flatMap((key) => [
  `{"${key}"`,
  `{ "${key}"`,
])
/** Marks of message heads and wrappers: the think splitter handles them itself. */
const READ = new Set(['<|channel|>', '<|start|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>'])
const SHORTEST = 3

/** Cache: for each list of dialects, the words of its last use. */
const known = new WeakMap<readonly Dialect[], { key: string; words: HiddenWords }>()

/**
 * Words after which a reply is not shown during the stream, because a call or an invented turn may follow.
 * If it is text after all, it is shown when the reply is complete.
 * @param formatted  the request has a `response_format`, so the whole answer is one object
 */
export function hiddenWordsFor(
  dialects: readonly Dialect[],
  tools: readonly string[],
  formatted = false,
): HiddenWords {
  const key = [formatted, ...tools].join('\n')
  const last = known.get(dialects)
  if (last?.key === key) return last.words
  const words = makeWords(dialects, tools, formatted)
  known.set(dialects, { key, words })
  return words
}

function makeWords(
  dialects: readonly Dialect[],
  tools: readonly string[],
  formatted: boolean,
): HiddenWords {
  const marks = dialects.flatMap((dialect) => dialect.marks(tools))
  const isKept = (word: string) =>
    word.length >= SHORTEST && !READ.has(word) && !LINE_WORDS.includes(word)
  return {
    words: [...OVER, ...marks, ...OBJECT_WORDS].filter(isKept),
    lineWords: formatted ? [...LINE_WORDS, '{'] : LINE_WORDS,
    lineStart: callLines(tools),
  }
}
