/** A part of a JSON text: from the first character of a value to the one after its last. */
export interface Span {
  start: number
  end: number
}

export interface NotebookCell extends Span {
  type: string
  source: string
  /** The values of the cell by key. */
  values: ReadonlyMap<string, Span>
}

/** The cells of a notebook with their places in its text, and the place of the list. */
export interface Notebook {
  cells: NotebookCell[]
  list: Span
  /** nbformat 4.5 and later give each cell an id. */
  hasIds: boolean
}

/**
 * Finds the cells in the text of an .ipynb file. Only places are taken from it, so that an edit changes no other
 * byte: JSON has many spellings of the same value.
 * @returns null when the text is not the JSON of a notebook
 */
export function readNotebook(text: string): Notebook | null {
  const head = parseHead(text)
  if (head === null) return null
  const top = members(text, { start: skipSpace(text, 0), end: text.length })
  const list = top?.get('cells')
  if (top === null || list === undefined || text[list.start] !== '[') return null
  const cells = items(text, list).map((span): NotebookCell => {
    const values = members(text, span) ?? new Map<string, Span>()
    const read = (key: string): unknown => {
      const value = values.get(key)
      return value === undefined ? undefined : JSON.parse(text.slice(value.start, value.end))
    }
    const source = read('source')
    const lines = Array.isArray(source) ? source.map(String).join('') : String(source ?? '')
    return { ...span, type: String(read('cell_type') ?? 'raw'), source: lines, values }
  })
  const { nbformat = 4, nbformat_minor: minor = 0 } = head
  return { cells, list, hasIds: nbformat > 4 || (nbformat === 4 && minor >= 5) }
}

function parseHead(text: string): { nbformat?: number; nbformat_minor?: number } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** The members of an object; null when the value is none. */
function members(text: string, { start }: Span): Map<string, Span> | null {
  if (text[start] !== '{') return null
  const found = new Map<string, Span>()
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}') {
    const keyEnd = skipValue(text, at)
    const key: unknown = JSON.parse(text.slice(at, keyEnd))
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = skipValue(text, valueStart)
    found.set(String(key), { start: valueStart, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return found
}

function items(text: string, { start }: Span): Span[] {
  const found: Span[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== ']') {
    const end = skipValue(text, at)
    found.push({ start: at, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return found
}

/** The character after a value of valid JSON. */
function skipValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '"') {
      at = endOfString(text, at)
      if (depth === 0) return at + 1
    } else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && /[,\s]/.test(letter)) return at
  }
  return text.length
}

/** The closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (/\s/.test(text[at] ?? '')) at += 1
  return at
}
