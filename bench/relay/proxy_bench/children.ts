import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process of this bench that is not its first finds its part and what it needs here. */
export const ROLE = 'AIRCODER_BENCH_ROLE'
export const TERMS = 'AIRCODER_BENCH_TERMS'

export interface Child {
  pid: number
  /** What it said first. */
  said: string
  end(): Promise<void>
}

/** Starts a program; nothing is read from it. */
export function startChild(
  program: string,
  args: string[],
  env: Record<string, string>,
): Omit<Child, 'said'> & { said: '' } {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', process.env.AIRCODER_BENCH_DEBUG ? 'inherit' : 'ignore'],
    env: { ...process.env, ...env },
  })
  return { pid: child.pid ?? 0, said: '', end: () => endOf(child, () => child.kill('SIGTERM')) }
}

/** Starts this very program in another part, and waits until it has said where it listens. */
export async function startRole(role: string, terms: object): Promise<Child> {
  const { child, folder } = spawnRole(role, terms)
  const said = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  return {
    pid: child.pid ?? 0,
    said,
    async end() {
      await endOf(child, () => child.stdin?.end())
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs this very program in another part to its end. @returns what it found */
export async function runRole(role: string, terms: object): Promise<unknown> {
  const { child, folder } = spawnRole(role, terms)
  await new Promise((resolve) => child.once('exit', resolve))
  const answer = readFileSync(join(folder, 'answer.json'), 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return JSON.parse(answer)
}

function spawnRole(role: string, terms: object) {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-'))
  const child = spawn(process.execPath, [process.argv[1] ?? '', join(folder, 'answer.json')], {
    env: { ...process.env, [ROLE]: role, [TERMS]: JSON.stringify(terms) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { child, folder }
}

async function endOf(child: ChildProcess, tell: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  tell()
  const hard = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(hard)
}
