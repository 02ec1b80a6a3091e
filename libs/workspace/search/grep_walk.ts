import { readFileSync, statSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { LIMITS } from '#core'
import { isBinary } from '../files/text.js'

import type { GrepEnd, GrepQuery, GrepTask } from './types.js'

/** Files in one batch: starting a script in a context takes longer than searching a small file. */
const BATCH_FILES = 100
/** Of their bytes. A file is at most as long. */
const BATCH_BYTES = LIMITS.fileBytes
/** Lines of one file that match. A shown line takes at least four characters, so no answer can hold more. */
const MOST_HITS = LIMITS.grepChars / 4
/** A pattern that takes longer for one batch backtracks exponentially (docs/design/permissions.md#bounds, ReDoS). */
const PATTERN_MS = 3_000

/** Searches files without ripgrep, with JavaScript's regular expressions. */
export async function grepByWalk(
  files: readonly string[],
  { query, signal, add }: GrepTask,
): Promise<GrepEnd> {
  const find = compile(query)
  if ('message' in find) return { ok: false, message: find.message }
  for (const batch of splitBatches(files)) {
    // Returns to the event loop between batches, so that an abort or the deadline is noticed.
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) return { ok: true, truncated: true }
    const texts = batch.map(readText)
    const hits = find.in(texts)
    if (hits === null)
      return { ok: false, message: 'The pattern takes too long. Write a simpler one.' }
    for (const [at, file] of batch.entries()) {
      const own = hits[at] ?? []
      if (own.length === 0) continue
      const lines = linesOf(texts[at] ?? '')
      const shown = withContext(own, lines.length, query.context ?? 0)
      for (const [index, match] of shown)
        if (!add({ file, line: index + 1, text: lines[index] ?? '', match }))
          return { ok: true, truncated: true }
    }
  }
  return { ok: true, truncated: false }
}

/** Runs the pattern in a context: a script in a context has a timeout, a plain regular expression has not. */
function compile(
  query: GrepQuery,
): { in(texts: string[]): number[][] | null } | { message: string } {
  const flags = query.ignoreCase ? 'i' : ''
  try {
    new RegExp(query.pattern, flags)
  } catch (error) {
    return { message: (error as Error).message }
  }
  const given = { source: query.pattern, flags, most: MOST_HITS, texts: [] as string[] }
  const context = createContext(given)
  runInContext('const shape = new RegExp(source, flags)', context)
  // Line by line: all lines of a text together take ten times its length.
  const search = `texts.map((text) => {
    const hits = []
    for (let at = 0, line = 0; at < text.length && hits.length < most; line += 1) {
      const found = text.indexOf('\\n', at)
      const end = found === -1 ? text.length : found
      const cut = found > at && text[found - 1] === '\\r' ? found - 1 : end
      if (shape.test(text.slice(at, cut))) hits.push(line)
      at = end + 1
    }
    return hits
  })`
  return {
    in(texts) {
      context.texts = texts
      try {
        return runInContext(search, context, { timeout: PATTERN_MS }) as number[][]
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
        throw error
      }
    },
  }
}

/** Files that are read together. A file above LIMITS.fileBytes is not read and counts nothing. */
export function* splitBatches(
  files: readonly string[],
  bytesOf: (file: string) => number = sizeOf,
): Generator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for (const file of files) {
    const own = bytesOf(file)
    const read = own > LIMITS.fileBytes ? 0 : own
    if (batch.length === BATCH_FILES || (batch.length > 0 && bytes + read > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += read
  }
  if (batch.length > 0) yield batch
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** '' for a file that is not searched. */
function readText(file: string): string {
  try {
    if (statSync(file).size > LIMITS.fileBytes) return ''
    const bytes = readFileSync(file)
    return bytes.includes(0) || isBinary(bytes) ? '' : bytes.toString()
  } catch {
    // Removed or not readable: ripgrep skips it as well.
    return ''
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function withContext(hits: number[], total: number, context: number): Map<number, boolean> {
  const shown = new Map<number, boolean>()
  for (const hit of hits)
    for (let at = Math.max(0, hit - context); at <= Math.min(total - 1, hit + context); at += 1)
      shown.set(at, at === hit || shown.get(at) === true)
  return shown
}
