import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { resolveSettings } from '#core'
import { choose, findModels } from '../../apps/cli/endpoint/find_model.js'

/** Ports that nothing listens on. */
const DEAD = ['http://127.0.0.1:9/v1', 'http://127.0.0.1:10/v1']

function settings(values: Record<string, unknown>) {
  return resolveSettings([{ source: 'test', values, trusted: true }])
}

t.test('with nothing configured and nothing listening the search fails at once', async (t) => {
  const lines: string[] = []
  const found = findModels(settings({ wait: '5m' }), (text) => void lines.push(text), DEAD)
  await t.rejects(found, {
    code: 'ENDPOINT_UNREACHABLE',
    exitCode: 5,
    message: `No model answers at ${DEAD.join(' or ')}: nothing listens there, and no endpoint is configured (\`aircoder init\` sets one)`,
    hint: /--base-url.*A run waits for a configured endpoint that is starting; --wait/,
  })
  t.same(lines, [])
})

t.test('a configured endpoint that refuses the connection is waited for', async (t) => {
  const lines: string[] = []
  const [baseUrl] = DEAD
  const found = findModels(settings({ baseUrl, wait: '1s' }), (text) => void lines.push(text))
  await t.rejects(found, { code: 'ENDPOINT_UNREACHABLE', message: /connection refused/ })
  t.match(lines[0], /^waiting for http:\/\/127\.0\.0\.1:9 \(connection refused\): 0\.0 s of 1\.0 s/)
})

t.test(
  'a model that the server does not have is a wrong setting, and the near ones are named',
  async (t) => {
    const models = ['qwen3:8b', 'qwen3:32b', 'gemma3:4b'].map((id) => ({
      id,
      windowTokens: null,
      takesTools: null,
      mark: id,
    }))
    const refused = (wanted: string | undefined, listed = models) => {
      try {
        return choose(wanted, listed, 'http://x/v1').id
      } catch (error) {
        return error as { message: string; exitCode: number; hint: string }
      }
    }
    t.match(refused('qwen3'), {
      exitCode: 2,
      message:
        'http://x/v1 has no model qwen3. Did you mean qwen3:8b or qwen3:32b? It has: qwen3:8b, qwen3:32b, gemma3:4b',
      hint: /--model/,
    })
    t.match(refused('gema3:4b'), { message: /Did you mean gemma3:4b\?/ })
    t.match(refused('qwen3:70b'), { message: /Did you mean qwen3:8b\?/ })
    t.match(refused('llama'), { exitCode: 2, message: /no model llama\. It has: qwen3/ })
    t.match(refused(undefined, []), { exitCode: 5, message: 'http://x/v1 lists no models.' })
    t.equal(refused('any', []), 'any', 'a server without a list is not asked')
  },
)

/** A server whose list of models is at this path; everything else is not found. */
async function listens(t: Test, at: string, status = 200) {
  const seen: string[] = []
  const server = createServer((request, answer) => {
    seen.push(`${request.method} ${request.url}`)
    const isList = request.url === at
    answer.writeHead(isList ? status : 404, { 'content-type': 'application/json' })
    answer.end(isList ? '{"data":[{"id":"qwen3:8b"}]}' : '{"error":{"message":"not found"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, seen }
}

t.test('an address without /v1 is completed where the list of models is below it', async (t) => {
  for (const [given, model] of [
    ['', undefined],
    ['/', 'qwen3:8b'],
    ['/api', 'qwen3:8b'],
  ] as const) {
    const path = given === '/' ? '' : given
    const { origin, seen } = await listens(t, `${path}/v1/models`)
    const found = await findModels(
      settings({ baseUrl: `${origin}${given}`, ...(model && { model }) }),
    )
    t.equal(found.baseUrl, `${origin}${path}/v1`)
    t.same(seen, [`GET ${path}/models`, `GET ${path}/v1/models`], 'no task is sent to find it')
  }
  const closed = await listens(t, '/v1/models', 401)
  const refused = findModels(settings({ baseUrl: closed.origin, model: 'any' }))
  await t.rejects(refused, { code: 'AUTH_REJECTED' }, 'what is wrong below /v1 is said')
  const own = await listens(t, '/models')
  t.match(await findModels(settings({ baseUrl: own.origin })), { baseUrl: own.origin })
  t.same(own.seen, ['GET /models'], 'the given address comes first')
})

t.test('a wrong address is reported as it was given, and a /v1 is not added twice', async (t) => {
  const { origin, seen } = await listens(t, '/elsewhere')
  await t.rejects(findModels(settings({ baseUrl: origin })), {
    code: 'ENDPOINT_NOT_API',
    message: new RegExp(
      `^${origin} does not speak.* GET ${origin}/models answers 404; GET ${origin}/v1/models answers 404$`,
    ),
  })
  t.same(seen.splice(0), ['GET /models', 'GET /v1/models'])
  await t.rejects(findModels(settings({ baseUrl: `${origin}/v1` })), { code: 'ENDPOINT_NOT_API' })
  t.same(seen.splice(0), ['GET /v1/models'])
  const found = await findModels(settings({ baseUrl: `${origin}/v1`, model: 'any' }))
  t.match(found, { baseUrl: `${origin}/v1`, models: [] })
})
