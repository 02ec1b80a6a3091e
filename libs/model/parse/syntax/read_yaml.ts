import { readLoose } from '../../json/read_loose_json.js'

/** A line of a block: its indentation and the rest. */
interface Line {
  indent: number
  text: string
  /** Index of the line in the block. */
  at: number
}

export type Yaml = { ok: true; value: unknown; end: number } | { ok: false }

const FAILED: Yaml = { ok: false }
const KEY = /^("(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z_][\w.-]*)[ ]*:(?:[ ]+(.*))?$/
const BLOCK = /^[|>][+-]?[1-9]?[+-]?(?:[ ]+#.*)?$/
/** Anchors, tags, directives, merge keys and multi-line plain text have more than one reading. */
const REFUSED = /^(?:[&*!%@`]|<<:|\? )/
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/
const MAX_DEPTH = 20

/**
 * Reads the block mapping or list that starts on the first line: the part of YAML that models write for a call.
 * Keys are unique, plain text stays text, `true`, `false` and whole numbers become values, a key without a value
 * is null. Anything with more than one reading is not read.
 * @returns the value, and how many lines it has
 */
export function readYaml(lines: readonly string[]): Yaml {
  const first = nextLine(lines, 0)
  return first === null ? FAILED : readBlock(lines, first, 0)
}

function nextLine(lines: readonly string[], from: number): Line | null {
  for (let at = from; at < lines.length; at += 1) {
    const text = lines[at]?.replace(/\s+$/, '') ?? ''
    const indent = /^ */.exec(text)?.[0].length ?? 0
    if (text.trim() === '' || text.trimStart().startsWith('#')) continue
    return { indent, text: text.slice(indent), at }
  }
  return null
}

function readBlock(lines: readonly string[], first: Line, depth: number): Yaml {
  if (depth > MAX_DEPTH || first.text.startsWith('\t')) return FAILED
  return isItem(first.text) ? readItems(lines, first, depth) : readMap(lines, first, depth)
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ')
}

function readMap(lines: readonly string[], first: Line, depth: number): Yaml {
  const entries = new Map<string, unknown>()
  let line: Line | null = first
  let end = first.at
  while (line !== null && line.indent === first.indent && !isItem(line.text)) {
    const found = KEY.exec(line.text)
    // The first line that is no key ends the block; the caller decides whether that is the end of the call.
    if (found === null) break
    const key = unquote(found[1] ?? '')
    if (key === null || entries.has(key) || REFUSED.test(line.text)) return FAILED
    const read = readValue(lines, found[2] ?? '', { line, depth })
    if (!read.ok) return FAILED
    entries.set(key, read.value)
    end = read.end
    line = nextLine(lines, end)
  }
  if (entries.size === 0 || (line !== null && line.indent > first.indent)) return FAILED
  return { ok: true, value: Object.fromEntries(entries), end }
}

function readItems(lines: readonly string[], first: Line, depth: number): Yaml {
  const items: unknown[] = []
  let line: Line | null = first
  let end = first.at
  while (line !== null && line.indent === first.indent && isItem(line.text)) {
    const dash: string = /^-[ ]*/.exec(line.text)?.[0] ?? '-'
    const rest: string = line.text.slice(dash.length)
    // `- key: value` is a mapping whose first line has the dash in place of indentation.
    const inner: Line = { indent: line.indent + dash.length, text: rest, at: line.at }
    const read = KEY.test(rest)
      ? readMap(lines, inner, depth + 1)
      : readValue(lines, rest, { line, depth })
    if (!read.ok) return FAILED
    items.push(read.value)
    end = read.end
    line = nextLine(lines, end)
  }
  if (line !== null && line.indent > first.indent) return FAILED
  return { ok: true, value: items, end }
}

/** The value behind a key or a dash: on the line, or in the deeper lines below. */
function readValue(
  lines: readonly string[],
  said: string,
  { line, depth }: { line: Line; depth: number },
): Yaml {
  const text = said.trim()
  if (BLOCK.test(text)) return readText(lines, text, line)
  if (text === '' || text.startsWith('#')) {
    const below = nextLine(lines, line.at + 1)
    const isBelow =
      below !== null &&
      (below.indent > line.indent ||
        (below.indent === line.indent && isItem(below.text) && !isItem(line.text)))
    return isBelow
      ? readBlock(lines, below, depth + 1)
      : { ok: true, value: null, end: line.at + 1 }
  }
  const value = readScalar(text)
  return value === undefined ? FAILED : { ok: true, value, end: line.at + 1 }
}

/** Text after `|` keeps its line ends; after `>` lines are joined by spaces. */
function readText(lines: readonly string[], head: string, line: Line): Yaml {
  const body: string[] = []
  const given = /[1-9]/.exec(head)?.[0]
  let indent = given === undefined ? -1 : line.indent + Number(given)
  let at = line.at + 1
  for (; at < lines.length; at += 1) {
    const each = lines[at] ?? ''
    const own = /^ */.exec(each)?.[0].length ?? 0
    if (each.trim() === '') {
      body.push(each.slice(Math.max(0, indent)))
      continue
    }
    if (own <= line.indent) break
    if (indent === -1) indent = own
    if (own < indent) return FAILED
    body.push(each.slice(indent))
  }
  let count = body.length
  while (count > 0 && body[count - 1]?.trim() === '') count -= 1
  const kept = head.includes('+') ? body : body.slice(0, count)
  const folded = head.startsWith('>')
  // Folding of indented and empty lines has rules that models do not know.
  if (folded && kept.some((each) => each.trim() === '' || /^\s/.test(each))) return FAILED
  const text = kept.join(folded ? ' ' : '\n')
  const ending = head.includes('-') || kept.length === 0 ? '' : '\n'
  return { ok: true, value: text + ending, end: at }
}

function readScalar(text: string): unknown {
  if (text.startsWith('"') || text.startsWith('{') || text.startsWith('[')) {
    const read = readLoose(text, 0)
    const isWhole =
      read.kind === 'value' && !read.unclosed && /^\s*(?:#.*)?$/.test(text.slice(read.end))
    return isWhole ? read.value : undefined
  }
  const single = /^'((?:[^']|'')*)'[ ]*(?:#.*)?$/.exec(text)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  if (text.startsWith("'") || REFUSED.test(text)) return undefined
  const plain = text.replace(/[ \t]+#.*$/, '')
  // A colon and a space in plain text is an error in YAML: it may be a key.
  if (/:[ ]|:$/.test(plain)) return undefined
  if (plain === 'true' || plain === 'false') return plain === 'true'
  if (plain === 'null' || plain === '~') return null
  return INTEGER.test(plain) ? Number(plain) : plain
}

function unquote(key: string): string | null {
  if (key.startsWith("'")) return key.slice(1, -1)
  if (!key.startsWith('"')) return key
  try {
    return String(JSON.parse(key))
  } catch {
    return null
  }
}
