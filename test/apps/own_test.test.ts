import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { loadProject } from '../../apps/cli/settings/load_project.js'
import { ownTestOf } from '../../apps/cli/settings/own_test.js'
import { writeTrusted } from '../../apps/cli/trust/trust_file.js'

function open(t: Test, config: object) {
  const cwd = realpathSync(t.testdir())
  const dataDir = t.testdir({})
  mkdirSync(join(cwd, '.aircoder/commands'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(cwd, '.aircoder', path), text)
  write('config.json', JSON.stringify(config))
  const load = (env: NodeJS.ProcessEnv = {}) => loadProject({ dataDir }, cwd, env)
  const trust = () => writeTrusted(load().trustFile, cwd, load().survey.hash)
  const own = (env?: NodeJS.ProcessEnv) => ownTestOf(load(env))
  return { cwd, write, trust, own }
}

t.test('a test command of a folder counts only while the folder is trusted as it is', (t) => {
  const { cwd, write, trust, own } = open(t, { testCommand: 'sh check.sh' })
  t.equal(own(), undefined, 'before trust')
  trust()
  const held = own()
  t.equal(held?.command, 'sh check.sh')
  t.equal(held?.holds?.(), true)
  write('config.json', JSON.stringify({ testCommand: 'sh check.sh', maxSteps: 9 }))
  t.equal(held?.holds?.(), false, 'the running session asks after a change')
  t.equal(own(), undefined, 'and the next one')
  trust()
  t.equal(own()?.holds?.(), true, 'until it is trusted again')
  const again = own()
  write('commands/x.md', 'Do x.\n')
  t.equal(again?.holds?.(), false, 'a new file counts as a change')
  rmSync(join(cwd, '.aircoder'), { recursive: true })
  t.equal(again?.holds?.(), false, 'so does its end')
  t.end()
})

t.test('a test command of the user holds in a folder that is not trusted', (t) => {
  const { write, trust, own } = open(t, { testCommand: 'rm -rf src' })
  const env = { AIRCODER_TEST_COMMAND: 'npm test' }
  t.same(own(env), { command: 'npm test' })
  trust()
  const mine = own(env)
  t.equal(mine?.command, 'npm test', 'and covers that of a trusted one')
  write('config.json', '{}')
  t.equal(mine?.holds?.() ?? true, true)
  t.end()
})
