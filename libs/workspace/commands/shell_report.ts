import type { Readable } from 'node:stream'
import type { ShellEnd } from './types.js'

/** Words that can change the folder or the variables of the shell itself. */
const MOVES =
  /\b(?:cd|pushd|popd|export|declare|typeset|source|eval|unset)\b|(?:^|[;&|({\n])[^\S\n]*(?:\.\s|[A-Za-z_]\w*=)/

/** A report above this is not read: an environment has a few kilobytes. */
const MOST_BYTES = 262_144

/** Bash sets these itself. */
const OWN = new Set(['PWD', 'OLDPWD', 'SHLVL', '_'])

/** Whether a shell text may end in another folder, or with other variables. Others need no report. */
export function mayMove(command: string): boolean {
  return MOVES.test(command)
}

/**
 * The shell text with a trap at its end that reports the folder and the exported variables on descriptor 3, which
 * is moved away so that programs keep theirs. It stays on the first line, so that bash counts lines as written.
 * A text that sets a trap of its own, or that replaces the shell, reports nothing.
 */
export function reporting(command: string): string {
  return `exec 199>&3 3>&-; trap '{ builtin pwd -P; builtin export -p; } >&199 2>/dev/null' EXIT; ${command}`
}

/** Reads the report of a shell while it runs. The function that it returns is called after the end. */
export function collectReport({
  report,
  started,
}: {
  report: Readable | null
  started: Readonly<Record<string, string>>
}): () => ShellEnd | null {
  if (report === null) return () => null
  const chunks: Buffer[] = []
  let bytes = 0
  report.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MOST_BYTES) chunks.push(Buffer.from(chunk))
  })
  // We close it while a process that was left behind may still hold it.
  report.on('error', () => undefined)
  return () => {
    report.destroy()
    return bytes > MOST_BYTES ? null : readReport(Buffer.concat(chunks).toString('utf8'), started)
  }
}

/** Parses the folder in the first line, and `declare -x NAME="value"` in the others. null: it is not complete. */
function readReport(text: string, started: Readonly<Record<string, string>>): ShellEnd | null {
  const [folder = '', ...lines] = text.split('\n')
  if (!folder.startsWith('/') || lines.length === 0) return null
  const exported: Record<string, string | null> = Object.create(null)
  for (const line of lines) {
    const [, name = '', value] = /^declare -\w*x\w* ([A-Za-z_]\w*)(?:=(.*))?$/.exec(line) ?? []
    if (name === '' || value === undefined || OWN.has(name)) continue
    const plain = unquote(value)
    if (plain === null || started[name] !== plain) exported[name] = plain
  }
  return { folder, exported: { ...exported } }
}

/** The value between the double quotes that `export -p` prints; null when it has more than one line. */
function unquote(value: string): string | null {
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1]
  return inner === undefined ? null : inner.replace(/\\(["\\$`])/g, '$1')
}
