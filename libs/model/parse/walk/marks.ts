import { THINK_TAGS } from '../../thinking/think_tags.js'
import type { Dialect } from '../syntax/dialect.js'
import { escapeText } from '../syntax/read_tagged_fields.js'
import { TURN } from './turns.js'

/** Marks that end the turn or start a turn of another role: the text after them is invented. */
export const OVER = [
  '<|im_end|>',
  '<|im_start|>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|start_header_id|>',
  '<|end_of_text|>',
  '<|begin_of_text|>',
  '<|endoftext|>',
  '<|end|>',
  '<|return|>',
  '<|user|>',
  '<|assistant|>',
  '<|system|>',
  '<|observation|>',
  '<|ipython|>',
  '<|im_user|>',
  '<|im_system|>',
  '<|tool_response>',
  '<|tool_response|>',
  '<|END_OF_TURN_TOKEN|>',
  '<|START_OF_TURN_TOKEN|>',
  '<|START_TOOL_RESULT|>',
  '<start_function_response>',
  '<end_of_turn>',
  '<start_of_turn>',
  '<turn|>',
  '<|turn>',
  '<｜end▁of▁sentence｜>',
  '<｜tool▁outputs▁begin｜>',
  '<｜tool▁output▁begin｜>',
  '<｜User｜>',
  '<tool_response>',
  '<tool_result>',
  '<tool_results>',
  '<tool_output>',
  '<function_results>',
  '<function_response>',
  '<function_result>',
  '<observation>',
  '[TOOL_RESULTS]',
  '[INST]',
  '</s>',
]

export type Mark =
  | { kind: 'over' }
  | { kind: 'think'; close: string }
  | { kind: 'unthink' }
  | { kind: 'call'; dialects: Dialect[] }

/** All literal marks of a reply, and an expression that finds the next mark or quote. */
export interface Marks {
  find(word: string): Mark | undefined
  /** Global expression for places where a mark may be; also backticks, quoted lines, comments and braces. */
  next: RegExp
  /** The longest mark at an index; '' without one. */
  at(text: string, place: number): string
}

/** Tags of a page between which a text is shown. */
const SHOWN = '<(?:pre|code|samp|kbd|blockquote|details)\\b[^<>\\n]{0,200}>'

const YAML_KEYS = 'tool|tool_name|function_name|function|action|name'
/** A line that may begin a call in YAML, outside of a fence. */
const YAML_LINE = `^(?:${YAML_KEYS}):(?=[ \\t]+["']?[A-Za-z_])`
export const YAML_HEAD = new RegExp(`^(?:${YAML_KEYS}):$`)

/** First characters of nearly all marks. */
const STARTS = '<[◁'
/** Marks are indexed by this many of their first characters. */
const KEY = 3

/** Cache: for each list of dialects, the marks of the tools of its last use. */
const known = new WeakMap<readonly Dialect[], { tools: string; marks: Marks }>()

/** The marks of these dialects for these tools; created once for all replies of a run. */
export function marksOf(dialects: readonly Dialect[], tools: readonly string[]): Marks {
  const key = tools.join('\n')
  const last = known.get(dialects)
  if (last?.tools === key) return last.marks
  const marks = createMarks(dialects, tools)
  known.set(dialects, { tools: key, marks })
  return marks
}

function createMarks(dialects: readonly Dialect[], tools: readonly string[]): Marks {
  const marks = new Map<string, Mark>(OVER.map((word) => [word, { kind: 'over' }]))
  for (const { open, close } of THINK_TAGS) {
    marks.set(open, { kind: 'think', close })
    marks.set(close, { kind: 'unthink' })
  }
  for (const dialect of dialects)
    for (const word of dialect.marks(tools)) {
      const known = marks.get(word)
      if (known?.kind === 'call') known.dialects.push(dialect)
      else if (known === undefined) marks.set(word, { kind: 'call', dialects: [dialect] })
    }

  const words = [...marks.keys()].sort((a, b) => b.length - a.length)
  const byKey = new Map<string, string[]>()
  for (const word of words) {
    const key = word.slice(0, KEY)
    byKey.set(key, [...(byKey.get(key) ?? []), word])
  }
  const others = words.filter((word) => !STARTS.includes(word.charAt(0))).map(escapeText)
  // The expression skips a first character that no mark continues.
  const seconds = new Set(words.filter((word) => word.length > 1).map((word) => word.charAt(1)))
  const second = [...seconds].map((char) => escapeText(char).replace('-', '\\-')).join('')
  const next = [
    TURN,
    SHOWN,
    '\\{',
    `[<◁](?=[!${second}])`,
    '\\[',
    '`+',
    '~~~+',
    '^[ \\t]{0,3}>',
    '^Observation:',
    YAML_LINE,
    ...others,
  ].join('|')
  return {
    find: (word) => marks.get(word),
    next: new RegExp(next, 'gm'),
    at(text, place) {
      const near = byKey.get(text.slice(place, place + KEY))
      const word = near?.find((each) => text.startsWith(each, place))
      const first = text.charAt(place)
      return word ?? (marks.has(first) ? first : '')
    },
  }
}
