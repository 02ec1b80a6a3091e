import fc from 'fast-check'
import t from 'tap'
import type { RecordedReply, Reply } from '#core'
import { loadDialects, parseReply } from '#model'
import { createThinkSplitter, splitThinking } from '../../libs/model/thinking/split_thinking.js'

const TOOLS = ['read_file', 'grep', 'write_file', 'resolve']
const tools = TOOLS.map((name) => ({ name }))
const dialects = await loadDialects()

function parse(raw: Partial<RecordedReply>, step = 3): Reply {
  const empty = { content: '', reasoning: '', tool_calls: [], finish_reason: 'stop' }
  return parseReply({ ...empty, ...raw }, { step, tools, dialects })
}
const said = (content: string) => parse({ content })
const RESOLVE = '{"action":"resolve","cites":["e1","e2"],"summary":"done"}'
const RESOLVED = { name: 'resolve', arguments: { cites: ['e1', 'e2'], summary: 'done' } }

t.test('row 12: the three actions become calls; any other action is a problem', (t) => {
  t.match(said(RESOLVE), { calls: [RESOLVED], text: '', problem: null })
  t.match(said('{"action":"spawn_child","hypothesis":"off by one"}').calls, [
    { id: 'call_3_1', name: 'spawn_child', arguments: { hypothesis: 'off by one' } },
  ])
  t.match(said('{"action":"record_evidence","kind":"decision"}').calls, [
    { name: 'record_evidence' },
  ])
  t.match(said('{"action":"format_disk"}').problem, {
    code: 'parser_error',
    message:
      /"format_disk" is not an action\. The actions are record_evidence, spawn_child, resolve/,
  })
  t.end()
})

t.test('row 33: fences are removed, and the last object after other text is used', (t) => {
  const forms = [
    `\`\`\`json\n${RESOLVE}\n\`\`\``,
    `I am {almost} done, and "so.\n${RESOLVE}`,
    `{"action":"spawn_child","hypothesis":"h"}\nNo, rather:\n\`\`\`\n${RESOLVE}\n\`\`\`\n`,
    `{ this brace never closes, and 5" is a size.\n${RESOLVE}`,
    `${RESOLVE}\nThat was {it}.`,
    JSON.stringify(JSON.parse(RESOLVE), null, 2),
  ]
  for (const form of forms) t.match(said(form).calls, [RESOLVED], form)
  t.equal(said(`First.\n\`\`\`json\n${RESOLVE}\n\`\`\`\n`).text, 'First.')
  const braces = { action: 'resolve', cites: ['e1'], summary: 'a } and a { and \\" and "' }
  t.equal(said(`So: ${JSON.stringify(braces)}`).calls[0]?.arguments.summary, braces.summary)
  t.end()
})

t.test('row 34: one string is accepted for a list', (t) => {
  const cites = (text: string) =>
    said(`{"action":"resolve","cites":${text}}`).calls[0]?.arguments.cites
  t.same(cites('"e7"'), ['e7'])
  t.same(cites('"e7, e8"'), ['e7', 'e8'])
  t.same(cites('["e7"]'), ['e7'])
  const native = { name: 'resolve', arguments: '{"cites":"e7","summary":"s"}' }
  t.same(parse({ tool_calls: [native] }).calls[0]?.arguments.cites, ['e7'])
  t.end()
})

t.test('calls of known tools written as text', (t) => {
  const call = { name: 'read_file', arguments: { path: 'a' } }
  for (const name of ['name', 'tool'])
    for (const key of ['arguments', 'args', 'parameters', 'input'])
      t.match(said(`Look: {"${name}":"read_file","${key}":{"path":"a"}}`).calls, [call])
  t.match(said('{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}').calls, [call])
  const two = said(
    'Now.\n<tool_call>\n{"name":"read_file","arguments":{"path":"a"}}\n</tool_call>\n<tool_call>{"name":"grep","arguments":{"pattern":"b"}}',
  )
  t.match(two.calls, [call, { name: 'grep', id: 'call_3_2' }])
  t.equal(two.text, 'Now.')
  t.end()
})

t.test('row 39: text without a call is kept byte for byte', (t) => {
  const prose = [
    'All tests pass.',
    'The config is {"name":"aircoder","version":"1.0.0"}.',
    '{"name":"no_such_tool","arguments":{"a":1}}',
    'Hermes wraps calls in `<tool_call>` tags.',
    'Use `{name}` or {{value}} in a template {',
    "defineTool({ name: 'read_file', input: z.object({}) })",
    '{name} is a placeholder',
    '{"answer":42}',
    `An action such as ${RESOLVE} is followed by {"a":1}`,
  ]
  for (const text of prose) t.match(said(text), { text, calls: [], problem: null }, text)
  t.end()
})

t.test('row 17: an invalid call is a problem and is never run', (t) => {
  const broken = [
    'So:\n```json\n{"action":"resolve","cites":[e1]}\n```',
    '{"name":"read_file","arguments":["a"]}',
    '{"name":"read_file","arguments":{"path":"a',
    '{"name":"read_file","arguments":{"path":"a",',
    '{"action":"resolve","cites":["e1',
    '<tool_call>{"name":"read_file","arguments":{"path":</tool_call>',
    '<tool_call>\n<function=read_file>',
    '{"cites": [ {"a":1} ',
    `${RESOLVE}\n{"action":"resolve","cites":`,
  ]
  for (const text of broken) {
    const reply = said(text)
    t.match(reply, { calls: [], problem: { code: 'parser_error' } }, text)
    t.ok(reply.problem?.excerpt)
  }
  t.end()
})

t.test('row 42: the problem of an invalid call has the schema of its tool', (t) => {
  const parameters = { type: 'object', properties: { pattern: { type: 'string' } } }
  const offered = [{ name: 'glob' }, { name: 'grep', parameters }]
  const problemOf = (content: string) => {
    const raw = { content, reasoning: '', tool_calls: [], finish_reason: 'stop' }
    return parseReply(raw, { step: 1, tools: offered, dialects }).problem?.message ?? ''
  }
  const schema = JSON.stringify(parameters)
  t.match(problemOf('<tool_call>\n{"name": "grep", "arguments": {"pattern": "is not'), schema)
  t.match(problemOf('{"name":"Grep","arguments":{"pattern":"a'), schema)
  t.match(problemOf('```json\n{"tool":"grep","arguments":[1}\n```'), schema)
  t.match(problemOf('<tool_call>\n{"name": "nothing", "arguments": {"a": "'), 'Tools: glob, grep')
  t.end()
})

t.test(
  'row 46: native calls: arguments are an object, once or twice encoded, or a problem',
  (t) => {
    const native = (text: string, finish = 'tool_calls') =>
      parse({
        finish_reason: finish,
        tool_calls: [{ id: 'x', name: 'read_file', arguments: text }],
      })
    const call = { id: 'call_3_1', name: 'read_file', arguments: { path: 'a' } }
    t.same(native('{"path":"a"}').calls, [call])
    t.same(native('"{\\"path\\":\\"a\\"}"').calls, [call])
    t.same(native('').calls, [{ ...call, arguments: {} }])
    for (const text of ['{"path":', '["a"]', 'null', '3', '"a"']) {
      const reply = native(text)
      t.same(reply.calls, [])
      t.match(reply.problem, {
        code: 'parser_error',
        message: /arguments of read_file/,
        excerpt: text,
      })
    }
    t.match(native('{"path":', 'length').problem?.message, /cut by the token limit/)
    t.match(native('', 'length').problem?.message, /cut by the token limit/)
    t.same(native('{"path":"a"}', 'length').calls, [call])
    t.end()
  },
)

t.test('native calls before an invalid one are run, later ones are not', (t) => {
  const read = (path: string) => ({ name: 'read_file', arguments: JSON.stringify({ path }) })
  const broken = { name: 'write_file', arguments: '{"path":"b","content":"' }
  for (const finish_reason of ['tool_calls', 'length']) {
    const reply = parse({ tool_calls: [read('a'), broken, read('c')], finish_reason })
    t.match(reply.calls, [{ name: 'read_file', arguments: { path: 'a' } }])
    t.equal(reply.calls.length, 1)
    t.match(reply.problem, {
      code: 'parser_error',
      message: /The first call was run\. No other call/,
    })
    t.match(parse({ tool_calls: [broken, read('c')], finish_reason }), {
      calls: [],
      problem: { message: /No call was run/ },
    })
  }
  t.end()
})

t.test('complete marked calls are run when the token limit cuts the next', (t) => {
  const one = '<tool_call>\n{"name":"read_file","arguments":{"path":"a"}}\n</tool_call>\n'
  const half = '<tool_call>\n{"name":"write_file","arguments":{"path":"b","content":"on'
  const cut = parse({
    content: `I look.\n${one}${one.replace('"a"', '"b"')}${half}`,
    finish_reason: 'length',
  })
  t.match(cut.calls, [{ arguments: { path: 'a' } }, { arguments: { path: 'b' } }])
  t.equal(cut.calls.length, 2)
  t.match(cut.problem, { code: 'parser_error', message: /The first 2 calls were run/ })
  const odd = parse({ content: `${one}${half}`, finish_reason: 'stop' })
  t.same(odd.calls, [], 'what else broke it may have broken the first')
  const bare = one.replace(/<.*>\n/g, '')
  t.same(parse({ content: `${bare}${half}`, finish_reason: 'length' }).calls, [], 'unmarked JSON')
  t.end()
})

t.test('finish length: text is accepted, an empty reply is a problem', (t) => {
  t.match(parse({ content: 'half an ans', finish_reason: 'length' }), {
    text: 'half an ans',
    finishReason: 'length',
    problem: null,
  })
  t.match(parse({ finish_reason: 'length', reasoning: 'hm' }).problem?.message, /token limit/)
  t.match(
    parse({ content: '{"action":"resolve",', finish_reason: 'length' }).problem?.message,
    /token limit/,
  )
  t.end()
})

t.test('a stream without finish_reason has a problem and no calls', (t) => {
  const tool_calls = [{ name: 'read_file', arguments: '{}' }]
  t.match(parse({ content: 'so', tool_calls, finish_reason: null }), {
    text: 'so',
    calls: [],
    problem: { code: 'inference_error', message: /ended without finish_reason/ },
  })
  t.end()
})

t.test('ids are ours and unique within a reply, whatever the server sends', (t) => {
  const ids = (...given: (string | undefined)[]) =>
    parse({
      tool_calls: given.map((id, n) => ({ id, name: 'grep', arguments: `{"n":${n}}` })),
    }).calls.map((c) => c.id)
  t.same(ids('a', 'b'), ['call_3_1', 'call_3_2'])
  t.same(ids('call_3_2', 'a', undefined, ''), ['call_3_1', 'call_3_2', 'call_3_3', 'call_3_4'])
  t.end()
})

t.test('row 32: thinking is separated from the text', (t) => {
  const split = (text: string) => splitThinking(text)
  t.same(split('<think>a</think>\n\nb'), { text: 'b', reasoning: 'a' })
  t.same(split('a, then\n</think>\n\nb'), { text: 'b', reasoning: 'a, then\n' })
  t.same(split('[THINK]a[/THINK]b'), { text: 'b', reasoning: 'a' })
  t.same(split('<think>a</think>b<think>c</think>d'), { text: 'bd', reasoning: 'ac' })
  t.same(split('<think>never closed'), { text: '', reasoning: 'never closed' })
  for (const text of [
    'The tag `<think>` opens, `</think>` closes.',
    '{"action":"record_evidence","summary":"<think>x</think>"}',
    'if (a <b && c[0]) <thi',
  ])
    t.same(split(text), { text, reasoning: '' })
  t.match(said(`<think>try {"action":"x"}</think>${RESOLVE}`), {
    calls: [RESOLVED],
    reasoning: /try/,
  })
  t.end()
})

t.test('thinking is separated the same way for every split', (t) => {
  const part = fc.constantFrom(
    '<think>',
    '</think>',
    '[THINK]',
    '[/THINK]',
    '<thi',
    '</',
    '<',
    '[',
    'nk>',
    '`',
    ' ',
    '\n',
    'a',
    '{',
    '🐦',
  )
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 12 }), (whole, cuts) => {
      const at = [
        0,
        ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b),
        whole.length,
      ]
      const splitter = createThinkSplitter()
      const pieces = at.slice(1).flatMap((end, n) => splitter.push(whole.slice(at[n], end)))
      const got = { text: '', reasoning: '' }
      for (const piece of [...pieces, ...splitter.flush()]) {
        if (piece.type === 'thinking') got.reasoning += piece.text
        else if (piece.type === 'delta') got.text += piece.text
        else Object.assign(got, { reasoning: got.reasoning + got.text, text: '' })
      }
      const wanted = splitThinking(whole)
      return got.text === wanted.text && got.reasoning === wanted.reasoning
    }),
    { numRuns: 2_000 },
  )
  t.end()
})

t.test('no text makes the parser throw or invent a call', (t) => {
  const part = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    '\n',
    '```json\n',
    '```',
    '<tool_call>',
    '</tool_call>',
    '"action"',
    ':',
    '"resolve"',
    '"name"',
    '"grep"',
    ',',
    '"arguments"',
    '[',
    ']',
    'prose ',
    '<think>',
    '</think>',
  )
  const content = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 60 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(content, fc.constantFrom('stop', 'length', null), (text, finish_reason) => {
      const reply = parse({ content: text, finish_reason })
      const known = reply.calls.every((call) => TOOLS.includes(call.name))
      return known && (reply.problem === null || reply.calls.length === 0)
    }),
    { numRuns: 3_000 },
  )
  t.end()
})

t.test('the work grows with the length of the text, not with its square', (t) => {
  const heaps = [
    '{',
    '{"a":',
    '<tool_call>',
    '"',
    '{}',
    '```',
    '<think>',
    '</think>',
    '{"action":"resolve"',
    '[/THIN',
    '\\',
    '{ ',
    '```\n  ',
  ]
  for (const heap of heaps) t.ok(said(heap.repeat(400_000 / heap.length)), heap)
  t.end()
})
