import { createHash } from 'node:crypto'
import t from 'tap'
import { proxyLayerFromEnvironment, resolveProxySettings } from '#relay'
import { createAuth, isLoopback } from '../../libs/relay/auth.js'

function resolve(...layers: object[]) {
  return resolveProxySettings(layers.map((values, at) => ({ source: `layer ${at}`, values })))
}

t.test('later layers win, and a layer that is silent leaves what is below', async (t) => {
  const settings = resolve({ port: 1, engine: 'openai', slots: 3 }, { port: 2 }, { host: '::1' })
  t.match(settings, { port: 2, engine: 'openai', slots: 3, host: '::1', queueRequests: 256 })
  t.ok(Object.isFrozen(settings))
  t.match(resolve(), { host: '127.0.0.1', port: 8765, engine: 'ollama', insecureLoopback: false })
})

t.test('every fault is named with its source and path', async (t) => {
  const faults: [object, RegExp][] = [
    [{ prot: 1 }, /layer 0: prot: unknown/],
    [{ port: 70_000, slots: 0 }, /layer 0: port: .*; slots: /],
    [{ tokens: [{ name: 'a', sha256: 'short' }] }, /tokens\.0\.sha256/],
    [{ tokens: [{ name: 'a', token: 'plain' }] }, /tokens\.0\.token: unknown/],
    [{ engineUrl: 'file:///etc/passwd' }, /engineUrl/],
    [{ host: '' }, /host/],
    [{ host: '*' }, /host/],
  ]
  for (const [values, message] of faults)
    t.throws(() => resolve(values), { code: 'SETTINGS_INVALID', message, exitCode: 2 })
})

t.test('the environment is read by the names of the settings', async (t) => {
  const { values, unknown } = proxyLayerFromEnvironment({
    AIRCODER_PROXY_PORT: '0',
    AIRCODER_PROXY_ENGINE_URL: 'http://127.0.0.1:9',
    AIRCODER_PROXY_MODELS: 'qwen*, llama',
    AIRCODER_PROXY_USER_SLOTS: '2',
    AIRCODER_PROXY_INSECURE_LOOPBACK: '1',
    AIRCODER_PROXY_TOKENS: 'alice:one:two,bob:three',
    AIRCODER_PROXY_CONFIG: '/x',
    AIRCODER_PROXY_TYPO: '1',
    AIRCODER_TOKEN: 'another program’s',
    AIRCODER_PROXY_HOST: '',
  })
  const sha256 = createHash('sha256').update('one:two').digest('hex')
  t.match(resolve(values), {
    port: 0,
    engineUrl: 'http://127.0.0.1:9',
    models: ['qwen*', 'llama'],
    userSlots: 2,
    insecureLoopback: true,
    tokens: [{ name: 'alice', sha256 }, { name: 'bob' }],
    host: '127.0.0.1',
  })
  t.same(unknown, ['AIRCODER_PROXY_TYPO'])
  t.throws(() => resolve(proxyLayerFromEnvironment({ AIRCODER_PROXY_PORT: 'http' }).values), {
    message: /port/,
  })
  t.throws(() => resolve(proxyLayerFromEnvironment({ AIRCODER_PROXY_TOKENS: 'alice' }).values), {
    message: /tokens\.0/,
  })
})

t.test('without tokens nothing is served, but on loopback and told so', async (t) => {
  const refused = { code: 'PROXY_NO_TOKENS', exitCode: 2 }
  t.throws(() => createAuth(resolve()), refused)
  t.throws(() => createAuth(resolve({ insecureLoopback: true, host: '0.0.0.0' })), refused)
  t.throws(
    () => createAuth(resolve({ insecureLoopback: true, host: ['127.0.0.1', '10.0.0.1'] })),
    refused,
  )
  t.equal(createAuth(resolve({ insecureLoopback: true }))(undefined).name, 'local')
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) t.ok(isLoopback(host), host)
  for (const host of ['0.0.0.0', '::', '127.0.0.1.example.com', '10.0.0.1'])
    t.notOk(isLoopback(host), host)
})

t.test('a token finds its person; anything else is refused alike', async (t) => {
  const { values } = proxyLayerFromEnvironment({ AIRCODER_PROXY_TOKENS: 'alice:one,bob:two' })
  // Tokens are asked for once there are any, also on loopback.
  const find = createAuth(resolve(values, { insecureLoopback: true }))
  t.equal(find('Bearer two').name, 'bob')
  t.equal(find('bearer one').name, 'alice')
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer three',
    'Basic two',
    'two',
    'Bearer one two',
  ])
    t.throws(() => find(header), { code: 'invalid_api_key', status: 401 }, String(header))
})
