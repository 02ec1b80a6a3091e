import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MODES, type Mode, resolveSettings } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const { deny } = resolveSettings([])

t.test('a template of .env may be read, edited and added; what has values may not', async (t) => {
  const root = t.testdir()
  const write = (path: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), 'KEY=\n')
  }
  const templates = ['.env.example', '.env.sample', 'api/.env.template', '.env.dist']
  const secrets = [
    '.env',
    '.env.local',
    'api/.env.production',
    '.env.example.local',
    '.env.x.example',
  ]
  for (const path of [...templates, ...secrets]) write(path)
  symlinkSync('.env', join(root, 'api', '.env.sample'))
  const workspace = openWorkspace({ root, deny, env: process.env })
  const verdict = (mode: Mode, name: string, args: Record<string, unknown>) => {
    const checked = registry.validate({ id: 'c', name, arguments: args })
    if (!checked.ok) throw new Error(checked.message)
    const session = { mode, allow: [], approved: [] }
    const request = { tool: checked.tool, input: checked.input, workspace, programs, session }
    return decide(gateRequest(request)).decision
  }
  const edit = (path: string) => ({ path, old_str: 'KEY', new_str: 'NAME' })
  for (const path of templates) {
    t.equal(verdict('default', 'read_file', { path }), 'allow', path)
    t.equal(verdict('acceptEdits', 'patch_file', edit(path)), 'allow', path)
    t.equal(verdict('default', 'run_command', { command: `cat ${path}` }), 'allow', path)
  }
  for (const mode of MODES)
    for (const path of [...secrets, 'api/.env.sample']) {
      t.equal(verdict(mode, 'read_file', { path }), 'deny', `${mode} ${path}`)
      t.equal(verdict(mode, 'patch_file', edit(path)), 'deny', `${mode} ${path}`)
      t.equal(verdict(mode, 'run_command', { command: `cat ${path}` }), 'deny', `${mode} ${path}`)
    }
  for (const command of ['cp .env .env.example', 'ln .env .env.sample', 'cat .env*'])
    t.equal(verdict('yolo', 'run_command', { command }), 'deny', command)
})
