import t, { type Test } from 'tap'
import { systemClock } from '#core'
import {
  chooseProfile,
  layerOf,
  listModels,
  type Measured,
  measureModel,
  shippedProfile,
} from '#model'
import { measuredRows } from '../../apps/cli/doctor/model_rows.js'
import { errorAct, startEndpoint } from '../kit/fake_endpoint.js'
import { type Family, startFamily } from '../kit/family_engine.js'

const PLAIN = { thinking: 'none', parallel: true, vision: false, tellsCache: true } as const

/** Six families, each with its own habits, and what is to be found of them. */
const FAMILIES: { family: Family; measured: Partial<Measured>; profile: object }[] = [
  {
    family: {
      ...PLAIN,
      id: 'Qwen/Qwen3-8B-AWQ',
      row: { max_model_len: 6_144, owned_by: 'vllm' },
      windowTokens: 6_144,
      offered: 'native',
      thinking: 'field',
      overflow: 'vllm',
    },
    measured: {
      tools: 'native',
      templateTools: true,
      thinking: 'field',
      parallelCalls: true,
      escaping: true,
      vision: false,
      windowProof: 'refused',
      windowTokens: 6_144,
      prefixReuse: true,
      recurrent: false,
    },
    profile: { toolForm: 'native', windowTokens: 6_144, parallelCalls: true, editFormat: 'json' },
  },
  {
    family: {
      ...PLAIN,
      id: 'gemma3:4b',
      row: { owned_by: 'library' },
      windowTokens: 4_096,
      offered: 'refused',
      dialect: 'hermes',
      parallel: false,
      vision: true,
      overflow: 'cut',
      tellsCache: false,
      ollama: true,
    },
    measured: {
      tools: 'none',
      templateTools: false,
      dialect: 'hermes',
      parallelCalls: false,
      vision: true,
      reportedWindow: 4_096,
      windowProof: 'cut',
      prefixReuse: null,
      recurrent: null,
    },
    profile: { toolForm: 'text', dialect: 'hermes', parallelCalls: false },
  },
  {
    family: {
      ...PLAIN,
      id: 'Llama-3.2-3B-Instruct-Q4_K_M.gguf',
      row: { meta: { n_ctx: 4_096, n_ctx_train: 131_072 }, owned_by: 'llamacpp' },
      windowTokens: 4_096,
      offered: 'text',
      dialect: 'llama3',
      overflow: 'llama',
    },
    measured: {
      tools: 'text',
      templateTools: true,
      dialect: 'llama3',
      windowProof: 'refused',
      windowTokens: 4_096,
    },
    profile: { toolForm: 'native', dialect: 'llama3', windowTokens: 4_096 },
  },
  {
    family: {
      ...PLAIN,
      id: 'qwen3.5-9b',
      row: { max_model_len: 8_192 },
      windowTokens: 5_000,
      offered: 'text',
      dialect: 'qwen3_coder',
      thinking: 'tags',
      overflow: 'cut',
      recurrent: true,
    },
    measured: {
      tools: 'text',
      dialect: 'qwen3_coder',
      thinking: 'tags',
      windowProof: 'cut',
      prefixReuse: true,
      recurrent: true,
    },
    profile: { toolForm: 'native', dialect: 'qwen3_coder' },
  },
  {
    family: {
      ...PLAIN,
      id: 'openai/gpt-oss-20b',
      row: { max_context_length: 4_096, loaded_context_length: 4_096 },
      windowTokens: 6_000,
      offered: 'native',
      thinking: 'field',
      parallel: false,
      overflow: 'llama',
    },
    measured: { tools: 'native', parallelCalls: false, windowProof: 'whole', windowTokens: 4_096 },
    profile: { toolForm: 'native', parallelCalls: false, windowTokens: 4_096, dialect: 'harmony' },
  },
  {
    family: {
      ...PLAIN,
      id: 'smollm2-1.7b-instruct-q8_0.gguf',
      row: { meta: { n_ctx: 2_048 } },
      windowTokens: 2_048,
      offered: 'dropped',
      harmsJson: true,
      overflow: 'llama',
    },
    measured: {
      tools: 'none',
      templateTools: false,
      dialect: 'hermes',
      escaping: false,
      tagEscaping: true,
      windowTokens: 2_048,
    },
    profile: {
      toolForm: 'text',
      dialect: 'qwen3_coder',
      editFormat: 'tags',
      windowTokens: 2_048,
    },
  },
]

/** A busy machine is slow by seconds; on this clock it is still too fast to tell a reuse by its time. */
const clock = { ...systemClock, monotonic: () => performance.now() / 8 }

async function measure(t: Test, family: Family): Promise<{ found: Measured; asked: string[] }> {
  const engine = await startFamily(family)
  t.teardown(() => engine.close())
  const { baseUrl } = engine
  const [listed] = await listModels({ baseUrl, clock: systemClock })
  const asked: string[] = []
  const found = await measureModel({
    baseUrl,
    clock,
    model: family.id,
    reportedWindow: listed?.windowTokens ?? null,
    signal: new AbortController().signal,
    onProbe: (probe) => asked.push(probe),
  })
  for (const { body } of engine.asks.filter(({ path }) => path.endsWith('/completions')))
    t.match(JSON.parse(body), { temperature: 0, top_p: 1, max_tokens: Number, stream: true })
  return { found, asked }
}

for (const { family, measured, profile } of FAMILIES) {
  t.test(`row 72: the right profile is measured for ${family.id}`, async (t) => {
    const { found, asked } = await measure(t, family)
    t.match(found, measured)
    const { profile: shipped } = shippedProfile(family.id)
    const layer = layerOf(found, shipped, found.reportedWindow)
    t.match(chooseProfile({ shipped, measured: layer }).values, profile)
    t.same(asked, [
      'answer',
      'tools',
      'dialect',
      'parallel',
      'escaping',
      'tag_escaping',
      'vision',
      'prefill',
      'decode',
      'window',
    ])
    t.ok(Math.abs((found.tokenFactor ?? 0) - 1.1) < 0.15, `tokens: ${found.tokenFactor}`)
    t.ok((found.prefillPerS ?? 0) > 0 && (found.decodePerS ?? 0) > 0)
    if (found.windowProof === 'cut') {
      const served = found.windowTokens ?? 0
      t.ok(served <= family.windowTokens && served > family.windowTokens * 0.8, `${served}`)
    }
  })
}

t.test('where nothing is counted, a word that the model does not see proves a cut', async (t) => {
  const family = {
    ...PLAIN,
    id: 'm',
    row: { max_model_len: 4_096 },
    windowTokens: 2_500,
    offered: 'native',
    overflow: 'cut',
    countless: true,
  } as const
  const cut = await measure(t, family)
  t.match(cut.found, { windowProof: 'cut', windowTokens: null, tokenFactor: null })
  t.equal(layerOf(cut.found, shippedProfile('m').profile, 4_096).windowTokens, undefined)
  const row = measuredRows(cut.found).find(({ check }) => check === 'served window')
  t.match(row, { status: 'warn', text: /did not see its first word/, fix: /AIRCODER_WINDOW/ })
  const whole = await measure(t, { ...family, windowTokens: 60_000 })
  t.match(whole.found, { windowProof: 'whole', windowTokens: 4_096 })
  const mute = await measure(t, { ...family, mute: true })
  t.match(mute.found, { windowProof: null, missing: { window: /does not repeat a word/ } })
})

t.test('a measured window is used only while the reported window is the same', async (t) => {
  const { profile: shipped } = shippedProfile('qwen3.5-9b')
  const found = {
    ...(await measure(t, FAMILIES[3]?.family as Family)).found,
    windowTokens: 4_900,
    reportedWindow: 8_192,
  }
  t.equal(layerOf(found, shipped, 8_192).windowTokens, 4_900)
  t.equal(layerOf(found, shipped, 16_384).windowTokens, undefined, 'the window has changed since')
  t.equal(layerOf({ ...found, windowTokens: null }, shipped, 8_192).windowTokens, undefined)
  t.equal(layerOf({ ...found, decodePerS: 5 }, shipped, null).thinkingBudget, 600)
  t.equal(layerOf({ ...found, decodePerS: 1 }, shipped, null).thinkingBudget, 256)
  t.equal(layerOf({ ...found, decodePerS: 500 }, shipped, null).thinkingBudget, 2_048)
})

t.test('a failed probe has a reason, and the other probes are measured', async (t) => {
  const engine = await startEndpoint(() => errorAct(500, { message: 'out of memory' }))
  t.teardown(() => engine.close())
  const found = await measureModel({
    baseUrl: engine.baseUrl,
    clock: systemClock,
    model: 'm',
    reportedWindow: 4_096,
    signal: new AbortController().signal,
  })
  t.match(found, { tools: null, thinking: null, parallelCalls: null, windowTokens: null })
  t.match(found.missing.answer, /answers 500: out of memory/)
  t.match(found.missing.window, /does not report token counts/)
  t.match(layerOf(found, shippedProfile('m').profile, 4_096), {
    windowTokens: undefined,
    toolForm: undefined,
    editFormat: undefined,
  })
})

t.test('a model that does not answer in time is given up', async (t) => {
  const engine = await startEndpoint(() => ({ end: 'silent' }))
  t.teardown(() => engine.close())
  const found = await measureModel({
    baseUrl: engine.baseUrl,
    clock: systemClock,
    model: 'm',
    reportedWindow: 4_096,
    signal: new AbortController().signal,
    probeMs: 40,
  })
  t.match(found.missing.answer, /no (?:answer|first token)/)
  const aborted = await measureModel({
    baseUrl: engine.baseUrl,
    clock: systemClock,
    model: 'm',
    reportedWindow: 4_096,
    signal: AbortSignal.abort(),
  })
  t.same(aborted.missing, {}, 'nothing is asked once it is to end')
})
