import t from 'tap'
import { resolveSettings } from '#core'
import { findModels } from '../../apps/cli/endpoint/find_model.js'

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
    message: `No model answers at ${DEAD.join(' or ')}: no endpoint is configured`,
    hint: /pass --base-url.*A configured endpoint that is starting is waited for; --wait/,
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
