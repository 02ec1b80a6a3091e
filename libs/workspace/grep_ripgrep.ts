import { LIMITS } from '#core'
import { streamRipgrep } from './ripgrep.js'
import type { GrepQuery } from './types.js'

/** Takes one found line; false says that there is no room for more. */
export type AddLine = (file: string, line: number, text: string, match: boolean) => boolean

export type GrepEnd = { ok: true; truncated: boolean } | { ok: false; message: string }

/**
 * Arguments of one process, far below what any kernel takes (128 kB a string, 1 MB in all). Batches grow: a
 * frequent word is found in the first few files, and of a rare one most of the time went into starting.
 */
const FIRST_BATCH_BYTES = 50_000
const MOST_BATCH_BYTES = 600_000

/** Searches files by ripgrep, some thousand at a time, and adds lines in the order of the files. */
export async function grepByRipgrep(
  binary: string,
  files: readonly string[],
  query: GrepQuery,
  signal: AbortSignal,
  add: AddLine,
): Promise<GrepEnd> {
  // Without a file ripgrep would search its folder; an empty one still tells whether the pattern is sound.
  const batches = files.length === 0 ? [['/dev/null']] : splitBatches(files)
  for (const batch of batches) {
    const result = await searchBatch(binary, batch, query, signal)
    if ('message' in result) return { ok: false, message: result.message }
    for (const file of batch)
      for (const { line, text, match } of result.found.get(file)?.rows ?? [])
        if (!add(file, line, text, match)) return { ok: true, truncated: true }
    if (result.cut) return { ok: true, truncated: true }
  }
  return { ok: true, truncated: false }
}

interface FileRows {
  rows: { line: number; text: string; match: boolean }[]
  chars: number
}

async function searchBatch(
  binary: string,
  batch: readonly string[],
  query: GrepQuery,
  signal: AbortSignal,
): Promise<{ found: Map<string, FileRows>; cut: boolean } | { message: string }> {
  const found = new Map<string, FileRows>()
  let complete = false
  const end = await streamRipgrep(binary, args(query, batch), '/', signal, '\n', (piece) => {
    const record = JSON.parse(piece) as Record
    if (record.type === 'summary') complete = true
    if (record.type === 'match' || record.type === 'context') {
      const file = found.get(textOf(record.data.path)) ?? { rows: [], chars: 0 }
      found.set(textOf(record.data.path), file)
      // No file may give more than the whole answer can hold: one pattern may match every line.
      if (file.chars > LIMITS.grepChars) return true
      const text = textOf(record.data.lines).slice(0, LIMITS.searchLineChars + 2)
      file.chars += text.length + 1
      file.rows.push({ line: record.data.line_number, text, match: record.type === 'match' })
    }
    // Text before the first NUL byte of a binary file is chance, not text.
    if (record.type === 'end' && record.data.binary_offset !== null)
      found.delete(textOf(record.data.path))
    return true
  })
  if (end.end === 'failed' || (end.end === 'done' && !complete))
    return { message: end.stderr.trim() || 'ripgrep failed without a word.' }
  return { found, cut: end.end !== 'done' }
}

function args(query: GrepQuery, batch: readonly string[]): string[] {
  return [
    '--json',
    // Files come named: nothing is to be left out, and a file that went away meanwhile is no fault.
    '--no-ignore',
    '--no-messages',
    '--context',
    String(query.context ?? 0),
    ...(query.ignoreCase ? ['--ignore-case'] : []),
    '--max-filesize',
    String(LIMITS.fileBytes),
    '--regexp',
    query.pattern,
    '--',
    ...batch,
  ]
}

interface Record {
  type: 'begin' | 'match' | 'context' | 'end' | 'summary'
  data: {
    path: Text
    lines: Text
    line_number: number
    binary_offset: number | null
  }
}

/** ripgrep gives bytes in base64 where they are no UTF-8. */
type Text = { text: string } | { bytes: string }

function textOf(value: Text): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString()
}

function splitBatches(files: readonly string[]): string[][] {
  const batches: string[][] = [[]]
  let bytes = 0
  let most = FIRST_BATCH_BYTES
  for (const file of files) {
    bytes += Buffer.byteLength(file) + 1
    if (bytes > most) {
      batches.push([])
      most = Math.min(MOST_BATCH_BYTES, most * 4)
      bytes = Buffer.byteLength(file) + 1
    }
    batches.at(-1)?.push(file)
  }
  return batches
}
