import t from 'tap'
import { loadPrograms } from '#gate'

const programs = await loadPrograms()

t.test(
  'one file reads a program: no name is claimed twice, by a row or by a pattern',
  async (t) => {
    const readers = programs.list()
    const patterns = readers.flatMap(({ pattern, name }) =>
      pattern ? [{ pattern, by: name }] : [],
    )
    for (const reader of readers) {
      const names = Object.keys(reader.programs).flatMap((row) => row.split(' '))
      t.ok(names.length > 0 || reader.pattern, `${reader.name} reads something`)
      for (const name of names) {
        const claimed = patterns.filter(({ pattern }) => pattern.test(name)).map(({ by }) => by)
        t.same(claimed, [], `${name} of ${reader.name} is claimed by a pattern`)
        t.equal(programs.find(name)?.reader.name, reader.name)
      }
    }
  },
)

t.test('a name with a version is read as its program', async (t) => {
  t.equal(programs.find('python3.11')?.reader.name, 'interpreters')
  t.equal(programs.find('bash')?.reader.name, 'shells')
  t.equal(programs.find('no_such_program'), null)
})
