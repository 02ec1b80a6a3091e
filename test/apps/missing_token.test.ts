import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { openProgram } from '../kit/program.js'

t.test('a token that is missing is called missing, a wrong one wrong', async (t) => {
  let status = 401
  let error: Record<string, string> = { message: 'bad key' }
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise((resolve) => server.close(resolve)))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const box = openProgram(t)
  const without = await box.run(['-p', 'is it so?', '--base-url', baseUrl])
  t.equal(without.code, 5)
  t.match(without.stderr, /wants a token, and none is set \(401\)/)
  t.match(
    without.stderr,
    `hint: Run \`aircoder login --base-url ${baseUrl}\` with a token of that server. For one run set AIRCODER_TOKEN`,
  )
  t.notMatch(without.stderr, 'aircoder-proxy', 'any server may answer so')
  error = { message: 'bad key', type: 'authentication_error', code: 'invalid_api_key' }
  const ours = await box.run(['-p', 'is it so?', '--base-url', baseUrl])
  t.match(ours.stderr, 'It is an aircoder-proxy: `aircoder-proxy token add NAME` on its machine')
  status = 403
  const forbidden = await box.run(['-p', 'is it so?', '--base-url', baseUrl])
  t.match(forbidden.stderr, /refuses the request, and no token is set \(403\)/)
  status = 401
  const env = { AIRCODER_TOKEN: 'wrong', AIRCODER_BASE_URL: baseUrl }
  const wrong = await box.run(['-p', 'is it so?'], { env })
  t.equal(wrong.code, 5)
  t.match(wrong.stderr, /rejected the token \(401\)/)
})
