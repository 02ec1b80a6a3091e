import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type SessionStart, startSession } from './parts/session.js'

const PROGRAM = resolve('dist/aircoder.js')
const PROXY = resolve('dist/aircoder-proxy.js')
const ROUNDS = 15
const WARM_UPS = 3
const SESSIONS = 7
/** The line where a person types, below the first line about the session; the caret goes back to its place. */
const PROMPT_MARK = /\/help[\s\S]*[\r\n][^\S\r\n]*[›❯>] ?\r?$/

/** What a start may cost: bare node is the yardstick, since machines differ. */
const TARGETS = { version: 1.25, help: 1.6, prompt: 4, promptMs: 300, idleMiB: 110, idleCpuMs: 1 }

const COMMANDS: Record<string, string[]> = {
  bareNode: ['-e', '0'],
  version: [PROGRAM, '--version'],
  help: [PROGRAM, '--help'],
  proxyVersion: [PROXY, '--version'],
  proxyHelp: [PROXY, '--help'],
}

/**
 * Times whole processes, in turns so that a slow minute hits all alike: bare node, `--version`, `--help`,
 * and a session under a pseudo-terminal until its prompt is shown.
 * @returns medians in milliseconds, their ratios to bare node, resident MiB of a session at rest, its processor time there
 *   in ms a second, processes that were left after its end, targets met
 */
export default async function start(): Promise<object> {
  if (!existsSync(PROGRAM)) throw new Error('dist/aircoder.js is missing: npm run build')
  const times = timeCommands()
  const bare = times.bareNode ?? Number.NaN
  const sessions = await timeSessions()
  const promptMs = median(sessions.map((session) => session.promptMs))
  const idleMiB = median(sessions.map((session) => session.idleMiB))
  const idleCpuMs = median(sessions.map((session) => session.idleCpuMs))
  const left = Math.max(...sessions.map((session) => session.left))
  const ratios = {
    version: round((times.version ?? Number.NaN) / bare),
    help: round((times.help ?? Number.NaN) / bare),
    proxyVersion: round((times.proxyVersion ?? Number.NaN) / bare),
    proxyHelp: round((times.proxyHelp ?? Number.NaN) / bare),
    prompt: round(promptMs / bare),
  }
  return {
    rounds: ROUNDS,
    sessions: SESSIONS,
    medianMs: { ...roundAll(times), prompt: round(promptMs) },
    ratioToBareNode: ratios,
    idleMiB: round(idleMiB),
    idleCpuMs: round(idleCpuMs),
    processesLeft: left,
    targets: TARGETS,
    met: {
      version: ratios.version <= TARGETS.version,
      help: ratios.help <= TARGETS.help,
      proxyVersion: ratios.proxyVersion <= TARGETS.version,
      proxyHelp: ratios.proxyHelp <= TARGETS.help,
      prompt: ratios.prompt <= TARGETS.prompt,
      promptMs: promptMs <= TARGETS.promptMs,
      idleMiB: idleMiB <= TARGETS.idleMiB,
      idleCpu: idleCpuMs <= TARGETS.idleCpuMs,
      processesLeft: left === 0,
    },
  }
}

function timeCommands(): Record<string, number> {
  const times: Record<string, number[]> = {}
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (const [name, args] of Object.entries(COMMANDS)) {
      const begun = performance.now()
      const { status, stderr } = spawnSync(process.execPath, args)
      const spent = performance.now() - begun
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
      if (round < 0) continue
      times[name] = [...(times[name] ?? []), spent]
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))
}

async function timeSessions(): Promise<SessionStart[]> {
  const found: SessionStart[] = []
  const endpoint = await openEndpoint()
  for (let round = -1; round < SESSIONS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-'))
    try {
      const session = await startSession(sessionCommand(folder, endpoint.url), PROMPT_MARK, {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      })
      if (round >= 0) found.push(session)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  endpoint.close()
  return found
}

/** An endpoint that knows one model at once: what is timed is the session, not the engine. */
async function openEndpoint(): Promise<{ url: string; close(): void }> {
  const models = { object: 'list', data: [{ id: 'bench', object: 'model', max_model_len: 32_768 }] }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(models))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the endpoint has no port')
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => server.close() }
}

function sessionCommand(folder: string, url: string): string {
  const words = [process.execPath, PROGRAM, '--cwd', folder, '--data-dir', join(folder, 'data')]
  return `exec ${[...words, '--base-url', url, '-m', 'bench'].join(' ')}`
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function roundAll(numbers: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, round(value)]))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
