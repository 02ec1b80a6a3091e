import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { AuditRow, Ledger } from '#ledger'
import { jsonLine, showControls } from '#terminal'

/** Logs the calls of a step that was just committed. */
export type AuditLog = (taskId: string, step: number) => void

/**
 * Opens `audit.jsonl` beside the ledger: one line for each call that reached the gate, appended after the
 * commit and never synced. It is a copy of the ledger's rows: lines that a kill lost or truncated are
 * written again here. A file that cannot be written is reported once and does not stop the run.
 */
export function openAudit(ledger: Pick<Ledger, 'path' | 'auditRows' | 'usedBy'>): AuditLog {
  const path = join(dirname(ledger.path), 'audit.jsonl')
  let isReported = false
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      const text = `${path} cannot be written (${error.message}). The ledger has the same rows.`
      if (!isReported) process.stderr.write(`${showControls(text)}\n`)
      isReported = true
    }
  }
  const append = (rows: Iterable<AuditRow>) =>
    withFile(path, (file) => {
      dropCutLine(file)
      for (const row of rows) writeSync(file, toLine(row))
    })

  attempt(() => withFile(path, (file) => fillGap(file, ledger)))
  return (taskId, step) => attempt(() => append(ledger.auditRows({ taskId, step })))
}

/** Readable by its owner only, never through a link. NONBLOCK: opening a pipe would wait. */
function withFile(path: string, work: (file: number) => void): void {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const { mode } = fstatSync(file)
    if ((mode & 0o777) !== 0o600) fchmodSync(file, 0o600)
    work(file)
  } finally {
    closeSync(file)
  }
}

/** Adds missing lines. The whole file is read only when its last line is not the newest call. */
function fillGap(file: number, ledger: Pick<Ledger, 'auditRows' | 'usedBy'>): void {
  const size = dropCutLine(file)
  const [newest] = ledger.auditRows('newest')
  if (newest === undefined) return
  const tail = readAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES).trimEnd()
  if (tail.slice(tail.lastIndexOf('\n') + 1).startsWith(keyOf(newest))) return
  const written = keysIn(file, size)
  // Another process that works in a session writes its own lines.
  for (const row of ledger.auditRows('all'))
    if (!written.has(keyOf(row)) && ledger.usedBy(row.sessionId) === null)
      writeSync(file, toLine(row))
}

/** Longer than any line: arguments in full have 2,000 characters. */
const TAIL_BYTES = 65_536

/** @returns the size up to the last whole line */
function dropCutLine(file: number): number {
  let { size } = fstatSync(file)
  const whole = size
  while (size > 0) {
    const from = Math.max(0, size - TAIL_BYTES)
    const at = readBytes(file, from, size - from).lastIndexOf(0x0a)
    if (at !== -1) {
      size = from + at + 1
      break
    }
    size = from
  }
  if (size < whole) ftruncateSync(file, size)
  return size
}

function keysIn(file: number, size: number): Set<string> {
  const keys = new Set<string>()
  let rest = ''
  for (let at = 0; at < size; at += TAIL_BYTES) {
    const lines = (
      rest + readBytes(file, at, Math.min(TAIL_BYTES, size - at)).toString('latin1')
    ).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      keys.add(/^\{"task":"[^"]*","step":\d+,"call":\d+,/.exec(line)?.[0] ?? '')
  }
  return keys
}

function readAt(file: number, at: number, most: number): string {
  return readBytes(file, at, most).toString('utf8')
}

function readBytes(file: number, at: number, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  return bytes.subarray(0, readSync(file, bytes, 0, most, at))
}

/** How the line of a call begins, and no other. */
function keyOf({ taskId, step, call }: AuditRow): string {
  return `{"task":${JSON.stringify(taskId)},"step":${step},"call":${call},`
}

function toLine(row: AuditRow): string {
  const { taskId: task, step, call, sessionId: session, committedMs, tool, argsHash } = row
  const { arguments: given, decision, rule, asked, ok, tookMs: ms } = row
  const what = given === null ? { arguments_hash: argsHash } : { arguments: given }
  const at = new Date(committedMs).toISOString()
  const line = { task, step, call, at, session, tool, ...what, decision, rule, asked, ok, ms }
  return `${jsonLine(line)}\n`
}
