import t from 'tap'
import { readText } from './tree.js'

t.test('each title that docs/design/memory.md names is one of its file', async (t) => {
  const rows = [
    ...readText('docs/design/memory.md').matchAll(/^\|[^|]+\| `(test\/[^`]+)` \| (.+) \|$/gm),
  ]
  t.ok(rows.length > 20, `${rows.length} rows`)
  const missing = rows.filter(
    ([, file = '', title = '']) =>
      !["'", '"', '`'].some((mark) => readText(file).includes(`${mark}${title}${mark}`)),
  )
  t.same(
    missing.map(([line]) => line),
    [],
  )
})
