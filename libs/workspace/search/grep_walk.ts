import { readFileSync, statSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { LIMITS } from '#core'
import { isBinary } from '../files/text.js'

import type { GrepEnd, GrepQuery, GrepTask } from './types.js'

/** Files in one batch: starting a script in a context takes longer than searching a small file. */
const BATCH_FILES = 100
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
    const texts = batch.map(readLines)
    const hits = find.in(texts)
    if (hits === null)
      return { ok: false, message: 'The pattern takes too long. Write a simpler one.' }
    for (const [at, file] of batch.entries()) {
      const lines = texts[at] ?? []
      const shown = withContext(hits[at] ?? [], lines.length, query.context ?? 0)
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
): { in(texts: string[][]): number[][] | null } | { message: string } {
  const flags = query.ignoreCase ? 'i' : ''
  try {
    new RegExp(query.pattern, flags)
  } catch (error) {
    return { message: (error as Error).message }
  }
  const context = createContext({ source: query.pattern, flags, texts: [] as string[][] })
  runInContext('const shape = new RegExp(source, flags)', context)
  const search =
    'texts.map((lines) => lines.flatMap((line, index) => (shape.test(line) ? [index] : [])))'
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

function splitBatches(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / BATCH_FILES)
  return Array.from({ length: count }, (_, at) =>
    files.slice(at * BATCH_FILES, (at + 1) * BATCH_FILES),
  )
}

function readLines(file: string): string[] {
  try {
    if (statSync(file).size > LIMITS.fileBytes) return []
    const bytes = readFileSync(file)
    if (bytes.includes(0) || isBinary(bytes)) return []
    const lines = bytes.toString().split(/\r?\n/)
    if (lines.at(-1) === '') lines.pop()
    return lines
  } catch {
    // Removed or not readable: ripgrep skips it as well.
    return []
  }
}

function withContext(hits: number[], total: number, context: number): Map<number, boolean> {
  const shown = new Map<number, boolean>()
  for (const hit of hits)
    for (let at = Math.max(0, hit - context); at <= Math.min(total - 1, hit + context); at += 1)
      shown.set(at, at === hit || shown.get(at) === true)
  return shown
}
