import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

const script = pathToFileURL(join(process.cwd(), 'scripts/texts_plugin.mjs')).href
const { inlineTexts } = (await import(script)) as {
  inlineTexts(source: string, read: (file: string) => string): string
}

t.test('a file that is read beside its source becomes its text', async (t) => {
  const source = `const a = readFileSync(new URL('./x/a.css', import.meta.url), 'utf8')
const b = readFileSync(
  new URL('./b.html', import.meta.url),
  'utf8',
)
const c = readFileSync(path, 'utf8')`
  t.equal(
    inlineTexts(source, (file) => `"${file}"\n`),
    `const a = "\\"./x/a.css\\"\\n"
const b = "\\"./b.html\\"\\n"
const c = readFileSync(path, 'utf8')`,
  )
})
