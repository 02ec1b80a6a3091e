/** What one attention layer keeps for each token. */
export interface AttentionLayer {
  kvHeads: number
  keyLength: number
  valueLength: number
  /** true: it looks back over the sliding window only. */
  slides: boolean
}

/** The facts about a model that its memory is computed from. */
export interface ModelShape {
  architecture: string
  layers: number
  attention: AttentionLayer[]
  /** null: no layer slides. */
  slidingTokens: number | null
  /** Fixed memory of a slot beside the cache, in hybrid models. */
  stateBytes: number
  trainedWindow: number | null
  vocabulary: number | null
  embedding: number
  vision: boolean
  /** Assumptions about facts that are missing. */
  notes: string[]
}

/** Metadata as GGUF names it, from a file or from Ollama's `/api/show`. */
export interface ModelMetadata {
  values: Readonly<Record<string, unknown>>
  tensors: readonly { name: string; shape: readonly number[] }[]
  projector: boolean
}

/**
 * One layer of this many sees the whole window, where the file does not report it. Read in llama.cpp's model
 * files. For a model that is missing here every layer counts as full: an overestimate, never an underestimate.
 */
const FULL_EVERY: Record<string, number> = {
  gemma2: 2,
  gemma3: 6,
  gemma3n: 5,
  cohere2: 4,
  'gpt-oss': 2,
  gptoss: 2,
}

/** One layer of this many has attention, in hybrid models whose file does not report it. */
const ATTENTION_EVERY: Record<string, number> = { qwen3next: 4, qwen35: 4, qwen35moe: 4 }
/** Layers from this one on use the cache of earlier ones, where the file does not report it. */
const KV_OWNERS: Record<string, number> = { gemma3n: 20 }

/**
 * Reads the shape from metadata.
 * @returns null where even the number of layers or the size of the embedding is missing
 */
export function readShape({ values, tensors, projector }: ModelMetadata): ModelShape | null {
  const architecture = values['general.architecture']
  if (typeof architecture !== 'string') return null
  const notes: string[] = []
  const own = (name: string): unknown => values[`${architecture}.${name}`]
  const numberOf = (name: string): number | null => {
    const found = own(name)
    return typeof found === 'number' && found >= 0 ? found : null
  }

  const layers = numberOf('block_count')
  const embedding = numberOf('embedding_length')
  if (layers === null || embedding === null || layers > 4_096) return null
  const heads = Math.max(1, ...listOf(own('attention.head_count'), layers, 1))
  if (own('attention.head_count_kv') === undefined)
    notes.push('KV heads not reported: assumed to be as many as heads')
  const kvHeads = listOf(own('attention.head_count_kv'), layers, heads)
  const keyLength = numberOf('attention.key_length') ?? embedding / heads
  const slidingTokens = numberOf('attention.sliding_window') || null
  const slides = slidingLayers(architecture, layers, slidingTokens, own)
  if (slidingTokens !== null && !slides.includes(true))
    notes.push(`a sliding window of ${slidingTokens} is ignored`)
  // With multi-head latent attention the values are a view of the keys and are not stored again.
  const latent = own('attention.key_length_mla') !== undefined
  const valueLength = latent ? 0 : (numberOf('attention.value_length') ?? embedding / heads)

  const recurs = recurrentLayers(architecture, layers, own)
  const shared = numberOf('attention.shared_kv_layers')
  const owners = shared === null ? (KV_OWNERS[architecture] ?? layers) : layers - shared
  const attention: AttentionLayer[] = []
  let recurrent = 0
  for (let at = 0; at < layers; at += 1) {
    const kept = kvHeads[at] ?? 0
    if (kept === 0 || recurs[at] === true) {
      recurrent += 1
      continue
    }
    if (at >= owners) continue
    const short = slides[at] === true
    attention.push({
      kvHeads: kept,
      keyLength: (short ? numberOf('attention.key_length_swa') : null) ?? keyLength,
      valueLength: (short ? numberOf('attention.value_length_swa') : null) ?? valueLength,
      slides: short,
    })
  }

  return {
    architecture,
    layers,
    attention,
    slidingTokens: slides.includes(true) ? slidingTokens : null,
    stateBytes: recurrent * recurrentBytes(numberOf),
    trainedWindow: numberOf('context_length'),
    vocabulary: vocabularyOf(values, tensors, numberOf),
    embedding,
    vision: projector || tensors.some(({ name }) => name.startsWith('v.')),
    notes,
  }
}

/** A number for all layers, or a number for each. */
function listOf(value: unknown, layers: number, absent: number): number[] {
  if (Array.isArray(value)) return value.map(Number)
  return Array.from({ length: layers }, () => (typeof value === 'number' ? value : absent))
}

function slidingLayers(
  architecture: string,
  layers: number,
  slidingTokens: number | null,
  own: (name: string) => unknown,
): boolean[] {
  if (slidingTokens === null) return []
  const pattern = own('attention.sliding_window_pattern')
  if (Array.isArray(pattern)) return pattern.map(Boolean)
  const every = typeof pattern === 'number' ? pattern : FULL_EVERY[architecture]
  if (every === undefined || every < 2) return []
  return Array.from({ length: layers }, (_, at) => at % every < every - 1)
}

function recurrentLayers(
  architecture: string,
  layers: number,
  own: (name: string) => unknown,
): boolean[] {
  const reported = own('attention.recurrent_layers')
  if (Array.isArray(reported)) return reported.map(Boolean)
  const every = own('full_attention_interval') ?? ATTENTION_EVERY[architecture]
  if (typeof every !== 'number' || every < 2) return []
  return Array.from({ length: layers }, (_, at) => (at + 1) % every !== 0)
}

/** State of one recurrent layer, 4 bytes a number: the convolution's last inputs and the state itself. */
function recurrentBytes(numberOf: (name: string) => number | null): number {
  const inner = numberOf('ssm.inner_size') ?? 0
  const state = numberOf('ssm.state_size') ?? 0
  const groups = numberOf('ssm.group_count') ?? 0
  const kernel = numberOf('ssm.conv_kernel') ?? 1
  return 4 * (Math.max(0, kernel - 1) * (inner + 2 * groups * state) + inner * state)
}

function vocabularyOf(
  values: ModelMetadata['values'],
  tensors: ModelMetadata['tensors'],
  numberOf: (name: string) => number | null,
): number | null {
  const reported = numberOf('vocab_size')
  if (reported !== null) return reported
  const table = values['tokenizer.ggml.tokens'] as { length?: unknown } | null | undefined
  if (typeof table?.length === 'number' && table.length > 0) return table.length
  const embedding = tensors.find(({ name }) => name === 'token_embd.weight')
  return embedding === undefined ? null : Math.max(...embedding.shape)
}
