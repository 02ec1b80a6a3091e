import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { chunk, DONE, startEndpoint, stream, usageChunk } from './fake_endpoint.js'
import { noonZone } from './noon_zone.js'
import { bearer } from './people.js'
import { until } from './relay.js'
import { openWarm } from './warm_program.js'

const PROGRAM = join(process.cwd(), 'dist/aircoder-proxy.js')
const LISTENING = /^aircoder-proxy listening on (http:\/\/127\.0\.0\.1:\d+) \(engine \w+\)\n/

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface ProxyRun {
  child: ChildProcess
  /** What it said so far. */
  said: Ran
  ended: Promise<Ran>
}

export interface ProxyBox {
  /** Home and state folder of the programs of this box; nothing of this machine is read. */
  home: string
  stateDir: string
  start(args: string[], env?: Record<string, string>): ProxyRun
  /** Starts it by a line of bash, where it is `"$0" "$@"`. */
  shell(line: string, ...args: string[]): ProxyRun
  /** Runs a command in the warm process of this test file. */
  run(...args: string[]): Promise<Ran>
  /** Starts `serve` on a free port and waits until it listens. */
  serve(args: string[], env?: Record<string, string>): Promise<ProxyRun & { url: string }>
}

const warm = openWarm(PROGRAM)

/** A box of its own for the built program; whatever was started in it ends with the test. */
export function openProxyBox(t: Test): ProxyBox {
  const home = mkdtempSync(join(tmpdir(), 'aircoder-proxy-'))
  const stateDir = join(home, 'state')
  const { PATH = '' } = process.env
  const own = { PATH, HOME: home, TZ: noonZone(), AIRCODER_PROXY_STATE_DIR: stateDir }
  const runs: ProxyRun[] = []
  t.teardown(async () => {
    for (const { child } of runs) child.kill('SIGKILL')
    await Promise.all(runs.map(({ ended }) => ended))
    rmSync(home, { recursive: true, force: true })
  })

  function start(args: string[], env: Record<string, string> = {}, line?: string): ProxyRun {
    const command = [process.execPath, PROGRAM, ...args]
    const [file = '', ...rest] = line === undefined ? command : ['bash', '-c', line, ...command]
    const child = spawn(file, rest, { env: { ...own, ...env } })
    const said: Ran = { code: null, out: '', err: '' }
    child.stdout.on('data', (bytes) => {
      said.out += bytes
    })
    child.stderr.on('data', (bytes) => {
      said.err += bytes
    })
    const ended = new Promise<Ran>((resolve) =>
      child.on('close', (code) => resolve(Object.assign(said, { code }))),
    )
    const run = { child, said, ended }
    runs.push(run)
    return run
  }

  return {
    home,
    stateDir,
    start,
    async run(...args) {
      const { code, stdout, stderr } = await warm({ args, env: own, cwd: process.cwd(), input: '' })
      return { code, out: stdout, err: stderr }
    },
    shell: (line, ...args) => start(args, {}, line),
    async serve(args, env) {
      const run = start(['serve', '--port', '0', ...args], env)
      await until(() => run.said.out.includes('\n') || run.said.code !== null)
      const url = LISTENING.exec(run.said.out)?.[1]
      if (url === undefined) throw new Error(`it does not listen: ${run.said.out}${run.said.err}`)
      return { ...run, url }
    },
  }
}

/** The token that `token add` or `rotate` printed, alone on its line. */
export function tokenIn({ out, err }: Ran): string {
  const token = /^(ac_[a-z0-9]{8}_[\w-]{43})\n$/.exec(out)?.[1]
  if (token === undefined) throw new Error(`it printed no token: ${out}${err}`)
  return token
}

/** POSTs a chat body as the holder of this token. */
export function postChat(url: string, token: string, body: object): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  })
}

/** An engine that answers at once and counts 100 tokens in, 60 of them reused, and 10 out; or one that never ends. */
export async function startCountedEngine(t: Test, kind: 'counts' | 'hangs') {
  const engine = await startEndpoint(() =>
    kind === 'hangs'
      ? { body: [chunk({ content: 'x' })], end: 'hang' }
      : stream(chunk({ content: 'x' }), chunk({}, 'stop'), usageChunk(100, 10, 60), DONE),
  )
  t.teardown(() => engine.close())
  return { ...engine, flags: ['--engine', 'openai', '--engine-url', engine.origin] }
}
