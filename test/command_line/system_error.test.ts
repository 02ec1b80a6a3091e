import t from 'tap'
import { asSystemError } from '#core'

t.test('an error of the system is reported in words; only a bug has a stack', async (t) => {
  const cases: [code: string, gives: string][] = [
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EIO', 'DISK_ERROR'],
    ['EMFILE', 'TOO_MANY_FILES'],
    ['EROFS', 'SYSTEM_REFUSED'],
    ['EACCES', 'SYSTEM_REFUSED'],
  ]
  for (const [code, gives] of cases) {
    const facts = { code, syscall: 'open', path: '/some/file' }
    const coded = asSystemError(Object.assign(new Error(`${code}: it failed`), facts))
    t.match(coded, { code: gives, exitCode: 1, hint: /aircoder/ }, code)
    t.match(coded?.message, /\/some\/file/)
  }
  const bug = Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })
  t.equal(asSystemError(bug), null)
  t.equal(asSystemError(Object.assign(new Error('x'), { code: 'EBADF', syscall: 'read' })), null)
  t.equal(asSystemError(new TypeError('x')), null)
})
