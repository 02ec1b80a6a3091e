import { type OfferedTool, propertiesOf } from '../parse/calls/offered_tools.js'

/** Words of the syntax around a call, each with its quotes. They are not part of its content. */
const WRAPPING =
  /(["'`]?)(?<![\p{L}\p{N}_])(?:tool_calls?|function_calls?|function|tool|name|recipient_name|arguments|args|parameters?|params|input|kwargs|invoke|json|type|id|null)(?![\p{L}\p{N}_])\1/gu
/** Content: a word or a quote. */
const CONTENT = /[\p{L}\p{N}"'`]/u
/** What is allowed between the parts of a call. */
const BEFORE_KEY = /^["'`]?[\s,;{}[\]()]*["'`]?$/
const BEFORE_VALUE = /^["'`]?\s*[:=][\s{}[\]()]*$/
const BEHIND_TEXT = /^\s*(?:[,;}\])<]|$|\n|```)/
const QUOTES = ['"', "'", '`']

interface Token {
  kind: 'key' | 'text' | 'plain'
  /** The spellings in which it may occur in a text. */
  forms: string[]
}

/**
 * Whether a call is exactly what the text says. From left to right the text must consist of the tool's
 * name, its keys and complete values with their quotes, in the order of the call, and nothing else.
 * @returns false also for a value that the end of the text cuts, for a value that contains another
 *          argument, and in doubt
 */
export function matchesText(
  said: string,
  call: { name: string; arguments: Record<string, unknown> },
  tool: OfferedTool,
): boolean {
  const tokens = tokensOf(call.arguments)
  const keys = Object.keys(propertiesOf(tool))
  if (!hasWord(said, call.name) || tokens.some((token) => containsArgument(token, keys)))
    return false
  let at = 0
  for (const [index, token] of tokens.entries()) {
    const found = find(said, token, at)
    if (found === null) return false
    const gap = said.slice(at, found.start)
    const isFirst = index === 0
    const fits = isFirst
      ? isFiller(gap.replace(/["'`]$/, ''), call.name)
      : (token.kind === 'key' ? BEFORE_KEY : BEFORE_VALUE).test(gap) ||
        isNext(token, tokens[index - 1], gap)
    if (!fits) return false
    at = found.end
  }
  return isFiller(said.slice(at).replace(/^["'`](?=\s*[,}\])])/, ''), call.name)
}

/** True for a value that follows another value in a list. */
function isNext(token: Token, before: Token | undefined, gap: string): boolean {
  return token.kind !== 'key' && before?.kind !== 'key' && /^\s*,\s*$/.test(gap)
}

function tokensOf(value: unknown): Token[] {
  if (Array.isArray(value)) return value.flatMap(tokensOf)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => [
      { kind: 'key' as const, forms: [key] },
      ...tokensOf(inner),
    ])
  if (value === null) return []
  if (typeof value !== 'string') {
    const text = String(value)
    return [{ kind: 'plain', forms: [text, text.charAt(0).toUpperCase() + text.slice(1)] }]
  }
  const written = [value, JSON.stringify(value).slice(1, -1)]
  return [{ kind: 'text', forms: written.flatMap((form) => QUOTES.map((q) => `${q}${form}${q}`)) }]
}

/** The next occurrence of a token after `from`; a text must occur with its quotes and not inside another. */
function find(said: string, { forms, kind }: Token, from: number) {
  const places = forms.flatMap((form) => {
    const start = kind === 'text' ? said.indexOf(form, from) : indexOfWord(said, form, from)
    return start === -1 ? [] : [{ start, end: start + form.length }]
  })
  const [first] = places.sort((a, b) => a.start - b.start || b.end - a.end)
  if (first === undefined) return null
  return kind === 'text' && !BEHIND_TEXT.test(said.slice(first.end)) ? null : first
}

function hasWord(text: string, word: string): boolean {
  return indexOfWord(text, word, 0) !== -1
}

/** Index of a whole word; -1 when it does not occur. */
function indexOfWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const beside = text.charAt(at - 1) + text.charAt(at + word.length)
    if (!/[\p{L}\p{N}_.-]/u.test(beside)) return at
  }
  return -1
}

function isFiller(text: string, name: string): boolean {
  const named = QUOTES.map((q) => `${q}${name}${q}`)
  const bare = [...named, name].reduce((rest, form) => rest.replaceAll(form, ' '), text)
  return !CONTENT.test(bare.replace(WRAPPING, ' '))
}

/** True for a value that contains what looks like another argument. */
function containsArgument({ kind, forms: [form = ''] }: Token, keys: readonly string[]): boolean {
  if (kind !== 'text') return false
  return keys.some((key) =>
    ['"', "'"].some((quote) => {
      const at = form.indexOf(`${quote}${key}${quote}`)
      return at !== -1 && /^\s*[:=]/.test(form.slice(at + key.length + 2))
    }),
  )
}
