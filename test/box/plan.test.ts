import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readGguf } from '../../libs/box/engine_facts/gguf.js'
import { type ModelShape, readShape } from '../../libs/box/engine_facts/model_shape.js'
import { readCards, readSize } from '../../libs/box/plan/cards.js'
import {
  bytesPerToken,
  hostCache,
  kvBytes,
  largestWindow,
  mayQuantise,
  needOf,
  windowsFor,
} from '../../libs/box/plan/memory_plan.js'
import { makePlan } from '../../libs/box/plan/plan.js'
import { ggufFile, type KitValue, QWEN3_8B } from '../kit/gguf.js'
import { startOllamaBox } from '../kit/ollama_box.js'

const GIB = 1_073_741_824
const REAL = '../shared/models/SmolLM2-135M-Instruct.Q4_1.gguf'

function shapeOf(values: Record<string, unknown>, projector = false): ModelShape {
  const shape = readShape({ values, tensors: [], projector })
  if (shape === null) throw new Error('no shape')
  return shape
}

const WISH = { cards: [], hostBytes: 64 * GIB, people: 5, kvType: 'f16', slots: 1 } as const

t.test('a GGUF header is read: values, arrays, tensors, without the weights', async (t) => {
  const values: Record<string, KitValue> = {
    ...QWEN3_8B,
    list: [1, 2, 3],
    flags: [true, false],
    scale: 0.5,
    long: Array.from({ length: 5_000 }, (_, at) => at),
    words: Array.from({ length: 70_000 }, (_, at) => `word ${at} ${'x'.repeat(at % 40)}`),
  }
  const path = join(t.testdir(), 'm.gguf')
  const bytes = ggufFile(values, [{ name: 'token_embd.weight', shape: [4_096, 151_936] }], 1_000)
  writeFileSync(path, bytes)
  const { values: read, tensors, fileBytes } = readGguf(path)
  t.equal(fileBytes, bytes.length)
  t.equal(read['qwen3.block_count'], 36)
  t.same(read.list, [1, 2, 3])
  t.same(read.flags, [true, false])
  t.equal(read.scale, 0.5)
  t.same(read.long, { length: 5_000 }, 'a long list is counted')
  t.same(read.words, { length: 70_000 }, 'a vocabulary is counted')
  t.same(tensors, [{ name: 'token_embd.weight', shape: [4_096, 151_936] }])
})

t.test('what is no GGUF is said so, whatever it holds', async (t) => {
  const whole = ggufFile(QWEN3_8B)
  const huge = Buffer.from(whole)
  huge.writeBigUInt64LE(2n ** 63n, 16)
  const cases: Record<string, [Buffer, RegExp]> = {
    empty: [Buffer.alloc(0), /does not start/],
    page: [Buffer.from('<!doctype html><html>not found, sorry</html>'), /does not start/],
    cut: [whole.subarray(0, 200), /header is truncated/],
    'big-endian': [Buffer.concat([Buffer.from('GGUF\0\0\0\x03'), whole.subarray(8)]), /version/],
    old: [Buffer.concat([Buffer.from('GGUF\x01\0\0\0'), whole.subarray(8)]), /version 1/],
    'a count beyond all': [huge, /a count is too large/],
  }
  for (const [name, [bytes, reason]] of Object.entries(cases)) {
    const path = join(t.testdir(), 'm.gguf')
    writeFileSync(path, bytes)
    t.throws(() => readGguf(path), { code: 'GGUF_INVALID', message: reason }, name)
  }
  t.throws(() => readGguf('/nowhere/at/all.gguf'), { code: 'GGUF_INVALID' })
  t.throws(() => readGguf(import.meta.dirname), { code: 'GGUF_INVALID', message: /no file/ })
  for (let length = 24; length < whole.length - 64; length += 7) {
    const path = join(t.testdir(), 'm.gguf')
    writeFileSync(path, whole.subarray(0, length))
    t.throws(() => readGguf(path), { code: 'GGUF_INVALID' }, `cut at ${length}`)
  }
})

t.test('a model in parts weighs as much as all of them', async (t) => {
  const folder = t.testdir()
  const head = ggufFile({ ...QWEN3_8B, 'split.count': 2 })
  writeFileSync(join(folder, 'm-00001-of-00002.gguf'), head)
  t.throws(() => readGguf(join(folder, 'm-00001-of-00002.gguf')), { message: /part 2 of 2/ })
  writeFileSync(join(folder, 'm-00002-of-00002.gguf'), Buffer.alloc(500))
  t.equal(readGguf(join(folder, 'm-00001-of-00002.gguf')).fileBytes, head.length + 500)
})

t.test('KV cache by layers, heads and type', async (t) => {
  const qwen = shapeOf(QWEN3_8B)
  // 36 layers x 8 heads x (128 + 128) x 2 bytes.
  t.equal(bytesPerToken(qwen, 'f16'), 147_456)
  t.equal(bytesPerToken(qwen, 'q8_0'), 147_456 * (17 / 32))
  t.equal(kvBytes(qwen, 'f16', 32_768, 2), 147_456 * 32_768 * 2, 'every slot has the whole window')
  t.equal(kvBytes(qwen, 'f16', 1_000, 1), 147_456 * 1_024, 'laid out in steps of 256')
  t.ok(mayQuantise(qwen))
  t.same(windowsFor(qwen), [4_096, 8_192, 16_384, 32_768, 40_960])

  const gemma = shapeOf({
    'general.architecture': 'gemma3',
    'gemma3.block_count': 34,
    'gemma3.embedding_length': 2_560,
    'gemma3.context_length': 131_072,
    'gemma3.attention.head_count': 8,
    'gemma3.attention.head_count_kv': 4,
    'gemma3.attention.key_length': 256,
    'gemma3.attention.value_length': 256,
    'gemma3.attention.sliding_window': 1_024,
  })
  const layer = 4 * 512 * 2
  t.equal(bytesPerToken(gemma, 'f16'), 5 * layer, 'of 34 layers 5 see the whole window')
  t.equal(kvBytes(gemma, 'f16', 32_768, 1), 5 * layer * 32_768 + 29 * layer * 1_536)

  const hybrid = shapeOf({
    'general.architecture': 'qwen3next',
    'qwen3next.block_count': 48,
    'qwen3next.embedding_length': 2_048,
    'qwen3next.attention.head_count': 16,
    'qwen3next.attention.head_count_kv': 2,
    'qwen3next.attention.key_length': 256,
    'qwen3next.attention.value_length': 256,
    'qwen3next.ssm.inner_size': 4_096,
    'qwen3next.ssm.state_size': 128,
    'qwen3next.ssm.group_count': 16,
    'qwen3next.ssm.conv_kernel': 4,
  })
  t.equal(hybrid.attention.length, 12, 'one layer in four has attention')
  t.equal(hybrid.stateBytes, 36 * 4 * (3 * (4_096 + 2 * 16 * 128) + 4_096 * 128))

  const latent = shapeOf({
    'general.architecture': 'deepseek2',
    'deepseek2.block_count': 27,
    'deepseek2.embedding_length': 2_048,
    'deepseek2.attention.head_count': 16,
    'deepseek2.attention.head_count_kv': 1,
    'deepseek2.attention.key_length': 576,
    'deepseek2.attention.value_length': 512,
    'deepseek2.attention.key_length_mla': 192,
  })
  t.equal(bytesPerToken(latent, 'f16'), 27 * 576 * 2, 'its values are a view of its keys')

  const lists = shapeOf({
    'general.architecture': 'lfm2',
    'lfm2.block_count': 4,
    'lfm2.embedding_length': 1_024,
    'lfm2.attention.head_count': 16,
    'lfm2.attention.head_count_kv': [0, 8, 0, 4],
  })
  t.equal(bytesPerToken(lists, 'f16'), 12 * 128 * 2, 'heads may differ by layer')

  const odd = shapeOf({
    'general.architecture': 'phi',
    'phi.block_count': 2,
    'phi.embedding_length': 2_560,
    'phi.attention.head_count': 32,
  })
  t.notOk(mayQuantise(odd), 'heads of 80 have no blocks of 32')
  t.match(odd.notes, [/KV heads not reported/])
  t.equal(readShape({ values: {}, tensors: [], projector: false }), null)
})

t.test('what fits is a matter of the sum, and more never fits where less does not', async (t) => {
  const input = {
    shape: shapeOf(QWEN3_8B),
    weightsBytes: 5.2e9,
    projectorBytes: 0,
    cardBytes: 24 * GIB,
  }
  t.equal(needOf(input, 32_768, 'f16', 2).fits, true)
  t.equal(needOf(input, 32_768, 'f16', 8).fits, false)
  t.equal(needOf({ ...input, cardBytes: null }, 4_096, 'f16', 1).fits, null)
  const { kvBytes: kv, overheadBytes, totalBytes } = needOf(input, 8_192, 'q8_0', 1)
  t.equal(totalBytes, 5.2e9 + kv + overheadBytes)
  const window = largestWindow(input, 'f16', 4) ?? 0
  t.equal(needOf(input, window, 'f16', 4).fits, true)
  t.equal(needOf(input, window + 1_024, 'f16', 4).fits, false)
  t.equal(largestWindow({ ...input, cardBytes: 4 * GIB }, 'f16', 1), null)
  const seeing = { ...input, shape: shapeOf(QWEN3_8B, true), projectorBytes: 1e9 }
  t.ok(needOf(seeing, 8_192, 'f16', 1).totalBytes > needOf(input, 8_192, 'f16', 1).totalBytes + 1e9)
})

t.test('host memory for the conversations of all', async (t) => {
  const input = { shape: shapeOf(QWEN3_8B), weightsBytes: 1, projectorBytes: 0, cardBytes: null }
  const need = needOf(input, 32_768, 'f16', 2)
  const few = hostCache(need, 1, 64 * GIB)
  t.match(few, { neededBytes: 147_456 * 32_768, setMib: null, fits: true })
  const team = hostCache(need, 6, 64 * GIB)
  t.match(team, { neededBytes: 6 * 147_456 * 32_768, setMib: 27_648, fits: true })
  t.match(
    hostCache(need, 20, 64 * GIB),
    { setMib: 32_768, fits: false },
    'half of the host at most',
  )
  t.match(hostCache(need, 1, 8 * GIB), { setMib: 4_096 }, 'less than the default on a small host')
})

t.test('sizes and cards as people and nvidia-smi write them', async (t) => {
  t.equal(readSize('24G'), 24 * GIB)
  t.equal(readSize('24 GiB'), 24 * GIB)
  t.equal(readSize('24564MiB'), 24_564 * 1_048_576)
  t.equal(readSize('16000000000'), 16e9)
  for (const bad of ['', 'G', '24X', '-1G', '0']) t.equal(readSize(bad), null, bad)
  t.same(readCards('NVIDIA GeForce RTX 4090, 24564, 312\nNo devices were found\n'), [
    { name: 'NVIDIA GeForce RTX 4090', totalBytes: 24_564 * 1_048_576, usedBytes: 312 * 1_048_576 },
  ])
})

t.test(
  'row 110: the plan of a file: a table, a picture in 80 columns, and the same as JSON',
  async (t) => {
    const path = join(t.testdir(), 'm.gguf')
    writeFileSync(path, ggufFile(QWEN3_8B, [], 1_000_000))
    const wish = { ...WISH, gguf: path, vramBytes: 24 * GIB }
    const { text, json } = await makePlan(wish)
    for (const line of text.split('\n')) t.ok(line.length <= 90, line)
    t.match(text, /^model +Qwen3 8B \(qwen3\), trained window 40,960$/m)
    t.match(text, /^ {3}32,768 +4\.9\d ✓ +9\.\d\d ✓ +18\.\d ✓ +36\.\d ✗$/m)
    t.match(text, /^ {3}32,768 [█▒░]+·+ {4}4\.9\d$/m)
    t.match(text, /KV f16 {3}1 slot 40,960/)
    t.match(json, { model: { kv_bytes_per_token: { f16: 147_456 } }, chosen: { window: 32_768 } })
    t.equal((json.plans as unknown[]).length, 5 * 3 * 4)

    const blind = await makePlan({ ...WISH, gguf: path })
    t.match(blind.text, /pass --vram/)
    t.notMatch(blind.text, /✓ fits/)
    await t.rejects(makePlan({ ...wish, windowTokens: 65_536 }), { code: 'USAGE' })
    await t.rejects(makePlan(WISH), { code: 'USAGE' })
  },
)

t.test('the plan of a model on an engine', async (t) => {
  const box = await startOllamaBox({ 'qwen3:8b': { file: '/blobs/a' } })
  t.teardown(() => box.close())
  const wish = { ...WISH, engineUrl: `${box.origin}/v1`, vramBytes: 24 * GIB }
  const { json } = await makePlan({ ...wish, model: 'qwen3:8b' })
  t.match(json, {
    model: { name: 'qwen3:8b', weights_bytes: 5_200_000_000, trained_window: 40_960 },
  })
  await t.rejects(makePlan({ ...wish, model: 'absent' }), {
    code: 'USAGE',
    message: /has no model absent; it has qwen3:8b/,
  })
  await box.close()
  await t.rejects(makePlan({ ...wish, model: 'qwen3:8b' }), { code: 'ENGINE_UNREACHABLE' })
})

const skip = existsSync(REAL) ? {} : { skip: `${REAL} is not here` }
t.test('the real small model reads as what it is', skip, async (t) => {
  const { values, tensors, fileBytes } = readGguf(REAL)
  t.equal(fileBytes, 98_362_432)
  t.equal(tensors.length, 272)
  const shape = readShape({ values, tensors, projector: false })
  t.match(shape, {
    architecture: 'llama',
    layers: 30,
    trainedWindow: 8_192,
    vocabulary: 49_152,
    embedding: 576,
    slidingTokens: null,
    notes: [],
  })
  t.equal(shape && bytesPerToken(shape, 'f16'), 23_040)
})
