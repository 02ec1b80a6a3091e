import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createRegistry, loadBuiltinTools, type Tool, type ToolContext } from '#tools'
import { openWorkspace, type Workspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

// Every tool that ships is found by `loadBuiltinTools`, so a new tool is tested without a change here.
const tools = await loadBuiltinTools()
const registry = createRegistry(tools)

/** A folder of files that are hard for a tool: huge, binary, denied, a pipe, broken links. */
function badPlace(t: Test): string {
  const root = t.testdir({})
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'text.txt'), 'one\ntwo\n')
  writeFileSync(join(root, 'empty'), '')
  writeFileSync(join(root, 'binary'), Buffer.from([0, 255, 254, 0, 1, 2, 0x80, 10, 0]))
  writeFileSync(join(root, 'latin1.txt'), Buffer.from('caf\xe9\n', 'latin1'))
  writeFileSync(join(root, 'line.txt'), 'x'.repeat(3_000_000))
  writeFileSync(join(root, 'huge.txt'), Buffer.alloc(9 * 1_048_576, 'y\n'))
  symlinkSync('nowhere', join(root, 'dangling'))
  symlinkSync('loop', join(root, 'loop'))
  execFileSync('mkfifo', [join(root, 'fifo')])
  writeFileSync(join(root, '.env'), 'SECRET')
  return root
}

const PATHS = [
  'text.txt',
  'folder',
  'empty',
  'binary',
  'latin1.txt',
  'line.txt',
  'huge.txt',
  'dangling',
  'loop',
  'fifo',
  '.env',
  'gone/deep/file',
  'text.txt/below',
  '',
  '.',
  '/dev/null',
  '/dev/zero',
  '/proc/self/mem',
  'a\0b',
  '\ud800',
  '../'.repeat(40),
  'n'.repeat(5_000),
  '~',
  'e999999',
]

function contextIn(workspace: Workspace): ToolContext {
  const signal = AbortSignal.timeout(20_000)
  return toolContext(workspace, { signal, resultTokens: 500, stored: () => null })
}

/** Input of the right types: the path under test as every path argument, plain words elsewhere. */
function inputFor(tool: Tool, path: string): Record<string, unknown> {
  const known: Record<string, unknown> = {
    path,
    // ripgrep reports every match: one match covers the line of 3 MB, 3,000,000 matches take 10 s.
    pattern: path === 'line.txt' ? 'xx+' : 'one',
    edits: [{ path, old_str: 'one', new_str: 'uno' }],
    old_str: 'one',
    new_str: 'uno',
    content: 'new',
    command: 'true',
    items: ['a'],
    cites: ['e1'],
    kind: 'decision',
    subject: 's',
    summary: 's',
    hypothesis: 'h',
    id: 'c1',
    name: 'one',
    // Nothing of this leaves the machine: no such scheme is ever contacted.
    url: 'nonesuch:x',
    query: '',
  }
  return Object.fromEntries(
    Object.keys(tool.input.shape).flatMap((key) => (key in known ? [[key, known[key]]] : [])),
  )
}

for (const tool of tools)
  t.test(`bad input: ${tool.name} gives a result whatever the path`, async (t) => {
    const root = badPlace(t)
    const workspace = openWorkspace({ root, deny: ['.env'], env: { PATH: process.env.PATH } })
    t.teardown(() => workspace.background.endAll())
    const tried = new Set<string>()
    for (const path of PATHS) {
      const input = inputFor(tool, path)
      // A tool without a path argument has the same input for every path.
      if (tried.has(JSON.stringify(input))) continue
      tried.add(JSON.stringify(input))
      const checked = registry.validate({
        id: 'c',
        name: tool.name,
        arguments: input,
      })
      if (!checked.ok) {
        t.match(checked.message, tool.name, 'refused in words')
        continue
      }
      const context = contextIn(workspace)
      const result = await checked.tool.run(checked.input, context)
      t.notOk(context.signal.aborted, `${JSON.stringify(path.slice(0, 20))} ends by itself`)
      t.type(result.text, 'string', JSON.stringify(path.slice(0, 20)))
      t.notMatch(result.text, /SECRET/, path)
      for (const access of checked.tool.paths(checked.input)) workspace.resolve(access.path)
      if (!result.ok) t.ok(result.text.length > 5, 'a refusal says why')
    }
  })

t.test('bad input: grep reports a line with very many matches once', async (t) => {
  const root = t.testdir({ 'line.txt': 'x'.repeat(200_000) })
  const workspace = openWorkspace({ root, deny: [], env: { PATH: process.env.PATH } })
  const checked = registry.validate({ id: 'c', name: 'grep', arguments: { pattern: 'x' } })
  if (!checked.ok) throw new Error(checked.message)
  const result = await checked.tool.run(checked.input, contextIn(workspace))
  t.match(result, { ok: true, text: /^grep "x": 1 match in 1 file\n/ })
  t.ok(result.text.length < 1_000)
})

t.test(
  'bad input: {} and wrong types, nested and huge, give a result or a message, never an exception',
  async (t) => {
    const deep: unknown[] = []
    let inner = deep
    for (let at = 0; at < 2_000; at += 1) {
      const next: unknown[] = []
      inner.push(next)
      inner = next
    }
    const values = [
      null,
      undefined,
      0,
      -1,
      1e308,
      Number.NaN,
      true,
      '',
      'x',
      'z'.repeat(2_000_000),
      [],
      {},
      [[]],
      deep,
      { path: { path: [] } },
      ['a', 1, null],
    ]
    for (const tool of tools) {
      for (const value of values) {
        const args = Object.fromEntries(Object.keys(tool.input.shape).map((key) => [key, value]))
        for (const given of [args, value, {}]) {
          const checked = registry.validate({ id: 'c', name: tool.name, arguments: given as never })
          if (checked.ok) {
            t.type(checked.tool.describe(checked.input), 'string')
            t.ok(Array.isArray(checked.tool.paths(checked.input)))
          } else t.ok(checked.message.length < 3_000, `${tool.name}: ${checked.message.length}`)
        }
      }
    }
  },
)

t.test(
  'bad input: a file that is removed or replaced by a folder or a link between the check and the read',
  async (t) => {
    const root = badPlace(t)
    const real = openWorkspace({ root, deny: [], env: { PATH: process.env.PATH } })
    const file = join(root, 'text.txt')
    const changes: (() => void)[] = [
      () => rmSync(file, { recursive: true, force: true }),
      () => mkdirSync(file),
      () => {
        rmSync(file, { recursive: true, force: true })
        symlinkSync('/etc/passwd', file)
      },
    ]
    for (const change of changes) {
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, 'one\n')
      let turned = false
      // The change comes after the path is resolved and before the file is read.
      const workspace: Workspace = {
        ...real,
        resolve(path) {
          const place = real.resolve(path)
          if (!turned && place.ok && place.relative === 'text.txt') {
            turned = true
            rmSync(file, { recursive: true, force: true })
            change()
          }
          return place
        },
      }
      for (const tool of tools.filter(({ effect }) => effect === 'read' || effect === 'edit')) {
        turned = false
        const checked = registry.validate({
          id: 'c',
          name: tool.name,
          arguments: inputFor(tool, 'text.txt'),
        })
        if (!checked.ok) continue
        const result = await checked.tool.run(checked.input, contextIn(workspace))
        t.type(result.text, 'string', tool.name)
        t.notMatch(result.text, /root:x:/, `${tool.name} follows no link that was put there`)
      }
    }
  },
)
