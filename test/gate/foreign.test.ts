import { rmSync } from 'node:fs'
import t from 'tap'
import type { Mode } from '#core'
import {
  approvalFor,
  decide,
  foreignTool,
  type GateRequest,
  gateRequest,
  loadPrograms,
} from '#gate'
import { plainFolder, plantTree } from './tree.js'

const programs = await loadPrograms()
const base = plainFolder('foreign')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const { workspace } = plantTree(base)
const MODES: Mode[] = ['default', 'acceptEdits', 'plan', 'yolo']

function request(
  given: Record<string, unknown>,
  mode: Mode,
  earlier: Record<string, unknown>[] = [],
): GateRequest {
  const session = { mode, allow: [], approved: [] }
  const look = (input: Record<string, unknown>, more = session) =>
    gateRequest({
      tool: foreignTool('mcp__x__y', input, workspace),
      input,
      workspace,
      programs,
      session: more,
    })
  const approved = earlier.flatMap((input) => approvalFor(look(input))?.approval ?? [])
  return look(given, { ...session, approved } as typeof session)
}

t.test('row 191: a tool of another program that names a denied file is denied', async (t) => {
  const calls: Record<string, unknown>[] = [
    { path: '.env' },
    { q: '.env' },
    { uri: 'file://.env' },
    { paths: ['README.md', '.env'] },
    { deep: { options: { filePath: 'secrets/token.txt' } } },
    { path: 'secrets\\token.txt' },
    { command: 'cat .env' },
    { command: 'ls', script: 'cat .env' },
    { command: ['cat', '.env'] },
    { command: 'cat', args: ['.env'] },
    { argv: ['sh', '-c', 'cat .env'] },
    { bash: 'cat .env' },
    { shell_command: 'cat .env' },
    { commandLine: 'cat .env' },
    { code: 'cat .env' },
    { options: { run: 'cat .env' } },
    { commands: ['ls', 'cat .env'] },
    { commands: [{ run: 'ls' }, { run: 'cat .env' }] },
    { uri: 'file:.env' },
    { uri: 'FILE://localhost/absent/%2Eenv?x#L1' },
    { uri: `file://${workspace.root.replace('work', '%77ork')}/secrets/a` },
    { text: ' .env ' },
    { text: '"secrets/token.txt"' },
    { text: '%2eenv' },
    { text: '$HOME/.ssh/config' },
    { text: '%USERPROFILE%\\.ssh\\config' },
    { text: '$PWD/secrets/new.txt' },
    { options: '--env-file=.env' },
    { list: ['x', '--file=secrets/token.txt'] },
    { files: { 'src/a.ts': 'x', 'secrets/b.ts': 'x' } },
    { input: '{"deep":[{"path":".env"}]}' },
    { patch: '--- a/README.md\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n' },
    { patch: '*** Begin Patch\n*** Update File: secrets/token.txt\n' },
  ]
  for (const given of calls)
    for (const mode of MODES)
      t.equal(decide(request(given, mode)).decision, 'deny', `${mode} ${JSON.stringify(given)}`)
})

t.test('a value that may name a denied file is asked in every mode, a sentence is not', (t) => {
  const asked: Record<string, unknown>[] = [
    { ref: 'HEAD:.env' },
    { path: '.env:1' },
    { target: 'secrets/token.txt#L3' },
    { query: 'path:.env' },
    { file: '@.env' },
    { glob: '.e*' },
    { glob: '{.env,README.md}' },
    { include: ['src/*.ts', 'conf?g/*.pem'] },
    { sql: "select * from read_text('.env')" },
    { statement: "load data infile 'secrets/token.txt' into table t" },
    { text: 'x = open(".env").read()' },
  ]
  for (const given of asked)
    for (const mode of MODES)
      t.match(decide(request(given, mode)).decision, /ask|deny/, `${mode} ${JSON.stringify(given)}`)
  const free: Record<string, unknown>[] = [
    { body: 'Add ".env" to .gitignore, then restart' },
    { title: 'Fix .env parsing (see `secrets/`)' },
    { query: 'how does a .env file work?' },
    { url: 'https://example.org/a/.env' },
    { glob: '**/*.ts' },
    { glob: '*' },
    { pattern: 'process\\.env\\.\\w+' },
    { secrets: { inherit: true } },
    { content: '{"name":"x"}', path: 'package.json' },
    { path: 'src/app.ts#L1' },
    { selector: '.envelope:hover > a[href]' },
    { diff: '--- a/src/app.ts\n+++ b/src/app.ts\n' },
  ]
  for (const given of free)
    t.equal(decide(request(given, 'yolo')).decision, 'allow', JSON.stringify(given))
  t.end()
})

t.test('a harmless shell text does not make a tool of another program harmless', async (t) => {
  for (const mode of ['default', 'acceptEdits', 'plan'] as const)
    t.not(decide(request({ command: 'ls' }, mode)).decision, 'allow', mode)
  t.equal(decide(request({ command: 'ls' }, 'yolo')).decision, 'allow')
  t.equal(decide(request({ body: 'Read .env first' }, 'yolo')).decision, 'allow')
  t.equal(decide(request({ code: 'print(open(x))' }, 'yolo')).decision, 'ask')
})

t.test('an answer binds to all arguments of a tool that carries a command', async (t) => {
  const first = { command: 'touch a', target: 'one' }
  t.equal(decide(request(first, 'default', [first])).decision, 'allow')
  for (const other of [
    { ...first, target: 'two' },
    { ...first, force: true },
    { command: 'touch b', target: 'one' },
  ])
    t.not(decide(request(other, 'default', [first])).decision, 'allow', JSON.stringify(other))
})
