import t from 'tap'
import type { Reply, ToolSchema } from '#core'
import { callFormat, loadDialects, parseReply } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'
import { grammarSchema } from '../../libs/relay/engines/embedded/schema.js'

const dialects = await loadDialects()
const builtin = createRegistry(await loadBuiltinTools()).schemas()
const READ: ToolSchema = {
  type: 'function',
  function: {
    name: 'read_file',
    description: 'Reads.',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'where' },
        start_line: { type: 'integer' },
      },
      required: ['path'],
    },
  },
}

function read(content: string, finish_reason = 'stop', formatted = true): Reply {
  const raw = { content, reasoning: '', tool_calls: [], finish_reason }
  const tools = builtin.map((tool) => tool.function)
  return parseReply(raw, { step: 2, tools, dialects, formatted })
}

t.test('the schema is flat, closed, and every key is required', (t) => {
  const { schema } = callFormat([READ]).json_schema
  t.same(schema, {
    anyOf: [
      {
        type: 'object',
        properties: {
          tool: { type: 'string', enum: ['read_file'] },
          path: { type: 'string' },
          start_line: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        },
        required: ['tool', 'path', 'start_line'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { say: { type: 'string' } },
        required: ['say'],
        additionalProperties: false,
      },
    ],
  })
  t.equal(JSON.stringify(callFormat([READ])), JSON.stringify(callFormat([READ])))
  const taken = { ...READ, function: { ...READ.function, name: 'other' } }
  taken.function.parameters = { type: 'object', properties: { tool: { type: 'string' } } }
  t.match(callFormat([taken]).json_schema.schema, { anyOf: { length: 1 } })
  t.end()
})

t.test('the schema of all tools can be compiled to a grammar that enforces it', (t) => {
  const { schema } = callFormat(builtin).json_schema
  const made = grammarSchema(schema as Record<string, unknown>)
  t.same(made.unenforced, [])
  t.match(made.schema, { oneOf: { length: builtin.length + 1 } })
  t.end()
})

t.test('an answer with the schema is one call or text', (t) => {
  t.match(read('{"tool":"read_file","path":"a b.ts","start_line":null,"end_line":3}'), {
    calls: [{ id: 'call_2_1', name: 'read_file', arguments: { path: 'a b.ts', end_line: 3 } }],
    text: '',
    problem: null,
  })
  const args = read('{"tool":"read_file","path":"a","start_line":null}').calls[0]?.arguments
  t.same(args, { path: 'a' }, 'null is left out')
  t.match(read('{"say":"All is {well}."}'), { calls: [], text: 'All is {well}.', problem: null })
  t.match(read('<think>Which?</think>\n{"tool":"list_dir","path":"."}').calls, [
    { name: 'list_dir', arguments: { path: '.' } },
  ])
  t.match(
    read(
      '{"tool":"multi_edit","edits":[{"path":"a","old_str":"x","new_str":"","replace_all":null}]}',
    ).calls[0]?.arguments,
    { edits: [{ path: 'a', old_str: 'x', new_str: '', replace_all: undefined }] },
  )
  t.end()
})

t.test('an answer that does not follow the schema is read like any other', (t) => {
  const call = { name: 'read_file', arguments: { path: 'a' } }
  t.match(read(`<tool_call>${JSON.stringify(call)}</tool_call>`).calls, [call])
  t.match(read('Nothing to do.'), { text: 'Nothing to do.', calls: [], problem: null })
  t.match(read('{"tool":"fly","to":"moon"}'), { calls: [], problem: null })
  t.match(read('{"say":"x","more":1}'), { calls: [] })
  const cut = read('{"tool":"write_file","path":"a","content":"half of', 'length')
  t.match(cut, { calls: [], problem: { code: 'parser_error', message: /token limit/ } })
  const lossy = read('{"tool":"read_file","path":"a","start_line":1.5}')
  t.match(lossy, { calls: [], problem: { code: 'parser_error', message: /start_line must be/ } })
  const unasked = read('{"tool":"list_dir","path":"."}', 'stop', false).calls
  t.match(
    unasked,
    [{ name: 'list_dir', arguments: { path: '.' } }],
    'not asked for: a call as well',
  )
  t.same(read('{"tool":"list_dir","size":2}', 'stop', false).calls, [], 'not asked for: data')
  t.end()
})
