import t from 'tap'
import { jsonForm } from '../../apps/cli/answer_form/answer_form.js'
import { serveReplies } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { jsonLines, openProgram } from '../kit/program.js'

const SCHEMA = '{"type":"object","properties":{"files":{"type":"integer"}},"required":["files"]}'
const READ = act(['list_dir', { path: '.' }])

t.test('an answer that fits is structured_output; the model reads the schema', async (t) => {
  const endpoint = await serveReplies([READ, say('```json\n{"files": 1}\n```')])
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'one\n', 'answer.json': SCHEMA })
  const words = ['-p', 'how many files are here?', '--base-url', endpoint.baseUrl, '--json-schema']
  const ran = await box.run([...words, 'answer.json', '--output-format', 'json'])
  t.equal(ran.code, 0, ran.stderr)
  t.match(jsonLines(ran.stdout), [
    {
      subtype: 'resolved',
      code: 'RESOLVED',
      text: '{"files": 1}',
      structured_output: { files: 1 },
    },
  ])
  t.match(endpoint.asks[0]?.body, /the final answer must be JSON that fits this JSON schema/)
  t.match(endpoint.asks[0]?.body, JSON.stringify(SCHEMA).slice(1, -1))
})

t.test('in text the JSON is alone on standard output', async (t) => {
  const endpoint = await serveReplies([
    say('{"files": 7}'),
    say('{"files": 7}'),
    say('{"files": 7}'),
  ])
  t.teardown(() => endpoint.close())
  const box = openProgram(t)
  const words = ['-p', 'how many files?', '--base-url', endpoint.baseUrl, '--json-schema', SCHEMA]
  const ran = await box.run(words)
  t.same(JSON.parse(ran.stdout), { files: 7 }, ran.stderr)
})

t.test(
  'an answer that does not fit is corrected twice, then the run fails and resumes',
  async (t) => {
    const bad = ['About one.', '{"files": "one"}', '{"file": 1}']
    const replies = [READ, ...bad.map((text) => say(text)), say('{"files": 1}')]
    const endpoint = await serveReplies(replies)
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'a.txt': 'one\n' })
    const at = ['--base-url', endpoint.baseUrl, '--output-format', 'json']
    const ran = await box.run(['-p', 'how many files are here?', ...at, '--json-schema', SCHEMA])
    t.equal(ran.code, 1, ran.stderr)
    const [result] = jsonLines(ran.stdout)
    t.match(result, { subtype: 'failed', code: 'ANSWER_MISFIT', exit_code: 1, steps: 4 })
    t.match(result?.text, /^the answer does not fit the JSON schema after 2 corrections: files: /)
    t.notOk(Object.hasOwn(result ?? {}, 'structured_output'))
    t.match(endpoint.asks[2]?.body, /it is not JSON/)
    t.match(endpoint.asks[3]?.body, /files: Invalid input: expected \w+, received string/)
    const again = await box.run(['resume', ...at])
    t.equal(again.code, 0, again.stderr)
    t.match(jsonLines(again.stdout), [{ subtype: 'resolved', structured_output: { files: 1 } }])
  },
)

t.test('a schema that cannot be used exits with 2 before the server is asked', async (t) => {
  const box = openProgram(t, { 'bad.json': '{"type":' })
  for (const [schema, why] of [
    ['none.json', /none\.json is no file/],
    ['bad.json', /it is not valid JSON/],
    ['{"type":"objekt"}', /#\/type: there is no type "objekt"/],
    ['{"required":["a"]}', /#\/required needs "type": "object" beside it/],
    ['{"type":"object","if":{}}', /#\/if is not checked/],
    ['{"type":"string","pattern":"("}', /regular expression/],
    ['{"$ref":"#/$defs/none"}', /none/],
    ['[]', /# must be an object/],
    ['{"$ref":"#"}', /# is a reference to itself/],
    [
      '{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}',
      /#\/\$defs\/a is a reference to itself/,
    ],
  ] as const) {
    const at = ['--base-url', 'http://127.0.0.1:9/v1', '--output-format', 'json']
    const ran = await box.run(['-p', 'x', ...at, '--json-schema', schema])
    t.equal(ran.code, 2, schema)
    t.match(jsonLines(ran.stdout), [{ code: 'OPTION_INVALID', subtype: 'failed' }])
    t.match(ran.stderr, why, schema)
  }
})

t.test('every keyword that is accepted is checked', (t) => {
  const object = { type: 'object' }
  for (const [schema, good, bad] of [
    [{ ...object, required: ['a'] }, { a: null }, {}],
    [{ ...object, properties: { a: true }, required: ['a'] }, { a: 1 }, {}],
    [
      { ...object, properties: { a: { type: 'string', default: 'x' } }, required: ['a'] },
      { a: '' },
      {},
    ],
    [
      { ...object, properties: { a: { anyOf: [{ type: 'string' }] } }, required: ['a'] },
      { a: '' },
      {},
    ],
    [{ ...object, additionalProperties: false }, {}, { a: 1 }],
    [{ ...object, additionalProperties: { type: 'number' } }, { a: 1 }, { a: '1' }],
    [{ ...object, minProperties: 1 }, { a: 1 }, {}],
    [{ ...object, maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }],
    [
      {
        ...object,
        anyOf: [
          { ...object, required: ['a'] },
          { ...object, required: ['b'] },
        ],
      },
      { b: 1 },
      {},
    ],
    [
      {
        ...object,
        oneOf: [
          { ...object, required: ['a'] },
          { ...object, required: ['b'] },
        ],
      },
      { b: 1 },
      { a: 1, b: 1 },
    ],
    [{ ...object, allOf: [{ ...object, required: ['a'] }] }, { a: 1 }, { b: 1 }],
    [{ type: 'array', items: { type: 'integer' } }, [1], [1.5]],
    [{ type: 'array', minItems: 1 }, [1], []],
    [{ type: 'array', maxItems: 1 }, [1], [1, 2]],
    [{ type: 'array', uniqueItems: true }, [1, 2], [1, 1]],
    [{ type: 'string', minLength: 2 }, 'ab', 'a'],
    [{ type: 'string', maxLength: 2 }, 'ab', 'abc'],
    [{ type: 'string', pattern: '^a' }, 'ab', 'ba'],
    [{ type: 'string', format: 'date' }, '2026-01-31', '31.1.2026'],
    [{ type: ['string', 'null'], minLength: 2 }, null, 'a'],
    [{ type: ['array', 'null'], minItems: 1 }, null, []],
    [{ type: ['object', 'null'], required: ['a'] }, null, {}],
    [{ type: 'string', enum: ['a'] }, 'a', 'b'],
    [{ type: 'integer', minimum: 2 }, 2, 1],
    [{ type: 'number', maximum: 2 }, 2, 3],
    [{ type: 'number', exclusiveMinimum: 2 }, 3, 2],
    [{ type: 'number', exclusiveMaximum: 2 }, 1, 2],
    [{ type: 'number', multipleOf: 2 }, 4, 3],
    [{ type: ['string', 'null'] }, null, 1],
    [{ enum: ['a', 1, null] }, null, 'b'],
    [{ const: 5 }, 5, 6],
    [
      { ...object, properties: { n: { $ref: '#' } }, additionalProperties: false },
      { n: {} },
      { n: { x: 1 } },
    ],
    [{ $ref: '#/$defs/d', $defs: { d: { type: 'string' } } }, 'x', 1],
  ] as const) {
    const form = jsonForm(JSON.stringify(schema))
    t.equal(form.problem(JSON.stringify(good)), null, JSON.stringify(schema))
    t.type(form.problem(JSON.stringify(bad)), 'string', JSON.stringify(schema))
  }
  t.end()
})

t.test('a schema may refer to itself inside of a value, and a deep answer does not fit', (t) => {
  const form = jsonForm('{"type":"object","properties":{"next":{"$ref":"#"}}}')
  t.equal(form.problem('{"next":{"next":{}}}'), null)
  t.match(form.problem('{"next":{"next":1}}'), /^next\.next: /)
  const deep = 5_000
  t.equal(
    form.problem(`${'{"next":'.repeat(deep)}{}${'}'.repeat(deep)}`),
    'it is nested too deeply',
  )
  t.end()
})
