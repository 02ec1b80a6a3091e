import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordPlan } from './record_plan.mjs'

/** Starts the built proxy with the recording of the demo. @returns its address, and how to stop it */
export async function startProxy(dist, folder) {
  const config = join(folder, 'proxy.json')
  writeFileSync(config, '{}\n')
  const recording = join(folder, 'recording.jsonl')
  recordPlan(join(dist, 'demo/recording.jsonl'), recording)
  const engine = ['--engine', 'scripted', '--script', recording]
  const place = ['--config', config, '--port', '0', '--insecure-loopback', '--log-level', 'error']
  const child = spawn(
    process.execPath,
    [join(dist, 'aircoder-proxy.js'), 'serve', ...engine, ...place],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: folder, AIRCODER_PROXY_STATE_DIR: folder },
    },
  )
  const ended = new Promise((done) => child.once('close', done))
  let said = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /listening on (http:\/\/\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    void ended.then(() => reject(new Error(`the proxy ended: ${said}`)))
  })
  return {
    url,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
