import t from 'tap'
import { chooseProfile, loadDialects, shippedProfile } from '#model'

/** id -> [row, how it was found, tool form, dialect, window]. */
const NAMES: Record<string, [string | null, string, string, string, number]> = {
  'qwen3:8b': ['qwen3', 'prefix', 'native', 'hermes', 32_768],
  'Qwen/Qwen3-8B-AWQ': ['qwen3', 'prefix', 'native', 'hermes', 32_768],
  'qwen3-8b-instruct-q4_k_m.gguf': ['qwen3', 'prefix', 'native', 'hermes', 32_768],
  'hf.co/unsloth/Qwen3-8B-GGUF:Q4_K_M': ['qwen3', 'prefix', 'native', 'hermes', 32_768],
  '/models/Qwen3-8B-Q8_0-00001-of-00002.gguf': ['qwen3', 'prefix', 'native', 'hermes', 32_768],
  'my-qwen3-8b': ['qwen3', 'family', 'native', 'hermes', 32_768],
  'qwen3-coder:30b': ['qwen3-coder', 'prefix', 'native', 'qwen3_coder', 32_768],
  'Qwen/Qwen3-Coder-30B-A3B-Instruct': ['qwen3-coder', 'prefix', 'native', 'qwen3_coder', 32_768],
  'qwen3.6:35b-a3b': ['qwen3.6-35b-a3b', 'exact', 'native', 'qwen3_coder', 16_384],
  'qwen2.5:3b': ['qwen2.5', 'prefix', 'native', 'hermes', 8_192],
  'qwen2.5-coder:1.5b': ['qwen2.5', 'prefix', 'native', 'hermes', 4_096],
  'llama3.2:1b': ['llama3.2', 'prefix', 'native', 'llama3', 4_096],
  'meta-llama/Llama-3.2-3B-Instruct': ['llama3.2', 'prefix', 'native', 'llama3', 8_192],
  'Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf': ['llama3.1', 'family', 'native', 'llama3', 32_768],
  'llama3:8b': ['llama3', 'prefix', 'text', 'hermes', 32_768],
  'gemma3:1b': ['gemma3', 'prefix', 'text', 'hermes', 4_096],
  'google/gemma-3-4b-it': ['gemma3', 'prefix', 'text', 'hermes', 8_192],
  'gemma3:12b': ['gemma3-12b', 'exact', 'text', 'hermes', 32_768],
  'gemma4:e4b': ['gemma4-e4b', 'exact', 'text', 'hermes', 32_768],
  'google/gemma-4-31B-it': ['gemma4', 'prefix', 'native', 'gemma', 32_768],
  'phi4-mini': ['phi4-mini', 'exact', 'native', 'phi', 16_384],
  'microsoft/Phi-4-mini-instruct': ['phi4-mini', 'prefix', 'native', 'phi', 16_384],
  'phi4:14b': ['phi', 'prefix', 'text', 'hermes', 32_768],
  'mistralai/Mistral-7B-Instruct-v0.3': ['mistral', 'prefix', 'native', 'mistral', 32_768],
  'mistral-small3.2:24b': ['mistral-small', 'prefix', 'native', 'mistral', 32_768],
  'mistralai/Devstral-Small-2507': ['devstral', 'prefix', 'native', 'mistral', 32_768],
  'mixtral:8x7b': ['mixtral', 'prefix', 'native', 'mistral', 32_768],
  'deepseek-ai/DeepSeek-V3.1': ['deepseek-v3', 'prefix', 'native', 'deepseek', 128_000],
  'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B': [
    'deepseek-r1-distill',
    'prefix',
    'text',
    'hermes',
    32_768,
  ],
  'zai-org/GLM-4.5-Air': ['glm4.5-air', 'exact', 'native', 'glm', 128_000],
  'glm4:9b': ['glm4', 'prefix', 'native', 'glm', 32_768],
  'moonshotai/Kimi-K2-Instruct': ['kimi', 'prefix', 'native', 'kimi', 128_000],
  'openai/gpt-oss-20b': ['gpt-oss', 'prefix', 'native', 'harmony', 32_768],
  'gpt-oss:120b': ['gpt-oss', 'prefix', 'native', 'harmony', 128_000],
  'ibm-granite/granite-3.3-8b-instruct': ['granite', 'prefix', 'native', 'granite', 32_768],
  'granite4:micro-h': ['granite', 'prefix', 'native', 'granite', 32_768],
  'CohereForAI/c4ai-command-r-08-2024': ['command-r', 'family', 'native', 'command_r', 32_768],
  'LiquidAI/LFM2-1.2B': ['lfm2', 'prefix', 'native', 'lfm2', 4_096],
  'smollm2:360m': ['smollm', 'prefix', 'text', 'hermes', 4_096],
  'HuggingFaceTB/SmolLM3-3B': ['smollm3', 'prefix', 'native', 'hermes', 8_192],
  'a-model-of-mine': [null, 'default', 'native', 'hermes', 32_768],
  '': [null, 'default', 'native', 'hermes', 32_768],
}

t.test('row 72: a profile is found by exact name, prefix, family, default', async (t) => {
  for (const [id, expected] of Object.entries(NAMES)) {
    const { row, match, profile } = shippedProfile(id)
    const { toolForm, dialect, windowTokens } = profile
    t.same([row, match, toolForm, dialect, windowTokens], expected, id)
  }
})

t.test('rows 48, 60 and 72: limits, budgets and retries depend on the size', async (t) => {
  const caps = (id: string) => {
    const { maxOutputTokens, thinkingBudget, retries, temperature } = shippedProfile(id).profile
    return [maxOutputTokens, thinkingBudget, retries, temperature]
  }
  t.same(caps('llama3.2:1b'), [1_024, 512, 3, 0.2])
  t.same(caps('qwen2.5:3b'), [2_048, 1_024, 2, 0.3])
  t.same(caps('qwen3:8b'), [4_096, 2_048, 1, 0.3])
  t.same(caps('gemma3:12b'), [4_096, 2_048, 1, 0.4])
  t.same(caps('gpt-oss:120b'), [8_192, 10_000, 0, 1])
  t.same(caps('unknown'), [8_192, 1_024, 2, 0.3], 'rows 71 and 107 where the size is not known')
})

t.test('the dialect of every profile exists', async (t) => {
  const names = new Set((await loadDialects()).map(({ name }) => name))
  for (const id of Object.keys(NAMES)) t.ok(names.has(shippedProfile(id).profile.dialect), id)
})

t.test('row 60: user before environment before measured before shipped, field by field', (t) => {
  const shipped = shippedProfile('qwen3:8b').profile
  const { values, origins } = chooseProfile({
    shipped,
    measured: { windowTokens: 1, temperature: 1, toolForm: 'text', dialect: undefined },
    environment: { windowTokens: 2, temperature: 2 },
    user: { windowTokens: 3 },
  })
  t.same(values, { ...shipped, windowTokens: 3, temperature: 2, toolForm: 'text' })
  t.match(origins, {
    windowTokens: 'user',
    temperature: 'environment',
    toolForm: 'measured',
    dialect: 'shipped',
    retries: 'shipped',
  })
  t.same(chooseProfile({ shipped }).values, shipped)
  const zero = chooseProfile({ shipped, user: { temperature: 0, thinkingBudget: 0 } })
  t.match(zero.values, { temperature: 0, thinkingBudget: 0 }, 'nothing is also a word')
  t.end()
})

t.test('what an endpoint only reports is not called measured', async (t) => {
  const { profileFor } = await import('../../apps/cli/endpoint/profile.js')
  const { resolveSettings } = await import('#core')
  const settings = resolveSettings([])
  const reported = { windowTokens: 8_192, takesTools: false }
  const { values, origins } = profileFor(settings, {}, 'qwen3:8b', null, reported)
  t.match(values, { windowTokens: 8_192, toolForm: 'text' })
  t.match(origins, { windowTokens: 'reported', toolForm: 'reported', temperature: 'shipped' })
})
