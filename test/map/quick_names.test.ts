import t from 'tap'
import { createTagReader, loadLanguages, quickNames } from '#map'
import { TEXTS } from './texts.js'

t.test('the shapes of lines give nearly the names that a parser gives', async (t) => {
  const languages = await loadLanguages()
  const reader = createTagReader(languages)
  const missed: string[] = []
  let all = 0
  for (const [path, [text]] of Object.entries(TEXTS)) {
    const language = languages.of(path)
    if (language === null) throw new Error(`${path} has no language`)
    // A rule or a section is no definition that other files use.
    if (path.endsWith('.css') || path.endsWith('.ini')) continue
    const quick = quickNames(text)
    const names = new Set((await reader.read(language, text)).map(({ name }) => name))
    all += names.size
    for (const name of names) if (!quick.has(name)) missed.push(`${path} ${name}`)
    const wrong = [...quick].filter((name) => !text.includes(name))
    t.same(wrong, [], path)
  }
  t.ok(missed.length <= all / 6, missed.join(', '))
  t.same([...quickNames("const fs = require('fs')\n  return open(a) {\n")], [], 'no imports')
})

t.test('a hostile text takes no time', async (t) => {
  const begun = process.cpuUsage().user
  for (const part of [
    '*',
    'a ',
    'a.',
    'a * ',
    '(',
    '((a) ',
    '<',
    'const ',
    '\t',
    ': a',
    'a::',
    '\n ',
  ])
    quickNames(part.repeat(100_000))
  const ms = (process.cpuUsage().user - begun) / 1_000
  t.ok(ms < 5_000, `${ms} ms of CPU`)
})
