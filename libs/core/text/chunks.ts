/** Some lines of a text that belong together, such as a definition. */
export interface Chunk {
  /** They are of the command, not of what it showed. */
  written?: true
  /** Number of its first line, from 0. */
  first: number
  lines: string[]
}

/** A longer definition is cut; a shorter one is joined with what follows. */
const MOST_LINES = 20
const LEAST_LINES = 6
/** A line of data may be long. */
const MOST_CHARS = 2_400
/** A text with more of them is data; what follows has no chunk. */
export const MOST_CHUNKS = 1_000

/** A line that begins a definition in common languages, a part of a diff, a heading, or the report of a failure. */
const DEFINITION =
  /^(?:\d+[:-])?\s*(?:@\w|(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|unsafe|override|virtual|inline|local)\s+)*(?:def|class|function|func|fn|interface|struct|enum|trait|impl|module|namespace|type|sub|procedure|record|object|protocol|extension|describe|it|test)\b|diff --git |@@ |--- |#{1,4} |FAIL|ERROR:|Traceback )/

/**
 * Cuts a text at its definitions, a long one after an empty line. The same text always gives the same chunks: the index
 * of the ledger stores their numbers only.
 */
export function chunksOf(text: string): Chunk[] {
  const lines = text.split('\n')
  const chunks: Chunk[] = []
  let first = 0
  let chars = 0
  const end = (at: number) => {
    const part = lines.slice(first, at)
    if (part.some((line) => line.trim() !== '')) chunks.push({ first, lines: part })
    first = at
    chars = 0
  }
  for (const [at, line] of lines.entries()) {
    const length = at - first
    const isFull = length >= MOST_LINES || chars + line.length > MOST_CHARS
    const isJoint = length >= LEAST_LINES * 2 && line.trim() !== '' && lines[at - 1]?.trim() === ''
    const isStart = length >= LEAST_LINES && DEFINITION.test(line.slice(0, 200))
    if (length > 0 && (isFull || isJoint || isStart)) end(at)
    if (chunks.length === MOST_CHUNKS) return chunks
    chars += line.length + 1
  }
  end(lines.length)
  return chunks
}

/** Lines from which a command counts as a text of its own: a script, or a file that it writes. */
const SCRIPT_LINES = 5

/**
 * The chunks of what a call showed, then those of a longer command that it ran: what a script or a file has that a command
 * writes is nowhere else.
 */
export function chunksOfRow(shown: string, command: unknown): Chunk[] {
  const chunks = shown === '' ? [] : chunksOf(shown)
  if (typeof command !== 'string' || command.split('\n', SCRIPT_LINES).length < SCRIPT_LINES)
    return chunks
  const own = chunksOf(command).map((chunk): Chunk => ({ ...chunk, written: true }))
  return [...chunks, ...own].slice(0, MOST_CHUNKS)
}
