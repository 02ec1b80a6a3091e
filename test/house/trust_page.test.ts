import { existsSync } from 'node:fs'
import t from 'tap'
import { readText } from './tree.js'

/** Pages with a row for each clause of a piece of work, and the clauses that they have at least. */
const PAGES = { 'docs/trust.md': 100, 'docs/terminal.md': 90 }
/** A row names tests as a file and a title. */
const NAMED = /`test\/([\w/]+)\.test\.ts`: ([^|]+?)(?=<br>| \|)/g

for (const [page, least] of Object.entries(PAGES))
  t.test(`each test that ${page} names exists`, async (t) => {
    const rows = readText(page)
      .split('\n')
      .filter((line) => /^\| (?!clause|---)/.test(line))
    t.ok(rows.length >= least, `${rows.length} clauses`)
    for (const row of rows) {
      const cell = row.split(' | ')[1] ?? ''
      const named = [...`${cell} |`.matchAll(NAMED)]
      t.ok(named.length > 0, row)
      for (const [, name, title = ''] of named) {
        const file = `test/${name}.test.ts`
        t.ok(existsSync(file), file)
        // A title in single quotes has its own marks escaped.
        const source = existsSync(file) ? readText(file).replaceAll("\\'", "'") : ''
        t.ok(source.includes(title), `${file}: ${title}`)
      }
    }
  })

t.test('README and docs say what is asked once, and what egress does not list', async (t) => {
  t.match(readText('README.md'), /no committed step is asked twice/)
  t.match(readText('docs/design/durability.md'), /never asked again for a committed step/)
  t.match(
    readText('README.md'),
    /`aircoder egress` lists .*privacy\.md\) names what it does not list/,
  )
  const unlisted = readText('docs/privacy.md').split('\nNot listed:\n')[1] ?? ''
  for (const what of [/`localhost`/, /what a command does/, /the list of models/])
    t.match(unlisted, what)
})
