import t from 'tap'
import { LIMITS, layerFromEnvironment, resolveSettings } from '#core'
import { shippedProfile } from '#model'
import { loadBuiltinTools } from '#tools'
import type { ModelFile } from '../../apps/cli/data/model_file.js'
import { idleFor, profileFor } from '../../apps/cli/endpoint/profile.js'
import { talkIn } from '../../apps/cli/endpoint/talk.js'

const MEASURED: NonNullable<ModelFile['measured']> = {
  atMs: 0,
  reportedWindow: 8_192,
  tools: 'none',
  templateTools: false,
  dialect: 'granite',
  thinking: 'none',
  parallelCalls: null,
  escaping: null,
  tagEscaping: null,
  vision: null,
  windowTokens: 6_000,
  windowProof: 'cut',
  prefillPerS: null,
  decodePerS: null,
  prefixReuse: null,
  recurrent: null,
  tokenFactor: null,
  missing: {},
}
const FILE: ModelFile = {
  version: 1,
  model: 'qwen3:8b',
  baseUrl: 'http://127.0.0.1:1/v1',
  mark: 'm',
  tokenFactor: null,
  measured: MEASURED,
}

function settingsOf(user: Record<string, unknown>, env: Record<string, string>) {
  return resolveSettings([
    { source: 'user', values: user, trusted: true },
    { source: 'environment', values: layerFromEnvironment(env), trusted: true },
  ])
}

const reported = (windowTokens: number | null) => ({ windowTokens, takesTools: null })

t.test(
  'a model whose endpoint refuses tools is taught them, unless the person says so',
  async (t) => {
    const refuses = { windowTokens: null, takesTools: false }
    const { values } = profileFor(settingsOf({}, {}), {}, 'qwen3:8b', null, refuses)
    t.equal(values.toolForm, 'text')
    const said = settingsOf({ toolForm: 'native' }, {})
    t.equal(profileFor(said, {}, 'qwen3:8b', null, refuses).values.toolForm, 'native')
    const takes = { windowTokens: null, takesTools: true }
    const measured = profileFor(settingsOf({}, {}), {}, 'qwen3:8b', FILE, takes).values
    t.equal(measured.toolForm, 'text', 'the measured value is kept')
  },
)

t.test('row 60: each value has one origin, and the settings have the last word', async (t) => {
  const env = { AIRCODER_TOP_P: '0.5', AIRCODER_MAX_OUTPUT: '700' }
  const settings = settingsOf({ temperature: 0, topP: 0.4, toolForm: 'native' }, env)
  const { values, origins } = profileFor(settings, env, 'qwen3:8b', FILE, reported(8_192))
  t.match(values, {
    temperature: 0,
    topP: 0.5,
    maxOutputTokens: 700,
    toolForm: 'native',
    dialect: 'granite',
    windowTokens: 6_000,
    retries: 1,
  })
  t.match(origins, {
    temperature: 'user',
    topP: 'environment',
    maxOutputTokens: 'environment',
    toolForm: 'user',
    dialect: 'measured',
    windowTokens: 'measured',
    retries: 'shipped',
  })
  const unknown = profileFor(settingsOf({}, {}), {}, 'qwen3:8b', null, reported(null))
  t.same(unknown.values, shippedProfile('qwen3:8b').profile)
  t.equal(
    profileFor(settingsOf({}, {}), {}, 'qwen3:8b', null, reported(9_000)).origins.windowTokens,
    'reported',
    'nothing was measured',
  )
})

t.test('row 41: the tool form decides how tools reach the model', async (t) => {
  const native = await talkIn(
    profileFor(settingsOf({}, {}), {}, 'qwen3:8b', null, reported(null)),
    false,
  )
  t.equal(native.textTools, undefined)
  const all = await loadBuiltinTools()
  t.equal(native.registry.list().length, all.length)
  const text = await talkIn(
    profileFor(settingsOf({}, {}), {}, 'qwen3:8b', FILE, reported(null)),
    false,
  )
  t.same(
    text.registry.list().map(({ name }) => name),
    all.filter((tool) => !tool.extra).map(({ name }) => name),
  )
  t.match(text.textTools?.write([{ name: 'glob', arguments: {} }]), '<|tool_call|>')
  t.match(text.sampling, { temperature: 0.3, topP: 0.95, maxOutputTokens: 4_096 })
})

t.test('silence is allowed for as long as the longest call takes to write', async (t) => {
  t.equal(idleFor(null, 4_096), LIMITS.idleMs)
  const at = (decodePerS: number) => ({ ...FILE, measured: { ...MEASURED, decodePerS } })
  t.equal(idleFor(at(100), 4_096), LIMITS.idleMs)
  t.equal(idleFor(at(4), 4_096), 2_048_000)
  t.equal(idleFor(FILE, 4_096), LIMITS.idleMs)
})
