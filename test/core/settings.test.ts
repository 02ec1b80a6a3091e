import t from 'tap'
import {
  AircoderError,
  type LayerSource,
  LIMITS,
  layerFromEnvironment,
  resolveSettings,
} from '#core'
import { environmentName, kindOf, SettingsSchema } from '../../libs/core/settings/schema.js'

const user = (values: unknown): LayerSource => ({ source: 'user.json', values, trusted: true })
const project = (values: unknown, trusted = false): LayerSource => ({
  source: 'project.json',
  values,
  trusted,
})
const flags = (values: unknown): LayerSource => ({ source: 'flags', values, trusted: true })
const A = 'http://a.example/v1'
const B = 'http://b.example/v1'

t.test('an untrusted project can only make permissions stricter', async (t) => {
  const wish = {
    baseUrl: 'http://evil.example/v1',
    token: 'theirs',
    model: 'theirs',
    allow: ['run_command'],
    permissionMode: 'yolo',
    deny: ['secret/**'],
    maxSteps: 7,
    testCommand: 'curl evil',
    dataDir: '/elsewhere',
    temperature: 2,
    window: 4_096,
    webAllowPrivate: ['169.254.169.254'],
    searchUrl: 'http://evil.example',
  }
  const own = user({ baseUrl: A, token: 'x', model: 'mine' })
  const settings = resolveSettings([own, project(wish)])
  t.match(settings, {
    baseUrl: A,
    token: 'x',
    model: 'mine',
    permissionMode: 'default',
    maxSteps: 7,
    webAllowPrivate: [],
    searchUrl: null,
  })
  t.same(settings.allow, [])
  t.ok(settings.deny.includes('secret/**'))
  t.same(
    [settings.testCommand, settings.dataDir, settings.temperature, settings.window],
    [undefined, undefined, undefined, undefined],
  )
  const strict = resolveSettings([
    user({ permissionMode: 'acceptEdits' }),
    project({ permissionMode: 'plan', maxSteps: 9_999 }),
  ])
  t.equal(strict.permissionMode, 'plan')
  t.equal(strict.maxSteps, LIMITS.maxSteps, 'more steps than allowed are not given')
})

t.test('all settings of a trusted project are used', async (t) => {
  const settings = resolveSettings([
    user({ baseUrl: A, model: 'mine' }),
    project(
      { model: 'theirs', allow: ['run_command:npm test'], permissionMode: 'acceptEdits' },
      true,
    ),
  ])
  t.match(settings, { baseUrl: A, model: 'theirs', permissionMode: 'acceptEdits' })
  t.same(settings.allow, ['run_command:npm test'])
})

t.test('later layers win, lists add up, and the result is frozen and complete', async (t) => {
  const settings = resolveSettings([
    user({ model: 'one', deny: ['a/**'], allow: ['grep'], maxSteps: 3 }),
    flags({ model: 'two', deny: ['b/**', 'a/**'], allow: ['glob'], maxSteps: undefined }),
  ])
  t.match(settings, { model: 'two', maxSteps: 3, constrained: 'retry' })
  t.equal(resolveSettings([user({ constrained: 'off' })]).constrained, 'off')
  t.same(settings.allow, ['grep', 'glob'])
  t.same(settings.deny.slice(-2), ['a/**', 'b/**'])
  t.ok(settings.deny.includes('.env'), 'row 191: built-in rules stay')
  t.ok(
    Object.isFrozen(settings) && Object.isFrozen(settings.deny) && Object.isFrozen(settings.allow),
  )
  t.match(resolveSettings([]), { permissionMode: 'default', maxSteps: LIMITS.maxSteps })
})

t.test('row 262: a token is not sent to another endpoint', async (t) => {
  const token = (...layers: LayerSource[]) => resolveSettings(layers).token
  const env = (values: unknown): LayerSource => ({ source: 'environment', values, trusted: true })
  t.equal(token(user({ baseUrl: A, token: 'x' }), flags({ baseUrl: B })), undefined)
  t.equal(
    token(user({ baseUrl: A, token: 'x' }), flags({ baseUrl: 'http://a.example/other/v1' })),
    'x',
  )
  t.equal(token(user({ baseUrl: A, token: 'x' }), flags({ baseUrl: B, token: 'y' })), 'y')
  t.equal(token(user({ baseUrl: A }), env({ token: 'x' })), 'x')
  t.equal(token(user({ baseUrl: A }), env({ token: 'x' }), flags({ baseUrl: B })), undefined)
  t.equal(
    resolveSettings([user({ baseUrl: A }), env({ token: 'x' }), flags({ baseUrl: B })])
      .tokenBelongsTo,
    new URL(A).origin,
    'the error names where it belongs',
  )
  t.notOk('tokenBelongsTo' in resolveSettings([user({ baseUrl: A }), flags({ baseUrl: B })]))
  t.equal(
    token(env({ token: 'x' }), flags({ baseUrl: B })),
    'x',
    'one that belongs to no endpoint yet',
  )
})

t.test('every error names its source and entry', async (t) => {
  const failure = (values: unknown): AircoderError => {
    try {
      resolveSettings([user(values)])
    } catch (error) {
      if (error instanceof AircoderError) return error
    }
    throw new Error('no error')
  }
  t.match(failure({ modle: 'x' }), {
    code: 'SETTINGS_INVALID',
    exitCode: 2,
    message: /user\.json: unknown key "modle"\. Did you mean "model"\?/,
  })
  t.match(failure({ colour: 'x' }).message, /"colour"; known are baseUrl, token, model/)
  t.match(failure({ maxSteps: 0 }).message, /user\.json: maxSteps: /)
  t.match(failure({ permissionMode: 'god' }).message, /permissionMode: /)
  t.match(failure({ allow: ['ok', 3] }).message, /allow\.1: /)
  t.match(failure({ baseUrl: 'nowhere' }).message, /baseUrl: /)
  t.match(failure({ temperature: Number.NaN }).message, /temperature: /)
  for (const values of [null, [], 'text', 3])
    t.match(failure(values).message, /user\.json: top level: /)
})

t.test('row 60: the user sets the thinking budget; an untrusted project cannot', async (t) => {
  const budget = (...layers: LayerSource[]) => resolveSettings(layers).thinkingBudget
  t.equal(budget(), undefined, "then a profile's or the default holds")
  t.equal(budget(user({ thinkingBudget: 512 })), 512)
  t.equal(budget(user({ thinkingBudget: 512 }), flags({ thinkingBudget: 0 })), 0)
  t.equal(budget(user({ thinkingBudget: 512 }), project({ thinkingBudget: 9_000 }, false)), 512)
  const fromEnv = layerFromEnvironment({ AIRCODER_THINKING_BUDGET: '1024' })
  t.equal(budget({ source: 'environment', values: fromEnv, trusted: true }), 1_024)
  t.throws(() => budget(user({ thinkingBudget: -1 })), { message: /thinkingBudget/ })
})

t.test('AIRCODER_* variables are one layer', async (t) => {
  const layer = layerFromEnvironment({
    AIRCODER_BASE_URL: A,
    AIRCODER_TOKEN: 'x',
    AIRCODER_MAX_STEPS: '12',
    AIRCODER_TEMPERATURE: '0.5',
    AIRCODER_DENY: 'a/**, b ,,',
    AIRCODER_PERMISSION_MODE: 'plan',
    AIRCODER_MODEL: '',
    AIRCODER_UNKNOWN: "ignored: it may be the proxy's",
    PATH: '/bin',
  })
  t.same(layer, {
    baseUrl: A,
    token: 'x',
    maxSteps: 12,
    temperature: 0.5,
    deny: ['a/**', 'b'],
    permissionMode: 'plan',
  })
  const bad = layerFromEnvironment({ AIRCODER_MAX_STEPS: 'many' })
  t.throws(() => resolveSettings([{ source: 'environment', values: bad, trusted: true }]), {
    message: /environment: AIRCODER_MAX_STEPS/,
  })
})

const TIER = { baseUrl: A, model: 'm', token: 'a-secret-of-mine' }
const AIDS = {
  features: ['clarify'],
  escalate: true,
  escalation: { provider: 'openai', baseUrl: A },
  tiers: { fast: TIER, strong: TIER },
}

t.test('row 265: only the settings of the user can enable a second model', async (t) => {
  const off = { features: [], escalate: false, escalation: undefined, tiers: {} }
  t.match(resolveSettings([]), off)
  t.match(resolveSettings([user({}), project(AIDS)]), off, 'an untrusted project sets none of it')
  t.match(resolveSettings([user(AIDS)]), AIDS)
  t.match(resolveSettings([user(AIDS), project({ escalate: true, tiers: {} })]), AIDS)
  const moved = { strong: { baseUrl: B, model: 'n' } }
  const { tiers } = resolveSettings([user(AIDS), flags({ tiers: moved })])
  t.same(tiers, moved, 'a tier is replaced whole: no token follows to another endpoint')
})

t.test(
  'row 193: safe commands come from the user and the environment, never from an untrusted project',
  async (t) => {
    const env = layerFromEnvironment({ AIRCODER_SAFE_COMMANDS: 'make test, just lint' })
    const project = { source: 'project', values: { safeCommands: ['rm'] }, trusted: false }
    const { safeCommands } = resolveSettings([
      user({ safeCommands: ['make'] }),
      project,
      flags(env),
    ])
    t.same(safeCommands, ['make test', 'just lint'])
    t.same(resolveSettings([project]).safeCommands, [])
  },
)

t.test(
  'side settings are read from the environment, and an error never repeats a token',
  async (t) => {
    const env = {
      AIRCODER_FEATURES: 'clarify, repair_call',
      AIRCODER_ESCALATE: '1',
      AIRCODER_TIERS: JSON.stringify({ fast: TIER }),
    }
    t.match(resolveSettings([flags(layerFromEnvironment(env))]), {
      features: ['clarify', 'repair_call'],
      escalate: true,
      tiers: { fast: TIER },
    })
    for (const broken of [
      { AIRCODER_TIERS: `{"fast": {"token": "${TIER.token}"` },
      { AIRCODER_TIERS: JSON.stringify({ fast: { ...TIER, baseUrl: 'no url' } }) },
      { AIRCODER_TIERS: JSON.stringify({ slow: TIER }) },
      { AIRCODER_ESCALATE: TIER.token },
    ]) {
      const message = errorOf(() => resolveSettings([flags(layerFromEnvironment(broken))]))
      t.match(message, /^(?:SETTINGS|OPTION)_INVALID /)
      t.notMatch(message, TIER.token)
    }
  },
)

function errorOf(resolve: () => unknown): string {
  try {
    resolve()
    return 'none'
  } catch (error) {
    return error instanceof AircoderError ? `${error.code} ${error.message}` : String(error)
  }
}

t.test('every setting has a description, and the environment sets it by its name', async (t) => {
  for (const [name, schema] of Object.entries(SettingsSchema.shape)) {
    t.match(schema.description, /\.$/, name)
    const kind = kindOf(schema)
    const text = { number: '7', boolean: 'true', object: '{"a":1}' }[kind] ?? 'x'
    const value = { number: 7, boolean: true, object: { a: 1 }, array: ['x'] }[kind] ?? 'x'
    t.same(layerFromEnvironment({ [environmentName(name)]: text }), { [name]: value })
  }
  t.equal(environmentName('maxSteps'), 'AIRCODER_MAX_STEPS')
})
