import { isRenamed } from './renamed.js'
import { isName, isPython, tokensOf } from './tokens.js'
import { findUses } from './uses.js'

const DECLARES = /^(?:const|let|var|val|final)$/
/** What is before a bracket that only groups, and behind it. */
const OPENS = /^(?:return|yield|=|:=|=>|\(|,|\[|\+=|-=|\n.*)$/s
const CLOSES = /^(?:\)|,|\]|\}|;|\n.*)$/s
/** Ways to write the same, one a row. */
const SAME: readonly [RegExp, string][] = [
  [/\[ \.\.\. ([\w$.]+) \]/g, '$1 . slice ( )'],
  [/\bArray \. from \( ([\w$.]+) \)/g, '$1 . slice ( )'],
  [/(?:\( (\w+) \)|\b(\w+)) => ([\w$.]+) \( (?:\1|\2) \)/g, '$3'],
  [
    / \. slice \( \)(?= \. (?:map|filter|reduce|forEach|some|every|find|join|length|entries|keys)\b)/g,
    '',
  ],
  // What changes no value.
  [
    / (?:&& true|\|\| false|\+ 0|\* 1|\/ 1|\?\? undefined|or False|and True)(?= [;)\]}\n]| return| else|$)/g,
    '',
  ],
  [/ \. (?:replace|replaceAll) \( ('[^']{0,80}') , \1 \)/g, ''],
  // Types that nothing reads when the code runs.
  [
    / : (?:int|str|float|bool|bytes|number|string|boolean|any|unknown|object|void)(?: \[ \])?(?= [,)=])/g,
    '',
  ],
  [/ -> (?:int|str|float|bool|bytes|None|object)(?= :)/g, ''],
  [/\bString \( \)/g, "''"],
  [/\bmake \( \[ \] (\w+) , 0(?: , (?:[\w. ]{1,60}|len \( [\w. ]{1,60} \)))? \)/g, '[ ] $1 { }'],
  [/ , (?=[)\]}])/g, ' '],
  [/\b(?:const|let|var|val|final) (?=\w)/g, 'const '],
  [/ ;/g, ''],
]
/** New variables of one source that are put in their place. */
const MOST_VALUES = 200
/** Tokens. A bracket that nothing closes would be read to the end for each name. */
const MOST_STATEMENT = 2_000
const NAMED = /(?<=[(,] )(?:\w+) = (?=\S)/g

/**
 * A source as it is read and not as it is written: without comments, without brackets that only group, with each new
 * variable of one use in its place.
 * @param known  variables that the source had before: they stay as they are
 */
function canonical(path: string, text: string, known: ReadonlySet<string>): string {
  const tokens = withoutGroups(inlined(tokensOf(path, text).map(plain), known))
  // A text that is a statement of its own is a comment of Python.
  const isNote = (token: string, at: number) =>
    /^['"]/.test(token) && /^\n/.test(tokens[at - 1] ?? '\n') && /^\n/.test(tokens[at + 1] ?? '\n')
  const said = isPython(path) ? tokens.filter((token, at) => !isNote(token, at)) : tokens
  const lined = said.filter(
    (token, at) => !(token.startsWith('\n') && said[at + 1]?.startsWith('\n')),
  )
  const kept = isPython(path) ? lined : lined.filter((token) => !token.startsWith('\n'))
  let all = kept.map((token) => token.replaceAll('\t', '    ')).join(' ')
  for (const [shape, form] of SAME) all = all.replace(shape, form)
  return all.trim()
}

/** Whether two sources are the same in this form, also where one names the arguments of a call and the other does not. */
export function isSameCode(path: string, before: string, after: string): boolean {
  const known = assignedIn(tokensOf(path, before))
  const [old, now] = [canonical(path, before, known), canonical(path, after, known)]
  if (old === now || isRenamed(old, now)) return true
  if (!isPython(path) || countOf(old) === countOf(now)) return false
  return old.replace(NAMED, '') === now.replace(NAMED, '')
}

function countOf(text: string): number {
  return text.match(NAMED)?.length ?? 0
}

function plain(token: string): string {
  if (/^\d[\d_]*(?:\.\d+)?$/.test(token)) return String(Number(token.replaceAll('_', '')))
  return /^"[^"'\\]*"$/.test(token) ? `'${token.slice(1, -1)}'` : token
}

/** `const a = b * 2` and one use of `a` are `b * 2` in its place; a value that nothing uses is only computed. */
function inlined(tokens: readonly string[], known: ReadonlySet<string>): string[] {
  const values = new Map<number, readonly string[]>()
  const use = findUses(tokens)
  const out: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    const value = values.get(at)
    if (value !== undefined) {
      out.push(...value)
      continue
    }
    const nameAt = DECLARES.test(token) ? at + 1 : at
    const name = tokens[nameAt] ?? ''
    const isStart = at === 0 || /^(?:\n.*|[{;:])$/s.test(tokens[at - 1] ?? '')
    const isSet =
      values.size < MOST_VALUES && isStart && isName(name) && /^:?=$/.test(tokens[nameAt + 1] ?? '')
    if (!isSet || known.has(name)) {
      out.push(token)
      continue
    }
    const end = endOf(tokens, nameAt + 2)
    if (end === null) {
      out.push(token)
      continue
    }
    const body = tokens.slice(nameAt + 2, end)
    const uses = use.behind(end, name)
    const [only] = uses
    if (uses.length > 1 || only === undefined) {
      if (uses.length > 1) out.push(token)
      else if (body.includes('(')) out.push(...body)
      if (uses.length > 1) continue
    } else values.set(only, body)
    // The break before a statement that is gone.
    if ((only !== undefined || !body.includes('(')) && out.at(-1)?.startsWith('\n')) out.pop()
    at = end - 1
  }
  return out
}

/** Names that get a value in a statement of their own. */
function assignedIn(tokens: readonly string[]): Set<string> {
  const found = new Set<string>()
  for (const [at, token] of tokens.entries())
    if (isName(token) && /^:?=$/.test(tokens[at + 1] ?? '')) found.add(token)
  return found
}

/** Where a statement ends that begins here; null: it is longer than any that is put in place of a name. */
function endOf(tokens: readonly string[], start: number): number | null {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    if (at - start > MOST_STATEMENT) return null
    const token = tokens[at] ?? ''
    if (/^[([{]$/.test(token)) depth += 1
    if (/^[)\]}]$/.test(token)) depth -= 1
    if (depth < 0 || (depth === 0 && (token === ';' || token.startsWith('\n')))) return at
  }
  return tokens.length
}

function withoutGroups(tokens: readonly string[]): string[] {
  const drop = new Set<number>()
  const open: { at: number; hasComma: boolean }[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    const last = open.at(-1)
    if (token === '(') open.push({ at, hasComma: false })
    if (token === ',' && last !== undefined) last.hasComma = true
    if (token !== ')' || last === undefined) continue
    open.pop()
    const isGroup = OPENS.test(tokens[last.at - 1] ?? '\n') && CLOSES.test(tokens[at + 1] ?? '\n')
    if (!last.hasComma && isGroup && at > last.at + 1) drop.add(last.at).add(at)
  }
  return tokens.filter((_, at) => !drop.has(at))
}
