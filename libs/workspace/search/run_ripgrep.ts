import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import type { Environment } from '../programs/environment.js'
import { findProgram } from '../programs/find_program.js'

/** How a run of ripgrep ended: `stopped` by the reader, `aborted` by the deadline or the user. */
export interface RipgrepEnd {
  exitCode: number | null
  stderr: string
  end: 'done' | 'stopped' | 'aborted' | 'failed'
}

/**
 * The path of ripgrep, or null. The bundled one comes first because Debian's 13.0 on PATH is older.
 */
export async function findRipgrep(env: Environment): Promise<string | null> {
  const bundled = await bundledRipgrep()
  return bundled ?? findProgram('rg', env)
}

/** Whether a path is that of the ripgrep that comes with the program. */
export async function isBundledRipgrep(path: string): Promise<boolean> {
  return path === (await bundledRipgrep())
}

async function bundledRipgrep(): Promise<string | null> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    // The binary is an optional package; an installation without it can still search.
    return null
  }
}

export interface RipgrepCommand {
  binary: string
  args: readonly string[]
  cwd: string
  signal: AbortSignal
  /** The end of a piece: `\0` for file lists, `\n` for JSON lines. */
  separator: '\0' | '\n'
}

/**
 * Runs ripgrep and passes on its output piece by piece.
 * @param onPiece  returns false to stop; ripgrep is then killed
 */
export function streamRipgrep(
  { binary, args, cwd, signal, separator }: RipgrepCommand,
  onPiece: (piece: string) => boolean,
): Promise<RipgrepEnd> {
  const child = spawn(binary, ['--no-config', ...args], {
    cwd,
    // Nothing of the caller's environment, such as RIPGREP_CONFIG_PATH or git variables.
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

/** Splits a stream at a separator. A piece or a character may be spread over several chunks. */
function createSplitter(separator: string): (chunk: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return (chunk) => {
    const found = decoder.write(chunk).split(separator)
    // String concatenation does not copy: a line of megabytes is not copied for each chunk.
    found[0] = rest + found[0]
    rest = found.pop() ?? ''
    return found
  }
}
