import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

/** A host of this machine that no other program uses; only Linux has all of 127.0.0.0/8. */
const HOST = '127.77.0.9'
const LINUX = process.platform === 'linux' ? {} : { skip: 'needs 127.0.0.0/8' }

t.test('row 280: init --host asks the usual ports of that host', LINUX, async (t) => {
  const endpoint = await startEndpoint(() => streamed(say('ready')))
  t.teardown(() => endpoint.close())
  // LM Studio's port is the last one that is asked.
  const server = createServer((asked, answer) => {
    const to = request(`${endpoint.origin}${asked.url}`, {
      method: asked.method ?? 'GET',
      headers: asked.headers,
    })
    to.on('response', (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.pipe(answer)
    })
    asked.pipe(to)
  })
  await new Promise<void>((resolve) => server.listen(1234, HOST, resolve))
  t.teardown(() => server.close())
  const box = openProgram(t)
  const ran = await box.run(['init', '--yes', '--host', HOST])
  t.equal(ran.code, 0, ran.stderr)
  const config = join(box.home, '.config', 'aircoder', 'config.json')
  t.match(JSON.parse(readFileSync(config, 'utf8')), {
    baseUrl: `http://${HOST}:1234/v1`,
    model: 'fake',
  })
})
