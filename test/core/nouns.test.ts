import fc from 'fast-check'
import t from 'tap'
import {
  AircoderError,
  checkFacts,
  createIds,
  ERRORS,
  type ErrorCode,
  EVIDENCE_KINDS,
  EvidenceKindSchema,
  estimateTokens,
  LIMITS,
  parseRecording,
  redact,
  reserveFor,
  summarise,
  systemClock,
} from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'

t.test('row 2: eight kinds of evidence, and each tool leaves one of them', async (t) => {
  t.same(EVIDENCE_KINDS, [
    'file_read',
    'diagnostic',
    'test_result',
    'edit_applied',
    'decision',
    'shell_output',
    'symbol_lookup',
    'web_page',
  ])
  for (const kind of EVIDENCE_KINDS) t.equal(EvidenceKindSchema.parse(kind), kind)
  for (const other of ['thought', 'File_read', '', 'file_read ', null, 7])
    t.notOk(EvidenceKindSchema.safeParse(other).success, String(other))
  for (const tool of createRegistry(await loadBuiltinTools()).list())
    t.ok(tool.evidence === null || EvidenceKindSchema.safeParse(tool.evidence).success, tool.name)
})

t.test('facts are checked against their kind', async (t) => {
  t.same(checkFacts('edit_applied', { path: 'a', added: 1, removed: 0, more: true }).more, true)
  t.throws(() => checkFacts('edit_applied', { path: 'a' }))
  t.throws(() => checkFacts('test_result', { command: 'x', passed: 'yes', exitCode: 0 }))
  t.ok(checkFacts('test_result', { command: 'x', passed: null, exitCode: null }))
})

t.test('a summary has at most two lines and 240 characters', async (t) => {
  t.equal(summarise('  a  \n\n b\nc'), 'a\nb')
  t.equal(summarise('x'.repeat(500)).length, 240)
  t.equal(summarise(''), '')
})

const KEY = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const SECRETS = [
  `-----BEGIN RSA PRIVATE KEY-----\n${KEY}\n-----END RSA PRIVATE KEY-----`,
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${KEY}`,
  `Authorization: Bearer ${KEY}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${KEY}`,
  `sk-${KEY}`,
  `sk-ant-api03-${KEY}`,
  `ghp_${KEY}`,
  `github_pat_${KEY}`,
  `glpat-${KEY}`,
  `xoxb-123456789012-${KEY}`,
  'AKIAIOSFODNN7EXAMPLE',
  `AIza${KEY}`,
  `ac_anna_${KEY}`,
  `AIRCODER_TOKEN=${KEY}`,
  `export DB_PASSWORD="${KEY}"`,
  `MY_API_KEY = '${KEY}'`,
]
const BENIGN = [
  'The bearer of this letter may enter.',
  'Bearer token',
  'sk-learn and task-runner-with-a-long-name',
  'ghp is a prefix, ghp_short is no key',
  'a hash: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'const token = readToken(path)',
  'TOKEN=$SECRET_FROM_VAULT',
  'MAX_TOKENS=4096',
  'PASSWORD=',
  'eyJ is how a header begins',
  '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
  'AKIA is four letters',
  'ac_anna_short',
  'import { token } from "./token_utils.js"',
  'if (process.env.API_KEY === undefined) throw new Error()',
]

t.test('row 198: secrets are redacted, everything else stays byte for byte', async (t) => {
  for (const secret of SECRETS) {
    const out = redact(`before ${secret} after`)
    t.notMatch(out, new RegExp(KEY.slice(4, 30)), secret)
    t.match(out, /\[redacted/, secret)
    t.match(out, /^before /)
    t.equal(redact(out), out, 'a second pass changes nothing')
  }
  for (const text of BENIGN) t.equal(redact(text), text)
  const many = redact(SECRETS.slice(2).join('\n'))
  t.equal(many.split('\n').length, SECRETS.length - 2)
})

t.test('redaction takes linear time on hostile text of 1 MB', async (t) => {
  for (const text of [
    'sk-'.repeat(350_000),
    'A_TOKEN'.repeat(150_000),
    'eyJaaaaaaaa.'.repeat(90_000),
    'eyJaaaaaaaa-'.repeat(90_000),
    'Bearer '.repeat(150_000),
    '-----BEGIN PRIVATE KEY----- -----END '.repeat(30_000),
    `A_TOKEN${' '.repeat(1_000_000)}`,
  ])
    t.ok(redact(text).length > 0)
})

t.test('row 243: ids sort newest first', async (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(2 ** 40), { minLength: 2, maxLength: 20 }), (times) => {
      const made = times.map((time) => ({ time, id: createIds(() => time)('t') }))
      const sorted = made.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ time }) => time)
      return JSON.stringify(sorted) === JSON.stringify(times.toSorted((a, b) => b - a))
    }),
  )
  const ids = Array.from({ length: 500 }, () => createIds()('s'))
  t.equal(new Set(ids).size, 500)
  for (const id of ids.slice(0, 20)) t.match(id, /^s_[0-9a-z]{15}$/)
})

t.test('a recording is read line by line, and an error names its line', async (t) => {
  const good = '{"content":"hi"}\n\n{"tool_calls":[{"name":"x","arguments":"{"}],"note":"broken"}\n'
  t.same(
    parseRecording('r', good).map(({ content, finish_reason }) => [content, finish_reason]),
    [
      ['hi', null],
      ['', null],
    ],
  )
  const errorOf = (text: string) => {
    try {
      parseRecording('rec.jsonl', text)
      return 'none'
    } catch (error) {
      return error instanceof AircoderError ? `${error.code} ${error.message}` : 'a bug'
    }
  }
  t.match(errorOf(''), /RECORDING_INVALID .*rec\.jsonl.*it has no reply/)
  t.match(errorOf('{"content":"a"}\nnonsense'), /line 2: /)
  t.match(errorOf('{"contents":"a"}'), /line 1: /)
  t.match(errorOf('{"content":3}'), /line 1: /)
  t.match(errorOf('[]'), /line 1: /)
})

t.test('every error has a message, a hint and an exit code, and no unfilled braces', async (t) => {
  const error = new AircoderError('MODEL_MISSING', { url: 'u', model: 'm', models: 'a, b' })
  t.match(error, { message: 'u has no model m. It has: a, b', exitCode: 2, hint: /--model/ })
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    t.ok(ERRORS[code].hint.length > 0, code)
    t.ok([1, 2, 3, 4, 5, 130].includes(ERRORS[code].exit), code)
    t.notMatch(new AircoderError(code).message, /[{}]/, code)
  }
})

t.test('reserve, token estimate, limits and clock', async (t) => {
  t.same(
    [4_096, 8_192, 16_384, 32_768, 131_072].map(reserveFor),
    [1_024, 1_024, 1_500, 2_048, 2_048],
  )
  t.equal(estimateTokens(''), 0)
  t.equal(estimateTokens('a'), 1)
  t.ok(LIMITS.nudgesUnproven <= LIMITS.nudgesInARow)
  await systemClock.sleep(600_000, AbortSignal.abort())
  const abort = new AbortController()
  const slept = systemClock.sleep(600_000, abort.signal)
  abort.abort()
  await slept
  t.ok(systemClock.monotonic() >= 0)
})
