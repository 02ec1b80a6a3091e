import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { estimateTokens, LIMITS } from '#core'
import { familyTokenFactor, type Measured } from '#model'
import {
  agedFactor,
  keepFactor,
  keepMeasured,
  readModelFile,
} from '../../apps/cli/data/model_file.js'
import { measuredRows } from '../../apps/cli/doctor/model_rows.js'
import { keepLearned } from '../../apps/cli/run/drive.js'

const FOLDER = 'test/fixtures/tokens'

const MEASURED: Measured = {
  atMs: 5_000,
  reportedWindow: null,
  tools: null,
  templateTools: null,
  dialect: null,
  thinking: 'none',
  parallelCalls: null,
  escaping: null,
  tagEscaping: null,
  vision: null,
  windowTokens: null,
  windowProof: null,
  prefillPerS: null,
  decodePerS: null,
  prefixReuse: null,
  recurrent: null,
  tokenFactor: null,
  missing: {},
}

interface Counted {
  model: string
  counts: Record<string, number>
  /** Of chinese.txt; absent: it was not counted. */
  chinese?: number
}

// The counts were made once with the tokenizers that counts.json names; only they and our own texts are kept.
const COUNTED = JSON.parse(readFileSync(`${FOLDER}/counts.json`, 'utf8')) as Counted[]
const estimateOf = (name: string) => estimateTokens(readFileSync(`${FOLDER}/${name}.txt`, 'utf8'))

t.test(
  'row 70: a Chinese request is never estimated too small, and at most half too large',
  (t) => {
    const counted = COUNTED.filter(({ chinese }) => chinese !== undefined)
    t.ok(counted.length >= 4, 'several families')
    for (const { model, chinese = 0 } of counted) {
      // Newer vocabularies have words of two signs and more; the server's first count corrects the estimate.
      const share = (estimateOf('chinese') * familyTokenFactor(model)) / chinese
      t.ok(share >= 1 && share <= 1.5, `${model}: ${share.toFixed(3)}`)
    }
    t.end()
  },
)

t.test(
  'row 70: a first prompt is estimated within 10 % of the tokenizers of the common families',
  async (t) => {
    for (const { model, counts } of COUNTED) {
      const factor = familyTokenFactor(model)
      let all = 0
      for (const [name, tokens] of Object.entries(counts)) {
        const share = (estimateOf(name) * factor) / tokens
        all += tokens
        // A log is numbers and signs. It is never a first prompt, and the first answer corrects it.
        const most = name === 'log' ? 0.15 : 0.1
        t.ok(Math.abs(share - 1) <= most, `${model}, ${name}: ${share.toFixed(3)}`)
      }
      const sum = Object.keys(counts).reduce((tokens, name) => tokens + estimateOf(name), 0)
      t.ok(Math.abs((sum * factor) / all - 1) <= 0.07, `${model}: all`)
    }
  },
)

t.test('each family has the ratio of its tokenizer, an unknown one has none', async (t) => {
  const rows: [id: string, factor: number][] = [
    ['qwen2.5-coder:7b', 0.99],
    ['llama3.2:3b', 0.97],
    ['llama4:16x17b', 0.97],
    ['llama2:7b', 1.18],
    ['mixtral:8x7b', 1.18],
    ['mistral:7b', 1.18],
    ['devstral:24b', 1.03],
    ['deepseek-r1:671b', 1.02],
    ['gemma3:12b', 1.06],
    ['smollm2:135m', 1.15],
    ['smollm3:3b', 0.97],
    ['phi4', 1],
    ['something-else', 1],
  ]
  for (const [id, factor] of rows) t.equal(familyTokenFactor(id), factor, id)
})

t.test(
  'a learned ratio is kept with how it was found, in a plausible range, and fades',
  async (t) => {
    const path = `${t.testdir()}/models/m.json`
    const place = { model: 'm', baseUrl: 'http://x', mark: 'a' }
    keepFactor(path, place, { tokenFactor: 9, atMs: 1_000 })
    const file = readModelFile(path)
    t.match(file, {
      tokenFactor: LIMITS.tokenFactorMost,
      factorFrom: { by: 'answers', atMs: 1_000 },
    })
    const at = (days: number) => agedFactor(file, { family: 1, nowMs: 1_000 + days * 86_400_000 })
    t.equal(at(0), 2)
    t.equal(at(30), 1.5)
    t.ok(at(300) < 1.01)
    t.equal(agedFactor(null, { family: 1.15, nowMs: 0 }), 1.15)
    const faded = agedFactor(file, { family: 1.15, nowMs: 1_000 + 600 * 86_400_000 })
    t.ok(Math.abs(faded - 1.15) < 0.01, 'towards the family')
    const undated = { tokenFactor: 2, factorFrom: undefined }
    t.equal(agedFactor(undated, { family: 1, nowMs: 0 }), 1.5, 'of an older version')

    keepMeasured(path, place, { ...MEASURED, tokenFactor: 1.1 })
    t.match(readModelFile(path), { tokenFactor: 1.1, factorFrom: { by: 'probe', atMs: 5_000 } })
    const [row] = measuredRows({ ...MEASURED, tokenFactor: 1.1 }).filter(
      ({ check }) => check === 'token ratio',
    )
    t.match(row, { status: 'ok', text: /^measured again: 1\.10 tokens/ })
    const [odd] = measuredRows({ ...MEASURED, tokenFactor: 0.2 }).filter(
      ({ check }) => check === 'token ratio',
    )
    t.equal(odd?.status, 'warn')
    keepMeasured(path, { ...place, mark: 'b' }, MEASURED)
    t.equal(readModelFile(path)?.tokenFactor, null, 'that of another state of the model is dropped')
    keepMeasured(path, place, { ...MEASURED, tokenFactor: 0.1 })
    t.equal(readModelFile(path)?.tokenFactor, LIMITS.tokenFactorLeast)
    const text = readFileSync(path, 'utf8').replace(/"tokenFactor": 0\.6/, '"tokenFactor": 7')
    writeFileSync(path, text)
    t.match(readModelFile(path), { model: 'm', tokenFactor: null }, 'an implausible one is none')
  },
)

t.test('a ratio that holds is kept with the time of its last answer', async (t) => {
  const path = `${t.testdir()}/models/m.json`
  const place = { model: 'mistral:7b', baseUrl: 'http://x', mark: 'a' }
  const dayMs = 86_400_000
  const kept = () => readModelFile(path)
  keepFactor(path, place, { tokenFactor: familyTokenFactor('mistral:7b'), atMs: 0 })
  t.equal(kept(), null, 'that of the family needs no file')
  keepFactor(path, place, { tokenFactor: 1, atMs: 0 })
  t.match(kept(), { tokenFactor: 1, factorFrom: { atMs: 0 } }, 'another one than its family has')
  keepFactor(path, place, { tokenFactor: 1.01, atMs: dayMs / 2 })
  t.match(kept(), { tokenFactor: 1, factorFrom: { atMs: 0 } }, 'nothing new')
  keepFactor(path, place, { tokenFactor: 1.01, atMs: 2 * dayMs })
  t.match(kept(), { tokenFactor: 1.01, factorFrom: { atMs: 2 * dayMs } }, 'it does not fade')
})

t.test('a ratio that only a refusal raised is not kept', async (t) => {
  const path = `${t.testdir()}/models/m.json`
  const place = { path, model: 'm', baseUrl: 'http://x', mark: 'a' }
  const keep = (lastPrompt: object | null) => {
    const view = () => ({ session: { tokenFactor: 1.8 }, lastPrompt })
    const wired = { ledger: { view }, endpoint: { place } } as unknown
    keepLearned(wired as Parameters<typeof keepLearned>[0], 't1')
    return readModelFile(path)
  }
  t.equal(keep(null), null, 'no answer was counted')
  t.match(keep({ step: 1, estimatedTokens: 10, promptTokens: 18 }), { tokenFactor: 1.8 })
})
