import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { whileLocked } from '#ledger'
import { readNotes, saveNote } from '#memory'
import { notePlaces } from '../../apps/cli/memory/open_memory.js'
import { trustNotes } from '../../apps/cli/trust/trust_file.js'
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
  trustNotes(path, '/a', [hash('a')])
  trustNotes(path, '/a', [hash('b')])
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

t.test('a rule of the first day is known after hundreds of later changes', (t) => {
  const base = realpathSync(t.testdir({ project: {} }))
  const [cwd, trustFile] = [join(base, 'project'), join(base, 'trust.json')]
  const { project } = notePlaces(cwd, {}, trustFile)
  const save = (name: string, body: string) =>
    saveNote(project, {
      ...{ name, body, type: 'feedback', scope: 'project', description: '', source: 'user' },
      ...{ confidence: 1, created: '2026-11-27', isRule: true, replacedBy: null },
    })
  save('first', 'Always use tabs.')
  for (let at = 0; at < 205; at += 1) save('later', `Always use helper${at}.`)
  t.same(readNotes(project).untrusted, [])
  t.equal(JSON.parse(readFileSync(trustFile, 'utf8')).notes[cwd].length, 400)
  t.end()
})
