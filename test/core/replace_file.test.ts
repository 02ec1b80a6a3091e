import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { replaceFile } from '#core'

t.test(
  'a file is created and replaced with the given mode, and nothing is left beside it',
  async (t) => {
    const folder = t.testdir()
    const path = join(folder, 'file')
    const before = process.umask(0o077)
    t.teardown(() => void process.umask(before))
    replaceFile(path, 'one', { mode: 0o644 })
    t.equal(readFileSync(path, 'utf8'), 'one')
    t.equal(statSync(path).mode & 0o777, 0o644, 'the umask does not change the mode')
    const inode = statSync(path).ino
    replaceFile(path, Buffer.from('two'), { mode: 0o600 })
    t.equal(readFileSync(path, 'utf8'), 'two')
    t.equal(statSync(path).mode & 0o777, 0o600)
    t.not(statSync(path).ino, inode, 'a reader of the old file keeps the old bytes')
    t.same(readdirSync(folder), ['file'])
  },
)

t.test('a symbolic link or a folder at the path is refused and not changed', async (t) => {
  const folder = t.testdir({ target: 'theirs', folder: {} })
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'target'), link)
  t.throws(() => replaceFile(link, 'ours', { mode: 0o600 }), { message: /is a symbolic link/ })
  t.throws(() => replaceFile(join(folder, 'folder'), '', { mode: 0o600 }), {
    message: /is not a file/,
  })
  t.ok(lstatSync(link).isSymbolicLink())
  t.equal(readFileSync(join(folder, 'target'), 'utf8'), 'theirs')
  t.same(readdirSync(folder).sort(), ['folder', 'link', 'target'])
})

t.test('an error before the rename leaves the old file and no temporary file', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'file')
  writeFileSync(path, 'old')
  const prepare = () => {
    t.equal(readFileSync(path, 'utf8'), 'old', 'the new bytes are not visible yet')
    throw new Error('no')
  }
  t.throws(() => replaceFile(path, 'new', { mode: 0o600, prepare }), { message: 'no' })
  t.equal(readFileSync(path, 'utf8'), 'old')
  t.same(readdirSync(folder), ['file'])
  t.throws(() => replaceFile(join(folder, 'missing', 'file'), '', { mode: 0o600 }), {
    code: 'ENOENT',
  })
  t.notOk(existsSync(join(folder, 'missing')))
})
