const FENCE = '---'
const ENTRY = /^([A-Za-z][\w-]*):[ \t]*(.*)$/
/** A folded or kept text in the lines below. */
const BLOCK = /^[>|][+-]?\d?$/

/** The entries before a text, and the text. */
export interface FrontMatter {
  /** By their name in small letters, with - as _. Lists are joined with commas. */
  entries: ReadonlyMap<string, string>
  body: string
}

/**
 * Reads what is between two lines with `---`: `name: value`, texts in quotes, folded texts and lists. Deeper levels are
 * ignored. No line of it is run or looked up.
 * @returns the reason where it cannot be read
 */
export function readFrontMatter(text: string): FrontMatter | { reason: string } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  if (lines[0]?.trim() !== FENCE) return { reason: 'it does not begin with front matter (---)' }
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === FENCE)
  if (end < 0) return { reason: 'its front matter has no second line with ---' }
  const entries = new Map<string, string>()
  let open: { name: string; isBlock: boolean } | null = null
  for (const line of lines.slice(1, end)) {
    const isInner = /^\s/.test(line) || line.startsWith('- ')
    if (line.trim() === '' || line.startsWith('#')) continue
    if (isInner && open !== null) {
      const known = entries.get(open.name) ?? ''
      const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
      // Below a name without a value, "key: value" is a deeper level.
      if (item === undefined && !open.isBlock && ENTRY.test(line.trim())) continue
      const value = item === undefined || open.isBlock ? line.trim() : unquote(item)
      entries.set(open.name, known === '' ? value : `${known}${open.isBlock ? ' ' : ', '}${value}`)
      continue
    }
    const entry = ENTRY.exec(line)
    if (entry === null)
      return {
        reason: `its front matter has a line that is not "name: value": ${line.slice(0, 40)}`,
      }
    const name = (entry[1] ?? '').toLowerCase().replaceAll('-', '_')
    const value = (entry[2] ?? '').trim()
    const isBlock = BLOCK.test(value)
    entries.set(name, isBlock ? '' : unquote(value))
    open = isBlock || value === '' ? { name, isBlock } : null
  }
  return {
    entries,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

/** A list as `[a, b]`, or `a, b`. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined) return []
  const inner = value.trim().replace(/^\[(.*)\]$/s, '$1')
  return inner
    .split(',')
    .map((part) => unquote(part.trim()))
    .filter((part) => part !== '')
}

function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$|^'[^']*'$/.test(text) ? text.slice(1, -1) : text
}
