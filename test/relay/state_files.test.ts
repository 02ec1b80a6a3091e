import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { systemClock } from '#core'
import { openTokens } from '#relay'
import { readSettingsObject } from '../../libs/box/system/files.js'
import { giveToOwner } from '../../libs/relay/files/give_to_owner.js'
import { holdFile } from '../../libs/relay/files/hold_file.js'
import { watchFile } from '../../libs/relay/people/watch.js'
import { jsonErrorPlace } from '../../libs/relay/settings/json_error.js'
import { openUsageFile } from '../../libs/relay/usage/usage_file.js'
import { bearer, setupPeople } from '../kit/people.js'
import { chatOf } from '../kit/relay.js'

t.test('a store that is no longer readable stops no request', async (t) => {
  const { stateDir, tokens, start } = await setupPeople(t)
  const alice = tokens.add('alice', {})
  const relay = await start()
  const status = async () => (await relay.post(chatOf('small'), { headers: bearer(alice) })).status
  t.equal(await status(), 200)
  // A link to itself: reading it fails with ELOOP.
  rmSync(join(stateDir, 'tokens.json'))
  symlinkSync('tokens.json', join(stateDir, 'tokens.json'))
  await new Promise((done) => setTimeout(done, 1_200))
  t.equal(await status(), 200, 'it goes on with what it had')
  rmSync(join(stateDir, 'tokens.json'))
  tokens.add('bob', {})
  while ((await status()) !== 401) await new Promise((done) => setTimeout(done, 50))
  t.pass('and takes the next store')
})

t.test('a store that is a pipe is reported at once', (t) => {
  const stateDir = t.testdir()
  execFileSync('mkfifo', [join(stateDir, 'tokens.json')])
  t.throws(() => openTokens(stateDir, systemClock).list(), { code: 'PROXY_TOKENS_UNREADABLE' })
  t.end()
})

t.test('an error of the check counts as a change', async (t) => {
  const path = join(t.testdir({ file: 'x' }), 'file')
  let changes = 0
  const watch = watchFile(path, () => {
    changes += 1
    return true
  })
  t.teardown(() => watch.close())
  rmSync(path)
  symlinkSync('file', path)
  watch.look()
  t.equal(changes, 1)
  watch.look()
  t.equal(changes, 1)
})

t.test(
  'root changes the owner of the file that it opened, not of one that replaced it',
  async (t) => {
    if (process.getuid?.() !== 0) return t.pass('only root gives files away')
    const folder = t.testdir({ state: {}, victim: 'root' })
    const [path, victim] = [join(folder, 'state', 'file'), join(folder, 'victim')]
    chownSync(join(folder, 'state'), 12_345, 12_345)
    const handle = openSync(path, 'wx', 0o600)
    renameSync(path, `${path}.away`)
    symlinkSync(victim, path)
    giveToOwner(handle, path)
    t.equal(fstatSync(handle).uid, 12_345)
    closeSync(handle)
    t.equal(statSync(victim).uid, 0)
  },
)

t.test('no link at the place of a state file is followed', async (t) => {
  const folder = t.testdir({ elsewhere: '' })
  const victim = join(folder, 'elsewhere')
  chmodSync(victim, 0o644)
  for (const name of ['tokens.lock', 'usage.sqlite']) symlinkSync(victim, join(folder, name))
  t.throws(() => holdFile(join(folder, 'tokens.lock')), { message: /tokens\.lock.*no file/ })
  t.throws(() => openUsageFile(join(folder, 'usage.sqlite')))
  t.equal(statSync(victim).mode & 0o777, 0o644)
  t.equal(readFileSync(victim, 'utf8'), '')
  t.throws(() => openTokens(folder, systemClock).add('a', {}), {
    code: 'PROXY_STATE_UNWRITABLE',
    message: /tokens\.lock/,
  })
  t.ok(lstatSync(join(folder, 'tokens.lock')).isSymbolicLink())
})

t.test('the error names another process only if the lock is held', async (t) => {
  const folder = t.testdir({
    broken: 'this is no database, however long it is looked at'.repeat(99),
  })
  t.throws(() => holdFile(join(folder, 'broken')), { message: /broken.*not a database/ })
  mkdirSync(join(folder, 'folder'))
  t.throws(() => holdFile(join(folder, 'folder')), { message: /no file/ })
  const path = join(folder, 'lock')
  const release = holdFile(path)
  t.throws(() => holdFile(path, 50), { message: 'another process is changing it' })
  release()
  holdFile(path, 50)()
  t.equal(statSync(path).mode & 0o777, 0o600)
})

t.test('the place of an error in JSON is reported, without the text there', async (t) => {
  for (const [text, place] of [
    ['{"a": s3cret}', 'line 1, column 7'],
    ['{\n  "token": "s3cret\n}', 'line 2, column 12'],
    ["{\n\t'token': 1}", 'line 2, column 2'],
    ['{"token": "s3cret" "b": 1}', 'line 1, column 20'],
    ['[1, 2,]', 'line 1, column 7'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{"a": [1, {"b": tru}]}', 'line 1, column 17'],
    ['{"a": 01}', 'line 1, column 7'],
    ['{"a" 1}', 'line 1, column 6'],
    ['{"a": 1}}', 'line 1, column 9'],
    ['{"a": [}', 'line 1, column 8'],
    ['{"a": 1] ', 'line 1, column 8'],
    ['"\\x"', 'line 1, column 1'],
    ['{"a": 1', 'line 1, column 8'],
    ['{', 'line 1, column 2'],
    ['', 'line 1, column 1'],
    ['\n\n ', 'line 3, column 2'],
    ['\ufeff{}', 'line 1, column 1'],
  ] as const) {
    t.throws(() => JSON.parse(text))
    t.equal(jsonErrorPlace(text), place, JSON.stringify(text))
  }
})

t.test(
  'an invalid store is reported with its path, also in the log, without its content',
  async (t) => {
    const stateDir = t.testdir({ 'tokens.json': '{"version": 1,\n"tokens": s3cret}' })
    const error = t.throws(() => openTokens(stateDir, systemClock).list(), {
      code: 'PROXY_TOKENS_UNREADABLE',
      message: /tokens\.json cannot be read: invalid JSON at line 2, column 11/,
    }) as Error
    t.notMatch(String((error.cause as Error | undefined)?.message), /s3cr/)
    t.notMatch(`${error.message}${error.stack}`, /s3cr/)
    t.same(readdirSync(stateDir), ['tokens.json'])
    const settings = join(stateDir, 'proxy.json')
    writeFileSync(settings, '{"engineToken": s3cret}')
    t.throws(() => readSettingsObject(settings), {
      code: 'SETTINGS_INVALID',
      message: /proxy\.json: invalid JSON at line 1, column 17$/,
    })
  },
)
