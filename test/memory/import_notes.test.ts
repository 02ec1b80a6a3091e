import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { importNotes, type Note, type NotePlaces, readExport, readNotes, teach } from '#memory'

const DAY = '2026-11-23'

/** Two folders, and how often their list of trusted files is read and written. */
function counted(root: string) {
  const asked = { trusted: 0, willWrite: 0 }
  const own = new Set<string>()
  const at = (scope: 'project' | 'user') => ({
    scope,
    folder: join(root, scope, 'memory'),
    trusted() {
      asked.trusted += 1
      return (hash: string) => own.has(hash)
    },
    willWrite(hashes: readonly string[]) {
      asked.willWrite += 1
      for (const hash of hashes) own.add(hash)
    },
  })
  const here: NotePlaces = { project: at('project'), user: at('user') }
  return { here, asked }
}

function notes(most: number, scope: Note['scope'] = 'project'): Note[] {
  return Array.from({ length: most }, (_, at) => ({
    ...{ name: `n${at}`, scope, type: 'project', source: 'user', confidence: 1, created: DAY },
    ...{ isRule: false, replacedBy: null, description: `Fact ${at}.`, body: `Fact ${at}.` },
  }))
}

t.test(
  'an import of many notes takes the lock, and writes the index, as often as one of few',
  (t) => {
    for (const most of [1, 10, 150]) {
      const { here, asked } = counted(join(t.testdir(), `${most}`))
      t.equal(importNotes([...notes(most), ...notes(most, 'user')], here).length, 2 * most)
      t.equal(
        asked.willWrite,
        4,
        `${most} in each folder: once for the notes and once for the index`,
      )
      t.equal(asked.trusted, 4, `${most}: each index is read until it is right`)
      asked.trusted = 0
      t.equal(readNotes(here.project).notes.length, most)
      t.equal(asked.trusted, 1, `${most}: what is trusted is read once for all files`)
    }
    t.end()
  },
)

t.test('an import leaves what has a name already, and lists what it stored', (t) => {
  const root = t.testdir()
  const { here } = counted(root)
  const { folder } = here.project
  const some = notes(20)
  // A folder has the place of the eleventh note, which nothing can replace.
  mkdirSync(join(folder, 'n10.md', 'x'), { recursive: true })
  const taken = importNotes(some, here)
  t.notOk(taken.includes('n10'), 'what is there is left as it is')
  t.equal(taken.length, 19)
  const index = readFileSync(join(folder, 'MEMORY.md'), 'utf8')
  for (const name of taken) t.match(index, `[${name}](${name}.md)`)
  t.end()
})

t.test('a name of an older file, which is not read any more, is not given again', (t) => {
  const { here } = counted(t.testdir())
  const { folder } = here.project
  teach('Always use tabs.', here, DAY)
  const path = join(folder, 'use-tabs.md')
  utimesSync(path, 1_000, 1_000)
  importNotes(notes(205), here)
  t.notOk(readNotes(here.project).notes.some(({ name }) => name === 'use-tabs'))
  const before = readFileSync(path, 'utf8')
  const [first] = notes(1)
  t.same(importNotes([{ ...first, name: 'use-tabs' } as Note], here), [])
  teach('Always use tabs.', here, DAY)
  t.equal(readFileSync(path, 'utf8'), before)
  t.ok(existsSync(join(folder, 'use-tabs-2.md')))
  t.end()
})

t.test(
  'two files of one name in an export: the first is stored; one that is too large is named',
  (t) => {
    const root = t.testdir({
      from: { 'A b.md': 'One.', 'a-b.md': 'Two.', 'big.md': 'ü'.repeat(33_000) },
    })
    const { here } = counted(join(root, 'here'))
    const { notes, left } = readExport(join(root, 'from'), DAY)
    t.match(left, [/big\.md: it is too large$/])
    t.same(importNotes(notes, here), ['a-b'])
    t.same(readdirSync(here.project.folder).sort(), ['MEMORY.md', 'a-b.md'])
    t.match(readFileSync(join(here.project.folder, 'a-b.md'), 'utf8'), 'One.')
    t.end()
  },
)

t.test('Markdown files in a folder below are named as not used', (t) => {
  const { here } = counted(t.testdir())
  const { folder } = here.project
  teach('Always use tabs.', here, DAY)
  for (const below of ['sub', '.hidden', 'pictures']) mkdirSync(join(folder, below))
  writeFileSync(join(folder, 'sub', 'deploy.md'), 'Deploy on Fridays.')
  writeFileSync(join(folder, '.hidden', 'a.md'), 'A.')
  writeFileSync(join(folder, 'pictures', 'a.png'), '')
  const { notes, bad } = readNotes(here.project)
  t.equal(notes.length, 1)
  t.same(bad, [
    {
      file: 'sub/deploy.md',
      reason: 'it is in a folder below; only files beside MEMORY.md are read',
    },
  ])
  t.end()
})
