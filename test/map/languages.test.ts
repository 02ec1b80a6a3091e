import t from 'tap'
import { createTagReader, loadLanguages } from '#map'
import { TEXTS } from './texts.js'

t.test(
  'row 169: definitions are read in twenty languages and more, with their lines',
  async (t) => {
    const languages = await loadLanguages()
    const reader = createTagReader(languages)
    for (const [path, [text, expected]] of Object.entries(TEXTS)) {
      const language = languages.of(path)
      if (language === null) throw new Error(`${path} has no language`)
      const tags = await reader.read(language, text)
      t.equal(
        tags.map(({ kind, name, line }) => `${kind} ${name} ${line}`).join(', '),
        expected,
        path,
      )
    }
    t.ok(languages.all.filter(({ grammar }) => grammar !== undefined).length >= 20)
  },
)

t.test(
  'a signature is one line, joined while its brackets are open, and has no body',
  async (t) => {
    const languages = await loadLanguages()
    const reader = createTagReader(languages)
    const signature = async (path: string, text: string) => {
      const language = languages.of(path)
      return language && (await reader.read(language, text))[0]?.text
    }
    t.equal(
      await signature('a.ts', 'export function add(\n  a: number,\n  b: number,\n): number {\n}'),
      'export function add(a: number, b: number, ): number',
    )
    t.equal(await signature('a.py', 'def add(a, b):\n    return a\n'), 'def add(a, b)')
    t.equal(await signature('a.js', 'const add = (a) => {\n}\n'), 'const add = (a)')
    t.ok((await signature('a.js', `function f(${'argument, '.repeat(60)}) {}`))?.endsWith('…'))
    t.same(await signature('a.js', 'function ((((('), undefined, 'a text that does not parse')
  },
)
