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
  ]
  for (const given of calls)
    for (const mode of MODES)
      t.equal(decide(request(given, mode)).decision, 'deny', `${mode} ${JSON.stringify(given)}`)
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
