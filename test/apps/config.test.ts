import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openProgram } from '../kit/program.js'

t.test('config sets, gets, lists and removes settings of the own file', async (t) => {
  const box = openProgram(t)
  const path = join(box.home, '.config', 'aircoder', 'config.json')
  const run = async (...words: string[]) => box.run(['config', ...words])
  t.match(await run('path'), { code: 0, stdout: `${path}\n` })
  t.match(await run('set', 'maxSteps', '30'), {
    code: 0,
    stdout: `maxSteps is stored in ${path}.\n`,
  })
  t.match(await run('set', 'allow', 'read_file,glob'), { code: 0 })
  t.match(await run('set', 'token', 'tok-secret'), { code: 0 })
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.same(JSON.parse(readFileSync(path, 'utf8')), {
    maxSteps: 30,
    allow: ['read_file', 'glob'],
    token: 'tok-secret',
  })
  t.match(await run('get', 'maxSteps'), { stdout: '30\n' })
  t.match(await run('get', 'token'), { stdout: '(set)\n' })
  const list = await run('list')
  t.match(list.stdout, /^maxSteps +user +30$/m)
  t.notMatch(list.stdout, /tok-secret/)
  t.match(JSON.parse((await run('list', '--json')).stdout), {
    maxSteps: 30,
    model: null,
    token: '(set)',
    sources: { maxSteps: ['user'], model: ['default'], deny: ['default'] },
  })
  t.match(await run('unset', 'maxSteps'), { stdout: /removed/ })
  t.match(await run('get', 'maxSteps'), { stdout: '500\n' })
})

t.test(
  'config list names the layer that each value has; one that may not loosen gives none',
  async (t) => {
    const wishes = { permissionMode: 'yolo', allow: ['glob'], deny: ['x/**'], maxSteps: 20 }
    const box = openProgram(t, { '.aircoder/config.json': JSON.stringify(wishes) })
    await box.run(['config', 'set', 'maxSteps', '30'])
    const env = { AIRCODER_MODEL: 'm', AIRCODER_DENY: 'y/**' }
    const { stdout } = await box.run(['config', 'list', '--data-dir', box.data], { env })
    t.match(stdout, /^maxSteps +project +20$/m, 'a lower limit is taken')
    t.match(
      stdout,
      /^permissionMode +default +"default"$/m,
      'the wish of a folder that is not trusted',
    )
    t.match(stdout, /^allow +default +\[\]$/m)
    t.match(stdout, /^model +environment +"m"$/m)
    t.match(stdout, /^deny +default \+ project \+ environment +\[/m)
    t.match(stdout, /^dataDir +flags +"/m)
  },
)

t.test('an unknown name and a bad value are refused, and change nothing', async (t) => {
  const box = openProgram(t)
  t.match(await box.run(['config', 'set', 'maxstep', '3']), {
    code: 2,
    stderr: /there is no setting maxstep\. Did you mean maxSteps\?/,
  })
  for (const [name, value] of [
    ['maxSteps', 'many'],
    ['permissionMode', 'plna'],
    ['baseUrl', 'gpu-box'],
  ] as const)
    t.match(await box.run(['config', 'set', name, value]), { code: 2, stderr: new RegExp(name) })
  t.match(await box.run(['config', 'set', 'permissionMode', 'yollo']), {
    code: 2,
    stderr:
      /^error: config set permissionMode: it must be one of default, .*yolo\. Did you mean yolo\?\nhint: The form is: aircoder config set permissionMode default\n$/,
  })
  t.match(await box.run(['config', 'unset', 'maxSteps']), { code: 0, stdout: /is not set/ })
})

t.test('a stored token stays with the endpoint that it was stored for', async (t) => {
  const box = openProgram(t)
  const path = join(box.home, '.config', 'aircoder', 'config.json')
  const config = async (...words: string[]) => (await box.run(['config', ...words])).stdout
  const stored = () => JSON.parse(readFileSync(path, 'utf8'))
  await config('set', 'token', 'tok-secret')
  t.notMatch(await config('set', 'baseUrl', 'http://127.0.0.1:9/v1'), /token/)
  t.match(stored(), { token: 'tok-secret' }, 'it had no endpoint before')
  await config('set', 'baseUrl', 'http://127.0.0.1:9/v1/')
  t.match(stored(), { token: 'tok-secret' }, 'the same endpoint')
  t.match(await config('set', 'baseUrl', 'http://127.0.0.1:10/v1'), /stored token was removed/)
  t.same(stored(), { baseUrl: 'http://127.0.0.1:10/v1' })
  await config('set', 'token', 'tok-other')
  t.match(await config('unset', 'baseUrl'), /stored token was removed/)
  t.same(stored(), {})
})
