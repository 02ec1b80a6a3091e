import t from 'tap'
import { type ChatBody, ChatBodySchema } from '../../libs/relay/chat/chat_body.js'
import { readOptions } from '../../libs/relay/engines/embedded/options.js'
import { grammarSchema } from '../../libs/relay/engines/embedded/schema.js'

const bodyOf = (rest: object): ChatBody =>
  ChatBodySchema.parse({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...rest })

t.test('a schema is converted for the grammar, and dropped keywords are named', async (t) => {
  t.same(
    grammarSchema({
      $schema: 'x',
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 9, pattern: '^a' },
        age: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] },
        mark: { $ref: '#/definitions/mark' },
        mail: { type: ['string', 'null'], format: 'email' },
        list: { type: 'array', items: { const: 'x' }, maxItems: 2 },
        both: { allOf: [{ $ref: '#/definitions/mark' }], description: 'a mark' },
      },
      required: ['name'],
      additionalProperties: false,
      definitions: { mark: { enum: ['a', 1, null] } },
    }),
    {
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', maxLength: 9 },
          age: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
          mark: { $ref: '#/$defs/mark' },
          mail: { oneOf: [{ type: 'string' }, { type: 'null' }] },
          list: { type: 'array', items: { enum: ['x'] }, maxItems: 2 },
          both: { enum: ['a', 1, null] },
        },
        additionalProperties: false,
        $defs: { mark: { enum: ['a', 1, null] } },
      },
      unenforced: ['pattern', 'minimum', 'format'],
    },
  )
  t.match(grammarSchema({ type: 'object' }).schema, { additionalProperties: true })
  t.match(
    grammarSchema({
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { properties: { b: true } },
      ],
    }).schema,
    { type: 'object', properties: { a: { type: 'string' }, b: { oneOf: Array } } },
  )
  t.same(
    grammarSchema({ type: 'array', items: { type: 'string', maxLength: 5_000 }, minItems: -1 }),
    { schema: { type: 'array', items: { type: 'string' } }, unenforced: ['maxLength', 'minItems'] },
  )
  const chain = { type: 'object', properties: { next: { $ref: '#/$defs/chain' } } }
  t.match(grammarSchema({ ...chain, $defs: { chain } }).schema, { $defs: { chain } })
  const bad = [
    { $ref: '#/nowhere' },
    { enum: [] },
    { enum: [{}] },
    { type: 'text' },
    { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } },
    // None of these may reach the compiler: it takes minutes, fails, or prints what the client wrote.
    { enum: Array.from({ length: 3_000 }, (_, n) => n) },
    { properties: { 'a\0b': true } },
    { const: 'x'.repeat(200_000) },
    { type: 'string', minLength: 9, maxLength: 3 },
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
    {
      $defs: { a: { oneOf: [{ $ref: '#/$defs/b' }] }, b: { anyOf: [{ $ref: '#/$defs/a' }] } },
    },
  ]
  for (const schema of bad)
    t.throws(
      () => grammarSchema(schema),
      { code: 'invalid_request' },
      JSON.stringify(schema).slice(0, 80),
    )
})

t.test('supported parameters are read, all others are named', async (t) => {
  const tools = [{ type: 'function', function: { name: 'f' } }]
  const read = readOptions(
    bodyOf({
      temperature: 0,
      top_p: 0.5,
      seed: -1,
      stop: 'END',
      max_tokens: 9,
      max_completion_tokens: 7,
      frequency_penalty: 1,
      user: 'u',
      n: 2,
      logit_bias: {},
      logprobs: false,
      parallel_tool_calls: true,
      tools,
      tool_choice: 'required',
      chat_template_kwargs: { enable_thinking: false },
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'x', schema: { type: 'string', pattern: 'a' } },
      },
    }),
    false,
  )
  t.match(read, {
    stops: ['END'],
    maxTokens: 7,
    schema: { type: 'string' },
    templateFields: { enable_thinking: false },
  })
  t.same(read.ignored.sort(), [
    'logit_bias',
    'n',
    'response_format.pattern',
    'tool_choice',
    'tools',
  ])
  t.match(read.sample([1, 2]), {
    temperature: 0,
    topP: 0.5,
    seed: 4_294_967_295,
    repeatPenalty: { penalty: 1, frequencyPenalty: 1, presencePenalty: 0 },
  })
  const plain = readOptions(bodyOf({ tools, n: 1 }), true)
  t.same([plain.ignored, plain.maxTokens, plain.schema], [[], null, null])
  t.not(plain.sample([]).seed, plain.sample([]).seed, 'without a seed no two answers are alike')
  for (const wrong of [
    { temperature: -1 },
    { top_p: 2 },
    { stop: [''] },
    { response_format: { type: 'json_schema' } },
    { response_format: { type: 'xml' } },
  ])
    t.throws(() => readOptions(bodyOf(wrong), true), { code: 'invalid_request' })
})
