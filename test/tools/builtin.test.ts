import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { checkFacts, type EvidenceDraft } from '#core'
import { createRegistry, loadBuiltinTools, type ToolContext, type ToolResult } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())

interface Place {
  root: string
  call(
    name: string,
    args: Record<string, unknown>,
    over?: Partial<ToolContext>,
  ): Promise<ToolResult>
}

function open(t: Test, files: Record<string, string>, deny = ['.env', '*.pem']): Place {
  const root = t.testdir({})
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const workspace = openWorkspace({ root, deny, env: process.env })
  const context = toolContext(workspace)
  return {
    root,
    async call(name, args, over = {}) {
      const checked = registry.validate({ id: 'c', name, arguments: args })
      if (!checked.ok) throw new Error(checked.message)
      const result = await checked.tool.run(checked.input, { ...context, ...over })
      for (const row of result.evidence ?? []) checkFacts(row.kind, row.facts)
      if (result.ok && checked.tool.evidence && checked.tool.effect !== 'command')
        for (const row of result.evidence ?? []) t.equal(row.kind, checked.tool.evidence)
      return result
    },
  }
}

function rowOf(result: ToolResult, at = 0): EvidenceDraft {
  const row = result.evidence?.[at]
  if (!row) throw new Error(`no evidence: ${result.text}`)
  return row
}

t.test('read_file shows raw lines below one head line', async (t) => {
  const { call } = open(t, {
    'src/a.ts': 'one\n  two\nthree\n',
    'crlf.txt': 'a\r\nb\r\n',
    empty: '',
  })
  const all = await call('read_file', { path: './src/a.ts' })
  t.equal(all.text, 'src/a.ts lines 1-3 of 3\none\n  two\nthree')
  t.equal(rowOf(all).payload.toString(), 'one\n  two\nthree')
  t.match(rowOf(all).facts, { path: 'src/a.ts', lines: '1-3', hash: /^[0-9a-f]{64}$/ })
  const part = await call('read_file', { path: 'src/a.ts', start_line: 2, end_line: 2 })
  t.equal(part.text, 'src/a.ts lines 2-2 of 3\n  two')
  t.equal((await call('read_file', { path: 'crlf.txt' })).text, 'crlf.txt lines 1-2 of 2\na\nb')
  t.equal((await call('read_file', { path: 'empty' })).text, 'empty is empty')
  t.match((await call('read_file', { path: 'src/a.ts', start_line: 9 })).text, /has 3 lines/)
  t.match(
    (await call('read_file', { path: 'src/a.ts', start_line: 3, end_line: 1 })).text,
    /end_line 1 is before start_line 3/,
  )
})

t.test(
  'rows 84 and 85: read_file of a long file shows the head and how to read on, up to the end',
  async (t) => {
    const lines = Array.from({ length: 700 }, (_, at) => `const value${at} = compute(${at})`)
    const { call } = open(t, {
      'long.ts': `${lines.join('\n')}\n`,
      'wide.js': 'x = 1;'.repeat(5_000),
    })
    const seen: string[] = []
    for (let start = 1; start <= lines.length; ) {
      const result = await call('read_file', { path: 'long.ts', start_line: start })
      const [head, ...rest] = result.text.split('\n')
      const last = Number(/lines \d+-(\d+) of 700/.exec(head ?? '')?.[1])
      const more = rest.at(-1)?.startsWith('… ') ? rest.pop() : undefined
      if (last < 700) t.match(more, `Call read_file with start_line ${last + 1} for the rest.`)
      seen.push(...rest)
      start = last + 1
    }
    t.same(seen, lines)
    const wide = await call('read_file', { path: 'wide.js' })
    t.match(wide.text, /^wide\.js lines 1-1 of 1\nx = 1;.*characters left out/)
  },
)

t.test('read_file of a missing path suggests similar paths', async (t) => {
  const { call } = open(t, {
    'src/parser.ts': 'x',
    'lib/index.ts': 'y',
    'p.png': '\0\x01',
    '.env': 'S=1',
  })
  const near = await call('read_file', { path: 'src/parse.ts' })
  t.notOk(near.ok)
  t.match(near.text, /Similar names in src: parser\.ts\./)
  t.match(
    (await call('read_file', { path: 'index.ts' })).text,
    /Files of that name: lib\/index\.ts/,
  )
  t.match((await call('read_file', { path: 'no/where.ts' })).text, /no folder no either/)
  t.match((await call('read_file', { path: 'p.png' })).text, /binary file of 2 bytes/)
  t.match((await call('read_file', { path: 'src' })).text, /folder.*list_dir/)
  const denied = await call('read_file', { path: '.env' })
  t.match([denied.ok, denied.text], [false, /denied/])
  t.notMatch((await call('read_file', { path: '.en' })).text, /\.env\b/)
})

t.test(
  'row 85: list_dir, glob and grep: relative paths, sorted, without denied files',
  async (t) => {
    const { call } = open(t, {
      'src/b.ts': 'export const needle = 1\n',
      'src/a.ts': 'let x\nneedle()\nlet y\n',
      'src/.env': 'needle=secret',
      'key.pem': 'needle',
      'README.md': 'none',
    })
    const listed = await call('list_dir', { path: '.' })
    t.equal(listed.text, '.: 1 folder, 1 file\nsrc/\nREADME.md')
    t.match((await call('list_dir', { path: 'source' })).text, /Similar names in \.: src/)
    const globbed = await call('glob', { pattern: '**/*' })
    t.equal(globbed.text, 'glob "**/*": 3 files\nREADME.md\nsrc/a.ts\nsrc/b.ts')
    t.match((await call('glob', { pattern: '*.rs' })).text, /^No file matches \*\.rs\. Try/)
    t.match((await call('glob', { pattern: '*', path: 'sr' })).text, /Similar names in \.: src/)
    const found = await call('grep', { pattern: 'needle', context: 1 })
    t.equal(
      found.text,
      'grep "needle": 2 matches in 2 files\nsrc/a.ts\n1- let x\n2: needle()\n3- let y\nsrc/b.ts\n1: export const needle = 1\nNot searched: 2 denied files.',
    )
    t.match(rowOf(found), {
      subject: 'needle',
      summary: 'grep "needle": 2 matches in 2 files: src/a.ts, src/b.ts',
      facts: { symbol: 'needle', matches: 2 },
    })
    t.match((await call('grep', { pattern: 'NEEDLE' })).text, /^No match for NEEDLE\./)
    t.match((await call('grep', { pattern: 'NEEDLE', ignore_case: true })).text, /: 2 matches/)
    t.match(
      (await call('grep', { pattern: 'needle', glob: 'b.*' })).text,
      /^grep "needle" in b\.\*: 1 match in 1 file\n/,
    )
    t.notOk((await call('grep', { pattern: '(' })).ok)
  },
)

t.test('rows 174, 175: long results are capped and say how to narrow the search', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 520 }, (_, at) => [`d/f${String(at).padStart(3, '0')}.txt`, 'needle\n']),
  )
  const { call } = open(t, files)
  const listed = await call('list_dir', { path: 'd' })
  t.match(listed.text, /the first 500 entries.*… \d+ more entries\. List a subfolder/s)
  const globbed = await call('glob', { pattern: '**/*.txt' }, { resultTokens: 4_000 })
  t.match(globbed.text, /^glob "\*\*\/\*\.txt": more than 500 files.*Narrow the pattern/s)
  const found = await call('grep', { pattern: 'needle' })
  t.match(found.text, /lines left out\. To see them, call read_file/)
})

t.test('write_file returns the edit and writes nothing', async (t) => {
  const { call, root } = open(t, { 'a.txt': 'one\ntwo\n', 'run.sh': '#!/bin/sh\n', 'b.bin': '\0' })
  const made = await call('write_file', { path: 'new/b.txt', content: 'hello\n' })
  t.equal(made.text, 'created new/b.txt: +1 -0')
  t.same(made.edits, [
    { path: 'new/b.txt', before: null, after: Buffer.from('hello\n'), fileMode: 0o644 },
  ])
  t.match(rowOf(made).facts, { path: 'new/b.txt', added: 1, removed: 0 })
  t.equal(rowOf(made).summary, 'new/b.txt: +1 -0\n+hello')

  const replaced = await call('write_file', { path: 'a.txt', content: 'one\nTWO\n' })
  t.equal(replaced.text, 'replaced a.txt: +1 -1')
  t.match(rowOf(replaced).payload.toString(), /^--- a\/a\.txt\n\+\+\+ b\/a\.txt\n@@.*-two\n\+TWO/s)
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one\ntwo\n')

  const same = await call('write_file', { path: 'a.txt', content: 'one\ntwo\n' })
  t.match([same.ok, same.edits], [true, undefined])
  chmodSync(join(root, 'run.sh'), 0o755)
  const script = await call('write_file', { path: 'run.sh', content: '#!/bin/bash\n' })
  t.equal(script.edits?.[0]?.fileMode, 0o755)
  for (const [path, why] of [
    ['b.bin', /binary/],
    ['new/', /folder/],
    ['a.txt/b', /a\.txt is a file/],
    ['x/.env', /denied/],
    ['../out.txt', /outside/],
  ] as const) {
    const refused = await call('write_file', { path, content: 'x' })
    t.match([refused.ok, refused.text, refused.edits], [false, why, undefined], path)
  }
})

t.test('row 142: patch_file replaces one place, or refuses with the closest lines', async (t) => {
  const { call, root } = open(t, {
    'a.js': 'let a = 1\nlet b = 2\nlet c = 1\n',
    'w.txt': 'a\r\nb\r\n',
  })
  const done = await call('patch_file', { path: 'a.js', old_str: 'b = 2', new_str: 'b = 3' })
  t.equal(done.text, 'edited a.js: +1 -1')
  t.equal(rowOf(done).summary, 'a.js: +1 -1\n+let b = 3')
  t.match(rowOf(done).facts, { path: 'a.js', added: 1, removed: 1, strategy: 'exact' })
  t.equal(done.edits?.[0]?.after?.toString(), 'let a = 1\nlet b = 3\nlet c = 1\n')
  const twice = await call('patch_file', { path: 'a.js', old_str: '= 1', new_str: '= 9' })
  t.match([twice.ok, twice.text], [false, /matches 2 places/])
  const all = { path: 'a.js', old_str: '= 1', new_str: '= 9', replace_all: true }
  t.match((await call('patch_file', all)).edits?.[0]?.after?.toString(), /a = 9.*c = 9/s)
  const none = await call('patch_file', { path: 'a.js', old_str: 'let b = 4', new_str: '' })
  t.match([none.ok, none.text], [false, /not in the file.*let b = 2/s])
  t.match(
    (await call('patch_file', { path: 'z.js', old_str: 'a', new_str: 'b' })).text,
    /z\.js does not exist\. Create it with write_file/,
  )
  const crlf = await call('patch_file', { path: 'w.txt', old_str: 'a\nb', new_str: 'a\nc' })
  t.equal(crlf.edits?.[0]?.after?.toString(), 'a\r\nc\r\n')
  symlinkSync('a.js', join(root, 'link.js'))
  const linked = await call('patch_file', { path: 'link.js', old_str: 'b = 2', new_str: 'b = 3' })
  t.equal(linked.edits?.[0]?.path, 'a.js', 'the file behind a link is edited, not the link')
})

t.test(
  'row 144: multi_edit applies all edits or none; edits of one file apply in order',
  async (t) => {
    const { call } = open(t, { 'a.txt': 'one\n', 'b.txt': 'b\n' })
    const done = await call('multi_edit', {
      edits: [
        { path: 'a.txt', old_str: 'one', new_str: 'two' },
        { path: 'b.txt', old_str: 'b', new_str: 'B' },
        { path: './a.txt', old_str: 'two', new_str: 'three' },
      ],
    })
    t.equal(done.text, 'edited a.txt: +1 -1\nedited b.txt: +1 -1')
    t.same(
      done.edits?.map((edit) => [edit.path, edit.before?.toString(), edit.after?.toString()]),
      [
        ['a.txt', 'one\n', 'three\n'],
        ['b.txt', 'b\n', 'B\n'],
      ],
    )
    t.equal(done.evidence?.length, 2)
    const failed = await call('multi_edit', {
      edits: [
        { path: 'a.txt', old_str: 'one', new_str: 'two' },
        { path: 'b.txt', old_str: 'zzz', new_str: 'B' },
      ],
    })
    t.match([failed.ok, failed.edits], [false, undefined])
    t.match(failed.text, /^Edit 2 of 2, b\.txt: .*Nothing was changed\.$/s)
    const undone = await call('multi_edit', {
      edits: [
        { path: 'a.txt', old_str: 'one', new_str: 'two' },
        { path: 'a.txt', old_str: 'two', new_str: 'one' },
      ],
    })
    t.match([undone.ok, undone.text], [false, /cancel each other/])
  },
)

t.test('run_command: exit code first, output below, evidence with the whole output', async (t) => {
  const { call } = open(t, {})
  const pids: number[] = []
  const onSpawn = (pid: number) => pids.push(pid)
  const command = 'echo out; echo err >&2; exit 3'
  const done = await call('run_command', { command }, { onSpawn })
  t.equal(done.text, 'exit code 3\nout\nerr')
  t.notOk(done.ok)
  t.equal(pids.length, 1)
  t.match(rowOf(done), { kind: 'shell_output', subject: command, facts: { exitCode: 3 } })
  t.equal(rowOf(done).summary, 'exit code 3: out')
  t.equal((await call('run_command', { command: 'true' })).text, 'exit code 0\n(no output)')
  const copied = 'touch made\n… 40 lines left out. The call had them.\necho end'
  for (const background of [false, true]) {
    const refused = await call('run_command', { command: copied, background })
    t.equal(refused.ok, false, 'a command with the mark of a shortened one does not run')
    t.match(refused.text, 'Send every line of the command')
  }
  const late = (timeout_ms: number) =>
    call('run_command', { command: 'echo begun; sleep 300', timeout_ms })
  let slow = await late(1)
  t.match(slow.text, /^timed out after 1000 ms/)
  // On a busy machine that ends before the first line.
  for (let ms = 8_000; !slow.text.includes('\nbegun'); ms *= 2) slow = await late(ms)
  t.match([slow.ok, slow.text], [false, /^timed out after \d+ ms.*timeout_ms.*\nbegun$/s])
  t.match(rowOf(slow).summary, /^timed out/)
})

t.test(
  'row 179: run_command removes colours and titles, collapses similar lines and keeps the end of long output',
  async (t) => {
    const { call } = open(t, {})
    const log = await call('run_command', {
      command:
        'for i in $(seq 60); do echo "downloading part $i of 60"; done; for i in 1 2 3 4 5; do echo same; done; seq 3; printf "\\033]0;title\\007\\033[31mred\\033[0m 1%%\\r99%%\\n"',
    })
    t.equal(
      log.text,
      [
        'exit code 0',
        'downloading part 1 of 60',
        'downloading part 2 of 60',
        'downloading part 3 of 60',
        '… 56 similar lines',
        'downloading part 60 of 60',
        'same',
        '… 4 identical lines',
        '1',
        '2',
        '3',
        '99%',
      ].join('\n'),
    )
    t.match(rowOf(log).payload.toString(), /downloading part 31 of 60/)
    const long = await call('run_command', { command: 'seq 5000; echo the end' })
    t.match(
      long.text,
      /^exit code 0\n1\n2\n.*… \d+ lines left out\. To see them.*\n5000\nthe end$/s,
    )
  },
)

t.test('run_command: a run of the tests leaves a test_result', async (t) => {
  const { call } = open(t, {
    'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
    // Without it npm writes its logs into the home folder.
    '.npmrc': 'cache=.npm\nupdate-notifier=false\n',
    'a.test.js':
      "import test from 'node:test'\nimport assert from 'node:assert'\ntest('adds up', () => assert.equal(1 + 1, 3))\n",
  })
  const failing = await call('run_command', { command: 'npm test' })
  const row = rowOf(failing)
  t.match(row, { kind: 'test_result', subject: 'npm test', facts: { passed: false, exitCode: 1 } })
  t.match(row.summary, /adds up/)
  t.match(failing.text, /^exit code 1\n.*adds up/s)
  const named = await call('run_command', { command: 'true' }, { testCommand: 'true' })
  t.equal(rowOf(named).kind, 'test_result')
  t.equal(rowOf(await call('run_command', { command: 'ls' })).kind, 'shell_output')
})

t.test('todo_write takes plain lines, marks, numbers and objects', async (t) => {
  const { call } = open(t, {})
  const result = await call('todo_write', {
    items: [
      '[x] read',
      '2. [>] fix',
      '- test',
      { content: 'ship', status: 'completed' },
      'a\nb',
      '',
    ],
  })
  t.same(result.plan, [
    {
      type: 'todo',
      items: [
        { text: 'read', status: 'done' },
        { text: 'fix', status: 'in_progress' },
        { text: 'test', status: 'pending' },
        { text: 'ship', status: 'done' },
        { text: 'a', status: 'pending' },
        { text: 'b', status: 'pending' },
      ],
    },
  ])
  t.equal(result.text, '2 of 6 done. Next: fix')
  t.equal((await call('todo_write', { items: [] })).text, 'The list is empty now.')
})

t.test('the model writes decisions and no other kind of evidence', async (t) => {
  const { call } = open(t, {})
  const args = { subject: 'src/a.ts', summary: 'Keep the cache', content: 'because' }
  const own = await call('record_evidence', { kind: 'decision', ...args })
  t.match(rowOf(own), {
    kind: 'decision',
    subject: 'src/a.ts',
    summary: 'Keep the cache',
    facts: {},
  })
  t.equal(rowOf(own).payload.toString(), 'because')
  const claimed = await call('record_evidence', { kind: 'test_result', ...args })
  t.match(rowOf(claimed), { kind: 'decision', facts: { claimedKind: 'test_result' } })
  t.match(claimed.text, /stored as a decision/)
})

t.test('spawn_child, task and resolve return plan changes', async (t) => {
  const { call } = open(t, {})
  const child = await call('spawn_child', { hypothesis: 'The cache\nis stale' })
  t.same(child.plan, [{ type: 'spawn', hypothesis: 'The cache is stale' }])
  const part = await call('task', { prompt: 'Read\nthe log', role: 'reader' })
  t.same(part.plan, [{ type: 'spawn', hypothesis: 'reader: Read the log' }])
  t.match(part.text, /no other agent/)
  const closed = await call('resolve', { cites: 'e1, e2 and [e2]', summary: 'done' })
  t.same(closed.plan, [{ type: 'resolve', cites: ['e1', 'e2'], summary: 'done' }])
  const list = await call('resolve', { cites: ['e3', 'e3', '[e4]'], summary: 'done' })
  t.same(list.plan, [{ type: 'resolve', cites: ['e3', 'e4'], summary: 'done' }])
  const none = await call('resolve', { cites: [], summary: 'done' })
  t.same(none.plan, [{ type: 'resolve', cites: [], summary: 'done' }], 'the judge answers it')
})
