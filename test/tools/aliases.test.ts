import t from 'tap'
import { matchArguments } from '#core'
import { loadDialects, parseReply } from '#model'
import { createRegistry, loadBuiltinTools } from '#tools'

const builtin = await loadBuiltinTools()
const registry = createRegistry(builtin)
const dialects = await loadDialects()
const OFFERED = [
  'grep',
  'list_dir',
  'multi_edit',
  'patch_file',
  'read_file',
  'run_command',
  'write_file',
]
const offer = (names: readonly string[]) =>
  registry.schemas(names).map(({ function: { name, parameters } }) => {
    return { name, parameters, ...registry.reading(name) }
  })
const tools = offer(OFFERED)

function parseWith(names: readonly string[], content: string) {
  const raw = { content, reasoning: '', tool_calls: [], finish_reason: 'stop' }
  return parseReply(raw, { step: 1, tools: offer(names), dialects })
}

type Fields = Record<string, unknown>

function parse(name: string, given: Fields, native: boolean) {
  const call = JSON.stringify({ name, arguments: given })
  const raw = {
    content: native ? '' : `<tool_call>${call}</tool_call>`,
    reasoning: '',
    tool_calls: native ? [{ name, arguments: JSON.stringify(given) }] : [],
    finish_reason: 'stop',
  }
  return parseReply(raw, { step: 1, tools, dialects })
}

const EDIT = { old_str: 'a', new_str: 'b' }
/** A call in the words of another agent, and the same call in ours. */
const SAME: [name: string, given: Fields, own: string, ownGiven: Fields][] = [
  ['Read', { file_path: 'a' }, 'read_file', { path: 'a' }],
  ['cat', { filename: 'a' }, 'read_file', { path: 'a' }],
  ['read_file', { target_file: 'a' }, 'read_file', { path: 'a' }],
  ['read_file', { Path: 'a' }, 'read_file', { path: 'a' }],
  ['bash', { cmd: 'ls' }, 'run_command', { command: 'ls' }],
  ['run_command', { script: 'ls' }, 'run_command', { command: 'ls' }],
  ['search', { query: 'x' }, 'grep', { pattern: 'x' }],
  ['Grep', { regex: 'x', directory: 'src' }, 'grep', { pattern: 'x', path: 'src' }],
  ['LS', { dir: '.' }, 'list_dir', { path: '.' }],
  [
    'str_replace',
    { file: 'f', old_string: 'a', new_string: 'b' },
    'patch_file',
    { path: 'f', ...EDIT },
  ],
  ['Edit', { file_path: 'f', old_str: 'a', new_text: 'b' }, 'patch_file', { path: 'f', ...EDIT }],
  ['create_file', { filename: 'f', text: 'x' }, 'write_file', { path: 'f', content: 'x' }],
  [
    'MultiEdit',
    { edits: [{ file_path: 'f', old_string: 'a', new_string: 'b' }] },
    'multi_edit',
    { edits: [{ path: 'f', ...EDIT }] },
  ],
  [
    'multi_edit',
    { file_path: 'f', edits: [EDIT] },
    'multi_edit',
    { edits: [{ path: 'f', ...EDIT }] },
  ],
  ['read_file', { arguments: { path: 'a' } }, 'read_file', { path: 'a' }],
  ['read_file', { input: '{"file_path":"a"}' }, 'read_file', { path: 'a' }],
  ['read_file', { name: 'read_file', arguments: { path: 'a' } }, 'read_file', { path: 'a' }],
  ['read_file', { path: 'a', file_path: 'a' }, 'read_file', { path: 'a' }],
  ['str_replace_editor', { command: 'view', path: 'a' }, 'read_file', { path: 'a' }],
  [
    'str_replace_based_edit_tool',
    { command: 'view', path: 'a', view_range: [2, 5] },
    'read_file',
    { path: 'a', start_line: 2, end_line: 5 },
  ],
  [
    'str_replace_editor',
    { command: 'view', path: 'a', view_range: [2, -1] },
    'read_file',
    { path: 'a', start_line: 2 },
  ],
  [
    'str_replace_editor',
    { command: 'create', path: 'f', file_text: 'x' },
    'write_file',
    { path: 'f', content: 'x' },
  ],
  [
    'str_replace_editor',
    { command: 'str_replace', path: 'f', ...EDIT },
    'patch_file',
    { path: 'f', ...EDIT },
  ],
]

t.test('row 36: words of other agents are read where exactly one reading fits', async (t) => {
  for (const [name, given, own, ownGiven] of SAME) {
    const said = `${name} ${JSON.stringify(given)}`
    for (const native of [false, true]) {
      const { calls, problem } = parse(name, given, native)
      t.equal(problem, null, said)
      t.match(calls, [{ name: own, arguments: ownGiven }], said)
      t.same(Object.keys(calls[0]?.arguments ?? {}), Object.keys(ownGiven), said)
    }
    const checked = registry.validate({ id: 'c', name, arguments: given })
    if (name !== 'search')
      t.match(checked, { ok: true, tool: { name: own }, input: ownGiven }, said)
  }
})

t.test('row 36: two readings are refused', async (t) => {
  const both = { path: 'a', file_path: 'b' }
  t.match(
    parse('read_file', both, false).problem?.message,
    /path and file_path mean the same argument/,
  )
  t.match(registry.validate({ id: 'c', name: 'read_file', arguments: both }), {
    ok: false,
    message: /mean the same argument and differ/,
  })
  const all = createRegistry(builtin)
  t.match(
    all.validate({ id: 'c', name: 'search', arguments: { query: 'x' } }),
    { ok: false, message: /There is no tool "search"/ },
    'a search of files or of the web',
  )
  t.match(parse('remove', { path: 'a' }, false).problem, { message: /there is no tool "remove"/ })
  const search = '<tool_call>{"name":"search","arguments":{"query":"x"}}</tool_call>'
  const { calls, problem } = parseWith([...OFFERED, 'web_search'], search)
  t.same(calls, [], 'the parser does not choose one either')
  t.match(problem?.message, /there is no tool "search"/)
  const schema = { properties: { from: {}, into: {} } }
  const aliases = { fields: { from: ['file'], into: ['file'] } }
  t.same(matchArguments({ file: 'a' }, { name: 'copy', schema, aliases }), {
    ok: true,
    arguments: { file: 'a' },
  })
})

t.test(
  'row 36: an editor with several commands is read only where its command has one meaning',
  async (t) => {
    const insert = { command: 'insert', path: 'f', insert_line: 3, new_str: 'x' }
    t.match(registry.validate({ id: 'c', name: 'str_replace_editor', arguments: insert }), {
      ok: false,
      message: /^patch_file: patch_file finds the place by its text/,
    })
    for (const command of ['undo_edit', undefined, 3]) {
      const given = { command, path: 'f' }
      const { calls, problem } = parse('str_replace_editor', given, false)
      t.same(calls, [], String(command))
      t.match(problem?.message, /no tool "str_replace_editor".*patch_file.*read_file.*write_file/s)
      t.match(registry.validate({ id: 'c', name: 'str_replace_editor', arguments: given }), {
        ok: false,
        message: /Did you mean patch_file or read_file or write_file\?/,
      })
    }
    t.match(
      registry.named({
        id: 'c',
        name: 'str_replace_editor',
        arguments: { command: 'view', file: 'a' },
      }),
      { name: 'read_file', arguments: { path: 'a' } },
    )
  },
)

t.test(
  'row 45: an unknown tool is answered with the nearest ones and their arguments',
  async (t) => {
    const { problem, calls } = parse('read_many_files', { path: 'a' }, false)
    t.same(calls, [])
    t.match(problem?.message, /Did you mean read_file \{path, start_line\?, end_line\?\}/)
    const all = builtin.map(({ name }) => name)
    const near = parseWith(all, '<tool_call>{"name":"memory_store","arguments":{}}</tool_call>')
    t.equal(near.problem?.message.split(/Did you mean | or /).length, 4, 'three of them')
    const said = registry.validate({ id: 'c', name: 'memory_store', arguments: {} })
    const message = said.ok ? '' : said.message
    t.equal(message.split('?')[0]?.split(/Did you mean | or /).length, 4, message)
  },
)

t.test('row 36: an unknown argument is ignored, and the result says so', async (t) => {
  const checked = registry.validate({
    id: 'c',
    name: 'Bash',
    arguments: { command: 'ls', description: 'list' },
  })
  t.match(checked, {
    ok: true,
    notes: [/^Ignored: description\. run_command has no such argument\./],
  })
  for (const extra of [{ append: true }, { mode: 'a' }, { insert_line: 3 }]) {
    const given = { path: 'a', content: 'x', ...extra }
    t.match(registry.validate({ id: 'c', name: 'write_file', arguments: given }), {
      ok: false,
      message: /replaces the whole file/,
    })
  }
  const plain = { path: 'a', content: 'x', append: false, mode: 'w' }
  t.match(registry.validate({ id: 'c', name: 'write_file', arguments: plain }), { ok: true })
})

t.test(
  'row 45: the same call several times in one reply runs once, and its result says so',
  async (t) => {
    const one = '<tool_call>{"name":"list_dir","arguments":{"path":"."}}</tool_call>'
    const raw = { content: one.repeat(3), reasoning: '', tool_calls: [], finish_reason: 'stop' }
    const { calls } = parseReply(raw, { step: 1, tools, dialects })
    t.match(calls, [
      { name: 'list_dir', notes: ['Your reply had this call 3 times. It ran once.'] },
    ])
    t.equal(calls.length, 1)
    const orders = ['{"pattern":"x","path":"src"}', '{"path":"src","pattern":"x"}']
    const native = orders.map((given) => ({ name: 'grep', arguments: given }))
    const both = { content: '', reasoning: '', tool_calls: native, finish_reason: 'tool_calls' }
    t.match(parseReply(both, { step: 1, tools, dialects }).calls, [
      { name: 'grep', notes: ['Your reply had this call 2 times. It ran once.'] },
    ])
    t.equal(parseReply(both, { step: 1, tools, dialects }).calls.length, 1, 'in another order')
  },
)

t.test(
  'row 45: a call of an unknown tool beside a known one is reported with its result',
  async (t) => {
    const content =
      '<tool_call>{"name":"fly","arguments":{}}</tool_call><tool_call>{"name":"list_dir","arguments":{"path":"."}}</tool_call>'
    const raw = { content, reasoning: '', tool_calls: [], finish_reason: 'stop' }
    const reply = parseReply(raw, { step: 1, tools, dialects })
    t.match(reply, {
      text: '',
      problem: null,
      calls: [{ name: 'list_dir', notes: [/there is no tool "fly"/] }],
    })
  },
)

/** Arguments that must never reach a tool. */
const UNSAFE = [
  ['{"path":"a\\u0000b"}', /path has a NUL character/],
  ['{"path":"\\ud800"}', /path has half of a surrogate pair/],
  ['{"path":"a","__proto__":{"x":1}}', /__proto__ is not an argument/],
  ['{"path":["a\\u0000b"]}', /path has a NUL character/],
  ['{"path":"a","more":{"__proto__":{"x":1}}}', /__proto__ is not an argument/],
] as const

t.test('row 35: NUL, half surrogate pairs and __proto__ are refused', async (t) => {
  for (const [given, why] of UNSAFE) {
    const text = `<tool_call>{"name":"read_file","arguments":${given}}</tool_call>`
    for (const native of [true, false]) {
      const raw = {
        content: native ? '' : text,
        reasoning: '',
        tool_calls: native ? [{ name: 'read_file', arguments: given }] : [],
        finish_reason: 'stop',
      }
      const { calls, problem } = parseReply(raw, { step: 1, tools, dialects })
      t.same(calls, [], given)
      t.match(problem?.message, why, given)
    }
  }
})

t.test('every alias of an argument belongs to an argument of its tool', async (t) => {
  for (const { name, aliases, input } of builtin)
    for (const field of Object.keys(aliases?.fields ?? {})) {
      const inner = JSON.stringify(registry.schemas([name])[0]?.function.parameters)
      t.ok(field in input.shape || inner.includes(`"${field}"`), `${name}.${field}`)
    }
})
