const CHAT_TEMPLATE = 'tokenizer.chat_template'
const STRING = 8
const ARRAY = 9
const ALIGNMENT = 32
/** Bytes of the fixed-size types of a GGUF header, by their number. */
const SIZES: Record<number, number> = {
  ...{ 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1 },
  ...{ 10: 8, 11: 8, 12: 8 },
}

/**
 * Puts another chat template into a GGUF file, version 3; weights and all other values stay.
 * @param file  the whole file, aligned to 32 bytes as is usual
 */
export function withChatTemplate(file: Buffer, template: string): Buffer {
  let at = 8
  const pass = (bytes: number): number => {
    at += bytes
    return at - bytes
  }
  const u32 = () => file.readUInt32LE(pass(4))
  const u64 = () => Number(file.readBigUInt64LE(pass(8)))
  const skip = (type: number): void => {
    if (type === STRING) pass(u64())
    else if (type !== ARRAY) pass(SIZES[type] ?? 0)
    else {
      const inner = u32()
      const count = u64()
      const size = SIZES[inner]
      if (size !== undefined) pass(size * count)
      else for (let index = 0; index < count; index++) skip(inner)
    }
  }
  const text = () => {
    const length = u64()
    const from = pass(length)
    return file.toString('utf8', from, from + length)
  }

  const tensors = u64()
  const values = u64()
  const parts = [file.subarray(0, at)]
  for (let index = 0; index < values; index++) {
    const start = at
    const key = text()
    const type = u32()
    const valueAt = at
    skip(type)
    if (key === CHAT_TEMPLATE) parts.push(file.subarray(start, valueAt), sized(template))
    else parts.push(file.subarray(start, at))
  }
  const infosAt = at
  for (let index = 0; index < tensors; index++) {
    text()
    pass(8 * u32() + 12)
  }
  parts.push(file.subarray(infosAt, at))
  const header = Buffer.concat(parts)
  const padding = Buffer.alloc(aligned(header.length) - header.length)
  return Buffer.concat([header, padding, file.subarray(aligned(at))])
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(bytes.length))
  return Buffer.concat([length, bytes])
}
