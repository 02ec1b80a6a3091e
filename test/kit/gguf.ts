/** A value for a GGUF header: whole numbers become u32, others f32. */
export type KitValue = string | number | boolean | number[] | boolean[] | string[]

const TYPES = { u32: 4, f32: 6, bool: 7, string: 8, array: 9 }

/**
 * Writes a GGUF file: a real header, version 3, and as many bytes of weights as asked for.
 * @param values   metadata by key
 * @param tensors  names and shapes; their type is always 0 (f32)
 */
export function ggufFile(
  values: Record<string, KitValue>,
  tensors: { name: string; shape: number[] }[] = [],
  weightBytes = 64,
): Buffer {
  return Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(Object.keys(values).length),
    ...Object.entries(values).flatMap(([key, value]) => [text(key), typed(value)]),
    ...tensors.flatMap(({ name, shape }) => [
      text(name),
      u32(shape.length),
      ...shape.map(u64),
      u32(0),
      u64(0),
    ]),
    Buffer.alloc(weightBytes),
  ])
}

/** Metadata of a model with Qwen3 8B's shape. */
export const QWEN3_8B: Record<string, KitValue> = {
  'general.architecture': 'qwen3',
  'general.name': 'Qwen3 8B',
  'qwen3.block_count': 36,
  'qwen3.context_length': 40_960,
  'qwen3.embedding_length': 4_096,
  'qwen3.attention.head_count': 32,
  'qwen3.attention.head_count_kv': 8,
  'qwen3.attention.key_length': 128,
  'qwen3.attention.value_length': 128,
  'tokenizer.ggml.tokens': ['a', 'b', 'c'],
}

function typed(value: KitValue): Buffer {
  if (!Array.isArray(value)) return Buffer.concat([u32(typeOf(value)), plain(value)])
  const items = value.map((item) => plain(item))
  const itemType = typeOf(value[0] ?? 0)
  return Buffer.concat([u32(TYPES.array), u32(itemType), u64(items.length), ...items])
}

function typeOf(value: string | number | boolean): number {
  if (typeof value === 'string') return TYPES.string
  if (typeof value === 'boolean') return TYPES.bool
  return Number.isInteger(value) ? TYPES.u32 : TYPES.f32
}

function plain(value: string | number | boolean): Buffer {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0)
  if (Number.isInteger(value)) return u32(value)
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return bytes
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([u64(bytes.length), bytes])
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
