import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())
const NOBODY = 65_534

t.test('a glob without a match names the folder of aircoder, which it left out', async (t) => {
  const root = t.testdir({ pkg: { '.aircoder': { 'SKILL.md': 'x' } } })
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const checked = registry.validate({
    ...{ id: 'c', name: 'glob' },
    arguments: { pattern: '**/SKILL.md', path: 'pkg' },
  })
  if (!checked.ok) throw new Error(checked.message)
  const { text } = await checked.tool.run(checked.input, toolContext(workspace))
  t.match(text, /\nNot searched: pkg\/\.aircoder \(pass it as path\)\.$/)
})

t.test('a folder that the user may not enter is not described as missing', async (t) => {
  // Below /tmp: another user may not enter the temporary folder of the tests.
  const root = realpathSync(mkdtempSync('/tmp/aircoder-closed-'))
  const closed = join(root, 'closed')
  mkdirSync(join(closed, 'inner'), { recursive: true })
  for (const [path, text] of [
    ['closed/a.txt', 'needle\n'],
    ['secret.txt', 'needle\n'],
    ['b.txt', 'other\n'],
  ] as const)
    writeFileSync(join(root, path), text)
  chmodSync(closed, 0)
  chmodSync(join(root, 'secret.txt'), 0)
  chmodSync(root, 0o777)
  t.teardown(() => {
    chmodSync(closed, 0o700)
    rmSync(root, { recursive: true })
  })
  // Root may enter each folder, so that the calls run as another user.
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  const texts = new Map<string, string>()
  try {
    for (const engine of ['ripgrep', 'walk'] as const) {
      const workspace = openWorkspace({ root, deny: [], env: process.env, engine })
      const call = async (name: string, given: Record<string, unknown>) => {
        const checked = registry.validate({ id: 'c', name, arguments: given })
        if (!checked.ok) throw new Error(checked.message)
        const { text } = await checked.tool.run(checked.input, toolContext(workspace))
        texts.set(`${engine} ${name} ${given.path ?? ''}`.trim(), text)
      }
      await call('read_file', { path: 'closed/a.txt' })
      await call('list_dir', { path: 'closed' })
      await call('list_dir', { path: 'closed/inner' })
      await call('grep', { pattern: 'needle' })
      await call('grep', { pattern: 'needle', path: 'closed' })
      await call('grep', { pattern: 'needle', path: 'closed/a.txt' })
      await call('glob', { pattern: '**/*.md' })
      await call('write_file', { path: 'closed/a.txt', content: 'x\n' })
      await call('patch_file', { path: 'closed/a.txt', old_str: 'needle', new_str: 'x' })
      const edit = { path: 'closed/a.txt', before: null, after: Buffer.from('x'), fileMode: 0o644 }
      const done = workspace.applyEdits([edit], { tempTag: 't' })
      texts.set(`${engine} applyEdits`, done.ok ? 'written' : done.message)
      const last = { ...edit, before: Buffer.from('needle\n') }
      const changed = workspace.applyEdits([last], { tempTag: 't' })
      texts.set(`${engine} applyEdits again`, changed.ok ? 'written' : changed.message)
    }
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
  for (const [name, text] of texts) {
    t.match(text, /permission/, name)
    t.notMatch(text, /does not exist|no folder|no longer exists|internal/, name)
  }
  for (const engine of ['ripgrep', 'walk'])
    t.match(texts.get(`${engine} grep`), /Not searched: closed, secret\.txt \(permission denied\)/)
})
