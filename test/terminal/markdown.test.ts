import fc from 'fast-check'
import t from 'tap'
import { showControls } from '#core'
import { LANGUAGES as KNOWN } from '../../libs/terminal/markdown/languages.js'
import { createMarkdown } from '../../libs/terminal/markdown/markdown.js'
import { createMarkdownStream } from '../../libs/terminal/markdown/stream.js'
import { type Row, rowColumns, rowText, type StyleName } from '../../libs/terminal/rows/row.js'
import { createTheme } from '../../libs/terminal/theme/theme.js'

const markdown = createMarkdown(() => false)
const texts = (rows: readonly Row[]) => rows.map(rowText)
const render = async (text: string, width = 40) => texts(await markdown.render(text, width))

t.test('blocks have one empty row between them, lists none', async (t) => {
  const text = [
    '# Title',
    'Some **bold *both*** text with `code <b>` and [a link](https://a.example/x), https://b.example.',
    'Second line.',
    '',
    '3. one',
    '4. two',
    '   - nested 日本語 item that is long enough to wrap',
    '   - [x] done',
    '',
    '> quote one',
    '> two',
    '',
    '---',
    '<b>html</b> &amp; done',
  ]
  t.same(await render(text.join('\n')), [
    '# Title',
    '',
    'Some bold both text with code <b> and a',
    'link (https://a.example/x),',
    'https://b.example.',
    'Second line.',
    '',
    '3. one',
    '4. two',
    '   - nested 日本語 item that is long',
    '     enough to wrap',
    '   - [x] done',
    '',
    '│ quote one',
    '│ two',
    '',
    '─'.repeat(40),
    '',
    '<b>html</b> & done',
  ])
})

const TABLE =
  '| Name | Größe | 説明 |\n|:--|--:|:-:|\n| a | 1 | 日本 |\n| long name here | 22 | **x** |'

t.test(
  'a table is aligned by columns of the screen, and listed where it does not fit',
  async (t) => {
    t.same(await render(TABLE), [
      'Name           │ Größe │ 説明',
      '───────────────┼───────┼─────',
      'a              │     1 │ 日本',
      'long name here │    22 │  x',
    ])
    t.same((await render(TABLE, 22)).slice(0, 5), [
      'Name    │ Größe │ 説明',
      '────────┼───────┼─────',
      'a       │     1 │ 日本',
      'long    │    22 │  x',
      'name    │       │ ',
    ])
    t.same((await render(TABLE, 14)).slice(0, 3), ['Name: a', 'Größe: 1', '説明: 日本'])
  },
)

t.test('code keeps its spaces, and has colours by its language', async (t) => {
  const code = '```ts\nconst a = "x"\n\n  return 1 // one\n```'
  t.same(await render(code, 16), ['  const a = "x"', '', '    return 1 // ', '  one'])
  const theme = createTheme('dark', 16)
  const rows = await markdown.render(code, 40)
  t.equal(theme.paint(rows[0] ?? []), '  \x1b[35mconst\x1b[0m a = \x1b[32m"x"\x1b[0m')
  t.same(await render('```nothing\na\n```'), ['  a'])
})

/** Code of each language under the names of its fence, and a word of it with its colour. */
const LANGUAGES: readonly [names: string, code: string, word: string, style: StyleName][] = [
  ['bash sh shell zsh console', 'if true; then ls; fi', 'then', 'keyword'],
  ['c h', 'return 1; // end', '// end', 'comment'],
  ['cpp c++ cc hpp cxx', 'namespace a { }', 'namespace', 'keyword'],
  ['csharp cs c#', 'using System;', 'using', 'keyword'],
  ['css scss less', 'a { color: red }', 'color', 'function'],
  ['diff patch', '+ new', '+ new', 'added'],
  ['dockerfile docker', 'FROM node', 'FROM', 'keyword'],
  ['go golang', 'package main', 'package', 'keyword'],
  ['ini toml cfg', 'name = 1', 'name', 'function'],
  ['java', 'import a;', 'import', 'keyword'],
  ['javascript js jsx mjs cjs', 'const a = 1', 'const', 'keyword'],
  ['json jsonc json5', '{ "a": 1 }', '"a"', 'function'],
  ['kotlin kt', 'fun f() {}', 'fun', 'keyword'],
  ['makefile make mk', 'all:\n\techo', 'all:', 'heading'],
  ['php', '<?php echo 1;', 'echo', 'keyword'],
  ['python py python3', 'def f(): # end', '# end', 'comment'],
  ['ruby rb', 'unless a', 'unless', 'keyword'],
  ['rust rs', 'match a {}', 'match', 'keyword'],
  ['sql sqlite postgres', 'SELECT 1', 'SELECT', 'keyword'],
  ['swift', 'func f() {}', 'func', 'keyword'],
  ['typescript ts tsx mts', 'interface A {}', 'interface', 'keyword'],
  ['xml html svg vue', '<a>b</a>', 'a', 'keyword'],
  ['yaml yml', 'a: 1 # end', '# end', 'comment'],
]

t.test('code has the colours of its language under each name of a fence', async (t) => {
  t.equal(LANGUAGES.length, KNOWN.length, 'each grammar is here')
  for (const [names, code, word, style] of LANGUAGES)
    for (const name of `${names} ${names.toUpperCase()}`.split(' ')) {
      const fresh = createMarkdown(() => false)
      const rows = await fresh.render(`\`\`\`${name}\n${code}\n\`\`\``, 40)
      const found = rows.flat().find(({ text }) => text === word)
      t.same(found?.styles, [style], name)
    }
})

t.test(
  'code of two languages keeps the colours of both, and a line that is too long has none',
  async (t) => {
    const both = await markdown.render('```go\nfunc f() {}\n```\n\n```rb\nunless a\n```', 40)
    const styleOf = (word: string) => both.flat().find(({ text }) => text === word)?.styles
    t.same([styleOf('func'), styleOf('unless')], [['keyword'], ['keyword']])
    for (const long of ['const a = 1\n'.repeat(9_000), `const a = "${'x'.repeat(2_000)}"`]) {
      const [row] = await markdown.render(`\`\`\`js\n${long}\n\`\`\``, 40)
      t.same(row?.find(({ text }) => text.startsWith('const'))?.styles ?? [], [])
    }
    const fresh = createMarkdown(() => false)
    await fresh.render('```py\nx\n```', 40)
    await fresh.render('```lua\nx\n```\n\n```rb\nx\n```', 40)
    const [again] = await fresh.render('```py\nx = 12\n```', 40)
    t.same(again?.find(({ text }) => text === '12')?.styles, ['number'], 'the first one is kept')
    const [inner] = await fresh.render('```rb\na = "b #{c.d} e"\n```', 40)
    t.same(
      inner?.find(({ text }) => text.includes('c.d'))?.styles,
      ['string'],
      'a part has its outer colour',
    )
    const marked = await markdown.render('```js\na && "b<c"\n```', 40)
    t.match(marked.map(rowText), ['a && "b<c"'], 'no entity is left')
  },
)

t.test('without colours the marks stay', async (t) => {
  const plain = createMarkdown(() => true)
  t.same(texts(await plain.render('a **b** *c* `d` ~~e~~', 40)), ['a **b** *c* `d` ~~e~~'])
})

t.test('what is made to take long is shown as it was written', async (t) => {
  for (const evil of ['[a]('.repeat(50_000), '*a '.repeat(50_000), '>'.repeat(5_000)]) {
    const rows = await render(evil, 80)
    t.equal(rows.join('').replaceAll(' ', ''), evil.replaceAll(' ', ''))
  }
})

t.test('no row is wider than the width, whatever the text is', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '\n',
      '\n\n',
      '| ',
      '```js\n',
      '- ',
      '1. ',
      '> ',
      '**',
      '`',
      '日本',
      '[a](b)',
      '|-|',
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 30 }),
      fc.integer({ min: 12, max: 60 }),
      async (parts, width) => {
        const rows = await markdown.render(showControls(parts.join('')), width)
        return rows.every((row) => rowColumns(row) <= width)
      },
    ),
    { numRuns: 200 },
  )
})

t.test('a stream shows the same end as the whole text', async (t) => {
  const text = `# One\n\nA **bold** word.\n\n- a\n- b\n\n\`\`\`js\nconst a = 1\n\`\`\`\n\n${TABLE}\n\nLast *words*`
  const whole = await render(text)
  const stream = createMarkdownStream(markdown)
  for (const char of text) stream.add(char)
  t.same(texts(stream.rows(40, 100)), whole)
  t.same(texts(stream.rows(40, 3)), whole.slice(-3))
})

t.test('a stream shows escape sequences as text, also when they come in pieces', async (t) => {
  const stream = createMarkdownStream(markdown)
  for (const piece of ['a\x1b', '[2', 'J b\x1b]0;', 'x\x07 c\n', '\u202e d']) {
    stream.add(piece)
    for (const row of texts(stream.rows(40, 5))) t.equal(showControls(row), row)
  }
  t.same(texts(stream.rows(60, 5)), ['a<1b>[2J b<1b>]0;x<07> c', '<202e> d'])
})

t.test('long code is shown while it comes, and ends where it ends', async (t) => {
  const stream = createMarkdownStream(markdown)
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`)
  stream.add(`Before\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\nAfter`)
  t.same(texts(stream.rows(40, 4)), ['  line 98', '  line 99', '', 'After'])
  t.equal(texts(stream.rows(40, 200)).filter((row) => row.startsWith('  line')).length, 100)
})
