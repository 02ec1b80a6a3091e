import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { whileLocked } from '#ledger'
import { trustNote } from '../../apps/cli/trust/trust_file.js'
import { openProgram } from '../kit/program.js'

t.test('what two sessions save at once, both files of trust keep', async (t) => {
  const path = join(t.testdir(), 'trust.json')
  const hash = (sign: string) => sign.repeat(64)
  whileLocked(path, () => {
    t.equal(
      whileLocked(`${path}.other`, () => 'ran'),
      'ran',
      'another file is not locked',
    )
  })
  trustNote(path, '/a', hash('a'))
  trustNote(path, '/a', hash('b'))
  t.same(JSON.parse(readFileSync(path, 'utf8')).notes, { '/a': [hash('a'), hash('b')] })
})

t.test('five programs that save rules at once: every rule is there and is trusted', async (t) => {
  const box = openProgram(t)
  const words = ['tabs', 'pnpm', 'luxon', 'vitest', 'squash']
  const ends = await Promise.all(
    words.map((word) => box.run(['memory', 'save', `Always use ${word}.`])),
  )
  t.same(
    ends.map(({ code }) => code),
    words.map(() => 0),
  )
  const { stdout } = await box.run(['memory'])
  for (const word of words) t.match(stdout, `Always use ${word}.`)
  t.notMatch(stdout, 'not used')
})
