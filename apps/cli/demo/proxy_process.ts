import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AircoderError } from '#core'

/** A proxy in its own process, on a free loopback port. */
export interface ProxyProcess {
  /** Base URL with /v1. */
  url: string
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>
}

const LISTENING = /listening on (http:\/\/\S+)/
const START_MS = 20_000

/**
 * Starts the real proxy with the scripted engine and waits until it listens. Settings and tokens of this
 * machine's own proxy do not count: file and state are in `folder`, its variables are left out.
 * @throws AircoderError DEMO_INCOMPLETE
 */
export function startScriptedProxy(
  program: string,
  recording: string,
  folder: string,
): Promise<ProxyProcess> {
  const config = join(folder, 'proxy.json')
  writeFileSync(config, '{}\n', { mode: 0o600 })
  const args = [
    program,
    'serve',
    '--config',
    config,
    '--engine',
    'scripted',
    '--script',
    recording,
    '--port',
    '0',
  ]
  const child = spawn(process.execPath, [...args, '--insecure-loopback', '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !name.startsWith('AIRCODER_PROXY_')),
      ),
      AIRCODER_PROXY_STATE_DIR: folder,
    },
  })
  const ended = new Promise<void>((done) => void child.once('close', () => done()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  process.once('exit', stop)
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (reason: string) => {
      void stop()
      reject(
        new AircoderError('DEMO_INCOMPLETE', {
          reason: `${reason} ${said.trim()}`,
          path: recording,
        }),
      )
    }
    const timer = setTimeout(() => fail('the proxy did not start in time.'), START_MS)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`the proxy ended with ${code}.`))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = `${said}${chunk.toString('utf8')}`.slice(-4_000)
        const url = LISTENING.exec(said)?.[1]
        if (url === undefined) return
        clearTimeout(timer)
        child.removeAllListeners('exit')
        resolve({ url: `${url}/v1`, stop })
      })
    }
  })
}
