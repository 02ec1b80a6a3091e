import { ARGUMENT_KEYS, NAME_KEYS } from '../parse/calls/read_call_object.js'
import { OVER } from '../parse/marks.js'
import type { Dialect } from '../parse/syntax/dialect.js'
import type { HiddenWords } from '../thinking/split_thinking.js'

/** How calls begin that have no mark of their own; words that only a call's line begins with. */
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
]
/** A call in JSON may stand behind words of the same line. */
const OBJECT_WORDS = [...NAME_KEYS, ...ARGUMENT_KEYS, 'function', 'action'].flatMap((key) => [
  `{"${key}"`,
  `{ "${key}"`,
])
/** Marks of heads and wrappers, which the splitter reads itself, and what is text more often. */
const READ = new Set(['<|channel|>', '<|start|>', '<|START_RESPONSE|>', '<|END_RESPONSE|>'])
const SHORTEST = 3

/**
 * Words from which on a reply is not shown while it comes: it may be a call, or what the model was not
 * to say. Whatever proves to be text is shown when the reply is whole: late, and never half.
 * @param formatted  the answer is held to a schema: all of it is one object
 */
export function hiddenWordsFor(
  dialects: readonly Dialect[],
  tools: readonly string[],
  formatted = false,
): HiddenWords {
  const marks = dialects.flatMap((dialect) => dialect.marks(tools))
  const isKept = (word: string) =>
    word.length >= SHORTEST && !READ.has(word) && !LINE_WORDS.includes(word)
  return {
    words: [...OVER, ...marks, ...OBJECT_WORDS].filter(isKept),
    lineWords: formatted ? [...LINE_WORDS, '{'] : LINE_WORDS,
  }
}
