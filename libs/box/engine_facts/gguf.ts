import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { AircoderError, describeSystemError } from '#core'

export type GgufScalar = string | number | boolean
/** Long arrays and arrays of texts (vocabularies) are only counted. */
export type GgufValue = GgufScalar | number[] | boolean[] | { length: number }

export interface Gguf {
  /** Of all parts, where the model is split. */
  fileBytes: number
  values: Record<string, GgufValue>
  tensors: { name: string; shape: number[] }[]
}

const MAGIC = 0x46554747 // "GGUF", little-endian
const CHUNK_BYTES = 1 << 20
const LONGEST_TEXT = 16 << 20
/** Arrays up to this length are kept: one number a layer, never a vocabulary. */
const KEPT_ITEMS = 1_024
const STRING = 8
const ARRAY = 9

/** Bytes of each scalar type of the format, by its number. */
const WIDTHS: Record<number, number> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
}

/**
 * Reads the header of a GGUF file: its metadata and the names and shapes of its tensors. The weights
 * themselves are not touched. Format versions 2 and 3, little-endian.
 * @throws AircoderError GGUF_INVALID
 */
export function readGguf(path: string): Gguf {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (cause) {
    throw new AircoderError('GGUF_INVALID', { path, reason: describeSystemError(cause) }, { cause })
  }
  try {
    const reader = createReader(
      file,
      (reason) => new AircoderError('GGUF_INVALID', { path, reason }),
    )
    if (!fstatSync(file).isFile()) throw reader.fail('it is no file')
    const header = readHeader(reader)
    return { ...header, fileBytes: allParts(path, header.values, reader) }
  } finally {
    closeSync(file)
  }
}

interface Reader {
  fileBytes: number
  take(bytes: number): Buffer
  skip(bytes: number): void
  fail(reason: string): AircoderError
}

function createReader(file: number, fail: Reader['fail']): Reader {
  const fileBytes = fstatSync(file).size
  let chunk = Buffer.alloc(0)
  let chunkStart = 0
  let position = 0

  function move(bytes: number): number {
    const start = position
    if (bytes < 0 || start + bytes > fileBytes) throw fail('the header is truncated')
    position += bytes
    return start
  }

  return {
    fileBytes,
    fail,
    skip: move,
    take(bytes) {
      const start = move(bytes)
      if (start < chunkStart || start + bytes > chunkStart + chunk.length) {
        const wanted = Buffer.alloc(Math.min(Math.max(bytes, CHUNK_BYTES), fileBytes - start))
        chunk = wanted.subarray(0, readSync(file, wanted, 0, wanted.length, start))
        chunkStart = start
        if (chunk.length < bytes) throw fail('the header is truncated')
      }
      return chunk.subarray(start - chunkStart, start - chunkStart + bytes)
    },
  }
}

function readHeader(reader: Reader): Omit<Gguf, 'fileBytes'> {
  if (reader.fileBytes < 24 || reader.take(4).readUInt32LE() !== MAGIC)
    throw reader.fail('it does not start with the magic number of GGUF')
  const version = reader.take(4).readUInt32LE()
  if (version !== 2 && version !== 3)
    throw reader.fail(`format version ${version} is not supported`)
  const tensorCount = count(reader)
  const valueCount = count(reader)

  const values: Record<string, GgufValue> = Object.create(null)
  for (let at = 0; at < valueCount; at += 1) {
    const key = text(reader)
    values[key] = value(reader, reader.take(4).readUInt32LE(), 0)
  }
  const tensors: Gguf['tensors'] = []
  for (let at = 0; at < tensorCount; at += 1) {
    const name = text(reader)
    const dimensions = reader.take(4).readUInt32LE()
    if (dimensions > 8) throw reader.fail(`a tensor has ${dimensions} dimensions`)
    const shape = Array.from({ length: dimensions }, () => count(reader))
    // Type and offset.
    reader.skip(12)
    tensors.push({ name, shape })
  }
  return { values, tensors }
}

function count(reader: Reader): number {
  const wide = reader.take(8).readBigUInt64LE()
  if (wide > BigInt(Number.MAX_SAFE_INTEGER)) throw reader.fail(`a count is too large: ${wide}`)
  return Number(wide)
}

function text(reader: Reader): string {
  const length = count(reader)
  if (length > LONGEST_TEXT) throw reader.fail(`a text is too long: ${length} bytes`)
  return reader.take(length).toString('utf8')
}

function value(reader: Reader, type: number, depth: number): GgufValue {
  if (type === STRING) return text(reader)
  if (type !== ARRAY) return scalar(reader, type)
  if (depth > 0) throw reader.fail('nested arrays are not supported')
  const itemType = reader.take(4).readUInt32LE()
  const length = count(reader)
  if (itemType === STRING) {
    for (let at = 0; at < length; at += 1) reader.skip(count(reader))
    return { length }
  }
  const width = WIDTHS[itemType]
  if (width === undefined) throw reader.fail(`values of type ${itemType} are not supported`)
  if (length <= KEPT_ITEMS)
    return Array.from({ length }, () => scalar(reader, itemType)) as number[] | boolean[]
  reader.skip(length * width)
  return { length }
}

function scalar(reader: Reader, type: number): number | boolean {
  const width = WIDTHS[type]
  if (width === undefined) throw reader.fail(`values of type ${type} are not supported`)
  const bytes = reader.take(width)
  if (type === 7) return bytes[0] !== 0
  if (type === 6) return bytes.readFloatLE()
  if (type === 12) return bytes.readDoubleLE()
  if (type === 10) return Number(bytes.readBigUInt64LE())
  if (type === 11) return Number(bytes.readBigInt64LE())
  const signed = type === 1 || type === 3 || type === 5
  return signed ? bytes.readIntLE(0, width) : bytes.readUIntLE(0, width)
}

/** A split model has `-00001-of-00003` in the names of its parts; the first holds the metadata. */
function allParts(path: string, values: Record<string, GgufValue>, reader: Reader): number {
  const parts = values['split.count']
  if (typeof parts !== 'number' || parts < 2) return reader.fileBytes
  const place = /-(\d{5})-of-(\d{5})(\.\w+)$/.exec(path)
  if (place === null)
    throw reader.fail(`it is one of ${parts} parts, and its name has no part number`)
  let sum = 0
  for (let part = 1; part <= parts; part += 1) {
    const name = `-${String(part).padStart(5, '0')}-of-${place[2]}${place[3]}`
    try {
      sum += statSync(path.slice(0, place.index) + name).size
    } catch {
      throw reader.fail(`part ${part} of ${parts} is missing in its folder`)
    }
  }
  return sum
}
