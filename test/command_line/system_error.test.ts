import { readFileSync } from 'node:fs'
import t from 'tap'
import { asSystemError, describeSystemError, parseRecording } from '#core'

t.test('an error of the system is reported in words; only a bug has a stack', async (t) => {
  const cases: [code: string, gives: string][] = [
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EIO', 'DISK_ERROR'],
    ['EMFILE', 'TOO_MANY_FILES'],
    ['EFBIG', 'SYSTEM_REFUSED'],
    ['EROFS', 'SYSTEM_REFUSED'],
    ['EACCES', 'SYSTEM_REFUSED'],
  ]
  for (const [code, gives] of cases) {
    const facts = { code, syscall: 'open', path: '/some/file' }
    const coded = asSystemError(Object.assign(new Error(`${code}: it failed`), facts))
    t.match(coded, { code: gives, exitCode: 1, hint: /aircoder/ }, code)
    t.match(coded?.message, /\/some\/file/)
  }
  const module = 'x.node: cannot open shared object file: Too many open files'
  const native = Object.assign(new Error(module), { code: 'ERR_DLOPEN_FAILED' })
  t.match(asSystemError(native), { code: 'TOO_MANY_FILES', message: /x\.node/ })
  const wrong = Object.assign(new Error('x.node: wrong ELF class'), { code: 'ERR_DLOPEN_FAILED' })
  t.equal(asSystemError(wrong), null)
  const bug = Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })
  t.equal(asSystemError(bug), null)
  t.equal(asSystemError(Object.assign(new Error('x'), { code: 'EBADF', syscall: 'read' })), null)
  t.equal(asSystemError(new TypeError('x')), null)
})

t.test('a driver of SQLite that was not built, or for another Node, is named with its fix', (t) => {
  const at = '/srv/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node'
  const failed = (text: string, facts: object) =>
    asSystemError(Object.assign(new Error(text), facts))
  const missing = `Could not locate the bindings file. Tried:\n → ${at}`
  const hint = /npm rebuild better-sqlite3[\s\S]*--allow-scripts=better-sqlite3/
  const found = failed(missing, { tries: [at] })
  t.match(found, { code: 'DRIVER_MISSING', exitCode: 2, hint })
  t.equal(found?.message, 'SQLite cannot be loaded in /srv/app: it was not built')
  const code = 'ERR_DLOPEN_FAILED'
  const old = `The module '${at}'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 127.`
  t.match(
    failed(old, { code })?.message,
    `in /srv/app: it was built for another Node than ${process.version}`,
  )
  t.match(failed(`${at}: invalid ELF header`, { code }), {
    code: 'DRIVER_MISSING',
    message: /invalid ELF header/,
  })
  t.match(failed(`${at}: Too many open files`, { code }), { code: 'TOO_MANY_FILES' })
  t.equal(failed('/srv/app/node_modules/sharp/sharp.node: invalid ELF header', { code }), null)
  t.end()
})

t.test('no code of the system and no text of a parser reaches the user', async (t) => {
  const said = (act: () => unknown) => {
    try {
      act()
      return ''
    } catch (error) {
      return describeSystemError(error)
    }
  }
  t.equal(
    said(() => readFileSync('/none/at/all')),
    'there is no such file or folder',
  )
  t.equal(
    said(() => readFileSync('/')),
    'it is a folder',
  )
  t.equal(
    said(() => readFileSync('package.json/x')),
    'a part of its path is a link or not a folder',
  )
  const inUse = Object.assign(new Error('listen EADDRINUSE: x'), { code: 'EADDRINUSE' })
  t.equal(describeSystemError(inUse), 'another program uses this address')
  const rare = "EXDEV: cross-device link not permitted, rename '/a' -> '/b'"
  t.equal(
    describeSystemError(Object.assign(new Error(rare), { code: 'EXDEV' })),
    'cross-device link not permitted',
  )
  t.throws(() => parseRecording('r', 'x'), { message: /line 1: it is not JSON$/ })
  t.throws(() => parseRecording('r', '{"a":1}'), { message: /line 1: it is no reply: .*"a"$/ })
})
