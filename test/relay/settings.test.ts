import { createHash } from 'node:crypto'
import t from 'tap'
import { LIMITS, readDuration } from '#core'
import { proxyLayerFromEnvironment, resolveProxySettings } from '#relay'
import { assertGuarded, isLoopback } from '../../libs/relay/people/person.js'
import { applySettings } from '../../libs/relay/settings/apply_settings.js'

function resolve(...layers: object[]) {
  return resolveProxySettings(layers.map((values, at) => ({ source: `layer ${at}`, values })))
}

t.test(
  'row 263: a model stays loaded longer than the longest command of a session runs',
  async (t) => {
    t.ok((readDuration(resolve().keepAlive) ?? 0) > LIMITS.commandMaxMs)
  },
)

t.test('later layers win, and a missing value keeps the one below', async (t) => {
  const settings = resolve({ port: 1, engine: 'openai', slots: 3 }, { port: 2 }, { host: '::1' })
  t.match(settings, { port: 2, engine: 'openai', slots: 3, host: '::1', queueRequests: 256 })
  t.ok(Object.isFrozen(settings))
  t.match(resolve(), { host: '127.0.0.1', port: 8765, engine: 'ollama', insecureLoopback: false })
  for (const host of [
    '0.0.0.0',
    '::',
    '::1',
    'fd7a:115c::5',
    'localhost',
    'box-1',
    '10.0.0.5',
    '1a',
  ])
    t.equal(resolve({ host }).host, host)
})

t.test('every error names its source and path', async (t) => {
  const errors: [object, RegExp][] = [
    [{ prot: 1 }, /layer 0: prot: unknown\. Did you mean "port"\?/],
    [{ nothing: 1 }, /layer 0: nothing: unknown$/],
    [{ port: 70_000, slots: 0 }, /layer 0: port: .*; slots: /],
    [{ tokens: [{ name: 'a', sha256: 'short' }] }, /tokens\.0\.sha256/],
    [{ tokens: [{ name: 'a', token: 'plain' }] }, /tokens\.0\.token: unknown/],
    [
      { tokens: [{ nam: 'a', limits: { quueed: 1 } }] },
      /limits\.quueed: unknown\. Did you mean "queued"\?/,
    ],
    [{ tokens: [{ nam: 'a' }] }, /tokens\.0\.nam: unknown\. Did you mean "name"\?/],
    [{ engineUrl: 'file:///etc/passwd' }, /engineUrl/],
    [{ host: '' }, /host/],
    [{ host: '*' }, /host/],
    // Each would listen on all addresses, or on one that is not written out.
    ...[
      '0',
      '0.0',
      '0x0',
      '00.0.0.0',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '::0',
      '0::',
      '::ffff:0.0.0.0',
      ':::',
      '1::g',
    ].map((host): [object, RegExp] => [{ host }, /host/]),
  ]
  for (const [values, message] of errors)
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
    AIRCODER_PROXY_SLOT: '1',
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
  t.same(unknown, [
    { variable: 'AIRCODER_PROXY_TYPO' },
    { variable: 'AIRCODER_PROXY_SLOT', near: 'AIRCODER_PROXY_SLOTS' },
  ])
  t.throws(() => resolve(proxyLayerFromEnvironment({ AIRCODER_PROXY_PORT: 'http' }).values), {
    message: /port/,
  })
  t.throws(() => resolve(proxyLayerFromEnvironment({ AIRCODER_PROXY_TOKENS: 'alice' }).values), {
    message: /tokens\.0/,
  })
})

t.test('without tokens nothing is served, except on loopback with the flag', async (t) => {
  const refused = { code: 'PROXY_NO_TOKENS', exitCode: 2 }
  const guard = (values: object, tokens = 0) => assertGuarded(resolve(values), tokens)
  t.throws(() => guard({}), refused)
  t.throws(() => guard({ insecureLoopback: true, host: '0.0.0.0' }), refused)
  t.throws(() => guard({ insecureLoopback: true, host: ['127.0.0.1', '10.0.0.1'] }), refused)
  t.doesNotThrow(() => guard({ insecureLoopback: true }))
  t.doesNotThrow(() => guard({ host: '0.0.0.0' }, 1))
  t.doesNotThrow(() => guard({ tailscaleListen: '127.0.0.1:8766' }), 'Tailscale says who asks')
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) t.ok(isLoopback(host), host)
  for (const host of ['0.0.0.0', '::', '127.0.0.1.example.com', '10.0.0.1'])
    t.notOk(isLoopback(host), host)
})

t.test('a reload applies what is read at each use, and names what needs a restart', async (t) => {
  const live = { ...resolve({ port: 1, userQueued: 3, tokens: [] }) }
  const fresh = resolve({ port: 2, userQueued: 4, models: ['m'], stateDir: '/elsewhere' })
  const reloaded = applySettings(live, fresh)
  t.same(reloaded.changed.sort(), ['models', 'userQueued'])
  t.same(reloaded.needRestart.sort(), ['port', 'stateDir'])
  t.match(live, { port: 1, userQueued: 4, models: ['m'] })
  t.notOk('stateDir' in live)
  t.same(applySettings(live, resolve({ port: 1 })).changed.sort(), ['models', 'userQueued'])
  t.equal(live.models, undefined, 'what is gone from the file is gone')
})
