import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'

/** ripgrep's own end: `stopped` when the reader had enough, `aborted` at the deadline or by the person. */
export interface RipgrepEnd {
  exitCode: number | null
  stderr: string
  end: 'done' | 'stopped' | 'aborted' | 'failed'
}

/** Debian's 13.0 is older than the bundled one, so PATH comes second (libraries.md, pitfall 12). */
export async function findRipgrep(env: Environment): Promise<string | null> {
  const bundled = await bundledRipgrep()
  return bundled ?? findProgram('rg', env)
}

async function bundledRipgrep(): Promise<string | null> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    // Its binary is an optional package: an install without it must still search.
    return null
  }
}

/**
 * Runs ripgrep and hands over its output piece by piece.
 * @param separator  what ends a piece: `\0` for file lists, `\n` for JSON lines
 * @param onPiece    returns false when it has seen enough; ripgrep is ended then
 */
export function streamRipgrep(
  binary: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  separator: '\0' | '\n',
  onPiece: (piece: string) => boolean,
): Promise<RipgrepEnd> {
  const child = spawn(binary, ['--no-config', ...args], {
    cwd,
    // Nothing of the caller's environment: no RIPGREP_CONFIG_PATH, no git variables.
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let stderr = ''
  let end: RipgrepEnd['end'] = 'done'
  const pieces = createSplitter(separator)
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, 2_000)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    if (end !== 'done') return
    for (const piece of pieces(chunk)) {
      if (onPiece(piece)) continue
      end = 'stopped'
      child.kill('SIGKILL')
      return
    }
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      end = signal.aborted ? 'aborted' : 'failed'
      resolve({ exitCode: null, stderr: stderr || error.message, end })
    })
    child.once('close', (exitCode) =>
      resolve({ exitCode, stderr, end: signal.aborted ? 'aborted' : end }),
    )
  })
}

/** Cuts a stream at a separator; a piece, and a character, may come in many chunks. */
function createSplitter(separator: string): (chunk: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const found = decoder.write(chunk).split(separator)
    // A rope: one line of megabytes is not copied with each chunk.
    found[0] = rest + found[0]
    rest = found.pop() ?? ''
    return found
  }
}
