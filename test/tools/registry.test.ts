import t from 'tap'
import { z } from 'zod'
import { estimateTokens } from '#core'
import { createRegistry, loadBuiltinTools, pickTools, routeMessage, type Validated } from '#tools'
import { defineTool } from '../../libs/tools/declare/tool.js'

const registry = createRegistry(await loadBuiltinTools())

function check(name: string, args: unknown): Validated {
  return registry.validate({ id: 'c1', name, arguments: args as Record<string, unknown> })
}

function inputOf(name: string, args: unknown): Record<string, unknown> {
  const result = check(name, args)
  return result.ok ? result.input : { refused: result.message }
}

function refusalOf(name: string, args: unknown): string {
  const result = check(name, args)
  return result.ok ? '' : result.message
}

t.test('row 164: the built-in tools, with the dangerous ones flagged', async (t) => {
  t.same(
    registry.list().map((tool) => tool.name),
    [
      'append_file',
      'create_and_run',
      'diagnostics',
      'download_file',
      'edit_notebook',
      'explain_symbol',
      'find_and_read',
      'glob',
      'graph_search',
      'grep',
      'list_dir',
      'list_evidence',
      'memory_delete',
      'memory_list',
      'memory_save',
      'memory_search',
      'more_tools',
      'multi_edit',
      'patch_file',
      'read_and_patch',
      'read_file',
      'read_output',
      'record_evidence',
      'resolve',
      'run_command',
      'screenshot',
      'search_and_read',
      'spawn_child',
      'stop_command',
      'symbol',
      'task',
      'todo_write',
      'wait',
      'web_fetch',
      'web_search',
      'write_file',
    ],
  )
  const dangerous = registry.list().filter((tool) => tool.danger)
  t.same(
    dangerous.map((tool) => [tool.name, tool.effect]),
    [
      ['append_file', 'edit'],
      ['create_and_run', 'command'],
      ['diagnostics', 'command'],
      ['download_file', 'edit'],
      ['edit_notebook', 'edit'],
      ['memory_delete', 'memory'],
      ['memory_save', 'memory'],
      ['multi_edit', 'edit'],
      ['patch_file', 'edit'],
      ['read_and_patch', 'edit'],
      ['run_command', 'command'],
      ['write_file', 'edit'],
    ],
  )
})

t.test('row 165: one declaration is one tool, also when it is added at run time', async (t) => {
  const late = defineTool({
    name: 'late_tool',
    summary: 'Come late.',
    input: z.object({ path: z.string() }),
    effect: 'read',
    danger: false,
    evidence: null,
    paths: ({ path }) => [{ path, access: 'read' }],
    describe: ({ path }) => `come to ${path}`,
    run: async ({ path }) => ({ ok: true, text: `came to ${path}` }),
  })
  const live = createRegistry([...registry.list(), late])
  t.match(live.schemas().at(-1), {
    function: { name: 'late_tool', description: 'Come late.', parameters: { required: ['path'] } },
  })
  const checked = live.validate({ id: 'c', name: 'Late-Tool', arguments: { path: 'x' } })
  t.ok(checked.ok && checked.tool === late)
  t.notOk(live.validate({ id: 'c', name: 'late_tool', arguments: {} }).ok)
})

t.test(
  'row 167: each tool declares whether it is read-only, and no read-only tool is dangerous',
  async (t) => {
    const reads = registry.list().filter(({ effect }) => effect === 'read')
    t.same(
      reads.filter(({ danger }) => danger),
      [],
    )
    t.same(
      registry
        .list()
        .filter(({ effect }) => effect === 'edit' || effect === 'command')
        .filter(({ danger }) => !danger),
      [],
    )
    for (const tool of ['read_file', 'grep', 'glob', 'list_dir'])
      t.equal(registry.find(tool)?.effect, 'read', tool)
  },
)

t.test('row 2: each tool has its kind of evidence', async (t) => {
  t.same(Object.fromEntries(registry.list().map((tool) => [tool.name, tool.evidence])), {
    append_file: 'edit_applied',
    create_and_run: 'shell_output',
    diagnostics: 'diagnostic',
    download_file: 'edit_applied',
    edit_notebook: 'edit_applied',
    explain_symbol: 'symbol_lookup',
    find_and_read: 'file_read',
    glob: 'file_read',
    graph_search: 'symbol_lookup',
    grep: 'symbol_lookup',
    list_dir: 'file_read',
    list_evidence: null,
    memory_delete: null,
    memory_list: null,
    memory_save: null,
    memory_search: null,
    more_tools: null,
    multi_edit: 'edit_applied',
    patch_file: 'edit_applied',
    read_and_patch: 'edit_applied',
    read_file: 'file_read',
    read_output: 'shell_output',
    record_evidence: 'decision',
    resolve: null,
    run_command: 'shell_output',
    screenshot: 'file_read',
    search_and_read: 'file_read',
    spawn_child: null,
    stop_command: 'shell_output',
    symbol: 'symbol_lookup',
    task: null,
    todo_write: null,
    wait: null,
    web_fetch: 'web_page',
    web_search: 'web_page',
    write_file: 'edit_applied',
  })
})

t.test('an unlisted tool is not in the schemas, and runs when it is called', async (t) => {
  t.notMatch(JSON.stringify(registry.schemas()), /"task"/)
  t.match(check('task', { prompt: 'look at a.ts' }), { ok: true, tool: { name: 'task' } })
  t.notMatch(refusalOf('nonsense', {}), /task/)
})

t.test('all schemas together are small, flat and constant', async (t) => {
  const json = JSON.stringify(registry.schemas())
  const few = pickTools(registry.list(), {
    route: routeMessage('hi'),
    text: 'hi',
    few: true,
    widened: false,
  })
  const small = JSON.stringify(registry.schemas(few))
  // A window of 8k pays for those of a coding turn alone.
  t.ok(Buffer.byteLength(small) <= 3_400, `${Buffer.byteLength(small)} bytes`)
  t.ok(estimateTokens(small) <= 800, `${estimateTokens(small)} tokens`)
  t.ok(Buffer.byteLength(json) <= 7_000, `${Buffer.byteLength(json)} bytes`)
  t.ok(estimateTokens(json) <= 1_900, `${estimateTokens(json)} tokens`)
  t.notMatch(json, /\$schema|additionalProperties|9007199254740991|jsonText|hidden/)
  t.equal(json, JSON.stringify(createRegistry(registry.list()).schemas()))
  for (const schema of registry.schemas())
    t.match(schema.function.description, /^[^\n]{5,80}[.:](?:\n[a-z_]+: [^\n]{5,60}\.)*$/)
})

t.test('the arguments are those of the contract', async (t) => {
  const shape = Object.fromEntries(
    registry.list().map((tool) => {
      const message = refusalOf(tool.name, { path: { not: 'a path' } })
      return [tool.name, message.replace(/^.*Arguments: | Call it again.*$/gs, '')]
    }),
  )
  const edit = 'path: string, old_str: string, new_str: string, replace_all?: boolean'
  t.same(shape, {
    append_file: '{path: string, content: string}.',
    create_and_run: '{path: string, content: string, command: string}.',
    diagnostics: '{path?: string}.',
    download_file: '{url: string, dest: string, extract?: boolean}.',
    edit_notebook:
      '{path: string, cell: integer, source?: string, mode?: string, cell_type?: string}.',
    explain_symbol: '{name: string, path?: string}.',
    find_and_read: '{pattern: string, path?: string}.',
    glob: '{pattern: string, path?: string}.',
    graph_search: '{query: string}.',
    grep: '{pattern: string, path?: string, glob?: string, context?: integer, ignore_case?: boolean}.',
    list_dir: '{path: string}.',
    list_evidence: '',
    memory_delete: '{name: string}.',
    memory_list: '',
    memory_save:
      '{text: string, type?: string, scope?: string, name?: string, description?: string}.',
    memory_search: '{query: string}.',
    more_tools: '',
    multi_edit: `{edits: list of {${edit}}}.`,
    patch_file: `{${edit}}.`,
    read_and_patch: '{path: string, old_str: string, new_str: string}.',
    read_file: '{path: string, start_line?: integer, end_line?: integer}.',
    record_evidence: '{kind: string, subject: string, summary: string, content?: string}.',
    read_output: '{id: string}.',
    resolve: '{cites: list of string, summary: string}.',
    run_command: '{command: string, timeout_ms?: integer, background?: boolean}.',
    screenshot: '{path: string}.',
    search_and_read: '{pattern: string, path?: string, glob?: string}.',
    spawn_child: '{hypothesis: string}.',
    stop_command: '{id: string}.',
    symbol: '{name: string}.',
    task: '{prompt: string, role?: string}.',
    todo_write: '{items: list of string}.',
    wait: '{seconds: number}.',
    web_fetch: '{url: string}.',
    web_search: '{query: string}.',
    write_file: '{path: string, content: string}.',
  })
})

t.test(
  'row 43: {} and wrong types give a refusal that names the error, never an exception',
  async (t) => {
    const odd: unknown[] = [{}, undefined, null, [], 'x', 7, { path: [] }, { path: { a: 1 } }]
    for (const tool of registry.list()) {
      const keys = Object.keys(tool.input.shape)
      const wrong = [null, [[]], { a: {} }].map((value) =>
        Object.fromEntries(keys.map((key) => [key, value])),
      )
      // One whose arguments are all optional takes what has none.
      const refused = tool.input.safeParse({}).success ? [] : [...odd, wrong[0]]
      for (const args of refused) {
        const message = refusalOf(tool.name, args)
        t.match(message, new RegExp(`^${tool.name}: .+ Arguments: \\{`), `${tool.name} ${args}`)
      }
      for (const args of wrong) t.type(check(tool.name, args).ok, 'boolean')
    }
    t.match(refusalOf('read_file', {}), /^read_file: path is missing\. Arguments/)
    t.match(
      refusalOf('read_file', { path: 'a', start_line: 'ten' }),
      /start_line must be an integer, not "ten"/,
    )
    t.match(refusalOf('read_file', { where: 'a' }), /path is missing; where: no such argument/)
    t.match(refusalOf('patch_file', { path: 'a', old_str: 'x' }), /new_str is missing/)
    t.match(
      refusalOf('multi_edit', { edits: [{ path: 'a', old_str: 'x' }] }),
      /edits\[0\]\.new_str is missing/,
    )
    t.match(refusalOf('multi_edit', { edits: [] }), /edits: /)
  },
)

t.test('arguments are coerced to the schema where nothing is lost', async (t) => {
  t.same(inputOf('read_file', { path: 'a', start_line: '3', end_line: 9 }), {
    path: 'a',
    start_line: 3,
    end_line: 9,
  })
  t.same(inputOf('read_file', { Path: 'a', startLine: 2, extra: 1, end_line: null }), {
    path: 'a',
    start_line: 2,
  })
  t.match(refusalOf('read_file', { path: 'a', start_line: '3.5' }), /start_line/)
  t.same(inputOf('grep', { pattern: 5, ignore_case: 'true' }), { pattern: '5', ignore_case: true })
  t.same(inputOf('grep', { pattern: 'a', ignore_case: 0 }), { pattern: 'a', ignore_case: false })
  t.same(inputOf('write_file', { path: 'p.json', content: { a: 1 } }), {
    path: 'p.json',
    content: '{\n  "a": 1\n}',
  })
  t.match(refusalOf('write_file', { path: { a: 1 }, content: '' }), /path must be a string/)
  t.same(inputOf('write_file', { path: 'n', content: '"5"\n' }), { path: 'n', content: '"5"\n' })
  t.same(inputOf('resolve', { cites: 'e1', summary: 's' }), { cites: ['e1'], summary: 's' })
  t.same(inputOf('resolve', { cites: '["e1","e2"]', summary: 's' }).cites, ['e1', 'e2'])
  const edit = { path: 'a', old_str: 'x', new_str: 'y' }
  t.same(inputOf('multi_edit', { edits: JSON.stringify([edit]) }), { edits: [edit] })
  t.same(inputOf('multi_edit', { edits: edit }), { edits: [edit] })
  t.same(inputOf('todo_write', { items: [{ text: 'a', status: 'done' }] }).items, [
    JSON.stringify({ text: 'a', status: 'done' }, null, 2),
  ])
  const polluted = JSON.parse('{"__proto__": {"path": "x"}, "constructor": 1}')
  t.match(refusalOf('read_file', polluted), /path is missing/)
})

t.test(
  'row 45: variants of a name map to the tool, similar names are suggested and never run',
  async (t) => {
    for (const name of ['read_file', 'Read_File', 'read-file', 'readFile', 'functions.read_file'])
      t.equal(registry.find(name)?.name, 'read_file', name)
    for (const name of ['read_fil', 'reed_file', '', 'file', 'constructor'])
      t.equal(registry.find(name), null, name)
    t.match(refusalOf('read_fle', { path: 'a' }), /no tool "read_fle"\. Did you mean read_file/)
    t.match(refusalOf('zzzzzzzzzzzzzzzzzz', {}), /^There is no tool "z+"\. Tools: \w+, /)
    const first = registry.find('glob')
    const twins = first ? [first, { ...first, name: 'g_lob' }] : []
    t.equal(createRegistry(twins).find('GLOB'), null, 'a variant of two names is neither')
  },
)
