import fc from 'fast-check'
import t from 'tap'
import { openWorkspace } from '#workspace'

const root = t.testdir({})

const denied = (deny: string[], path: string): string | null => {
  const place = openWorkspace({ root, deny, env: {} }).resolve(path)
  return place.ok ? place.denied : null
}

t.test('the joined pattern matches every path that a single rule matches', async () => {
  const rules = [
    '.env',
    '*.pem',
    '**/.git/**',
    'a/b',
    './c',
    'k*',
    'x(y)',
    '[d]',
    'É',
    'secrets/**',
    '{e,f}.txt',
  ]
  const names = [
    '.env',
    '.ENV',
    'a.pem',
    '.git',
    'a',
    'b',
    'c',
    'key',
    '\u212Aey',
    'x(y)',
    '[d]',
    'd',
    'É',
    'é',
    'e\u0301',
    'secrets',
    'e.txt',
    'F.TXT',
    'z',
  ]
  fc.assert(
    fc.property(
      fc.subarray(rules, { minLength: 1 }),
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
      (deny, parts) => {
        const path = parts.join('/')
        const alone = deny.some((rule) => denied([rule], path) !== null)
        return alone === (denied(deny, path) !== null)
      },
    ),
    { numRuns: 400 },
  )
})

t.test('matches a name that is equal only in lower case', async (t) => {
  t.equal(denied(['key'], '\u212Aey'), 'key')
  t.equal(denied(['\u212Aey'], 'key'), '\u212Aey')
  t.equal(denied(['key'], 'keys'), null)
})
