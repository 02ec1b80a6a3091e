import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A llama.cpp server that Ollama started for a loaded model, as /proc shows it. */
export interface Runner {
  pid: number
  /** false: its parent process has ended, and nothing will end it. */
  owned: boolean
  memoryBytes: number
  /** GGUF file that it has loaded. */
  file: string | null
  /** Requests that it runs at the same time. */
  slots: number | null
  kvType: string | null
  /** Its port on loopback. */
  port: number | null
}

/**
 * Finds the runners on this box. Orphans remain when `ollama serve` is killed (docs/design/engines.md#ollama-processes).
 * @param proc  `/proc`; where it is missing, nothing is found
 */
export function findRunners(proc: string): Runner[] {
  const processes = readProcesses(proc)
  const names = new Map(processes.map((process) => [process.pid, process]))
  return processes.filter(isRunner).map(({ pid, parent, args }) => {
    const owner = names.get(parent)
    return {
      pid,
      owned: owner !== undefined && basename(owner.args[0] ?? '') === 'ollama',
      memoryBytes: memoryOf(proc, pid),
      file: argument(args, '--model'),
      slots: Number(argument(args, '-np') ?? argument(args, '--parallel')) || null,
      kvType: argument(args, '--cache-type-k'),
      port: Number(argument(args, '--port')) || null,
    }
  })
}

/**
 * The environment of the running `ollama serve`; only root and Ollama's own user may read it.
 * @returns null where it does not run or may not be read
 */
export function readOllamaEnvironment(proc: string): Record<string, string> | null {
  const serve = readProcesses(proc).find(
    ({ args }) => basename(args[0] ?? '') === 'ollama' && args.includes('serve'),
  )
  const text = serve === undefined ? '' : readText(join(proc, String(serve.pid), 'environ'))
  if (text === '') return null
  const pairs = text
    .split('\0')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)])
  return Object.fromEntries(pairs)
}

interface Process {
  pid: number
  parent: number
  args: string[]
}

function readProcesses(proc: string): Process[] {
  let entries: string[]
  try {
    entries = readdirSync(proc)
  } catch {
    return []
  }
  return entries
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const parent = /^PPid:\s+(\d+)/m.exec(readText(join(proc, name, 'status')))?.[1]
      const args = readText(join(proc, name, 'cmdline'))
        .split('\0')
        .slice(0, -1)
      return { pid: Number(name), parent: Number(parent ?? 0), args }
    })
}

// New versions of Ollama start llama-server, old ones `ollama runner`.
function isRunner({ args }: Process): boolean {
  const name = basename(args[0] ?? '')
  if (name === 'ollama') return args[1] === 'runner'
  return name === 'llama-server' && args.includes('--offline')
}

function argument(args: string[], name: string): string | null {
  const at = args.indexOf(name)
  return at === -1 ? null : (args[at + 1] ?? null)
}

function memoryOf(proc: string, pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readText(join(proc, String(pid), 'status')))?.[1]
  return Number(kib ?? 0) * 1_024
}

/** A process may end while it is read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
