import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { openProgram, PROGRAM } from '../kit/program.js'

/** The commands of docs/headless.md. */
const COMMANDS = [
  ...readFileSync('docs/headless.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g),
].flatMap(([, block = '']) => block.trim().split('\n'))

t.test('every command of docs/headless.md runs as it is written there', async (t) => {
  t.ok(COMMANDS.length >= 6, `${COMMANDS.length} commands`)
  const endpoint = await startEndpoint(({ body }) =>
    streamed(say(body.includes('JSON schema') ? '{"files": 2}' : 'There are notes in it.')),
  )
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'notes.txt': 'buy milk\n' })
  const bin = join(box.home, 'bin')
  mkdirSync(bin)
  symlinkSync(PROGRAM, join(bin, 'aircoder'))
  const env = box.env({
    PATH: `${bin}:${process.env.PATH}`,
    AIRCODER_BASE_URL: endpoint.baseUrl,
  })
  for (const command of COMMANDS) {
    const ran = await new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn('sh', ['-c', command], { cwd: box.cwd, env })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
        })
      child.on('close', (code) => resolve({ code, said }))
    })
    t.equal(ran.code, 0, `${command}: ${ran.said}`)
  }
})
