import t from 'tap'
import { applyPatch } from '#workspace'

const patch = (content: string, old_str: string, new_str: string) =>
  applyPatch(content, { old_str, new_str })

const FILE = 'if (a < b && name == "x") {\n  say("less", a)\n  go(a)\n}\n'
const WANTED = FILE.replace('go(a)', 'go("b", a)')

t.test('row 142: removes line numbers, fences and entities from both texts', (t) => {
  const entities = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const fenced = (text: string) => `\`\`\`js\n${text}\`\`\`\n`
  const curly = (text: string) => text.replace(/"([^"]*)"/g, '\u201C$1\u201D')
  const marked = (text: string) => `\uFEFF${text}`
  const listed = (text: string) =>
    text
      .replace(/\n$/, '')
      .replace(/^/gm, '7- ')
      .replace(/7/g, () => String(listed.at++))
  listed.at = 40
  const table: [string, string, (text: string) => string][] = [
    ['the marks of HTML', 'unwrapped', entities],
    ['a code fence', 'unwrapped', fenced],
    ['curly quotes', 'loose', curly],
    ['the mark at the beginning of a file', 'exact', marked],
    ['numbers as the search tool prints them', 'numbered', listed],
  ]
  for (const [name, strategy, write] of table) {
    const old = write(FILE)
    listed.at = 40
    t.same(patch(FILE, old, write(WANTED)), { ok: true, content: WANTED, strategy }, name)
    listed.at = 40
  }
  t.match(patch(FILE, fenced(FILE), WANTED), { ok: true, content: WANTED }, 'in one alone')
  const bom = `\uFEFF${FILE}`
  t.match(patch(bom, marked(FILE), WANTED), { ok: true, content: `\uFEFF${WANTED}` })
  t.end()
})

t.test('prefers an exact match over a cleaned one', (t) => {
  const page = '<p>a &lt; b</p>\n<p>c < d</p>\n'
  t.same(patch(page, 'a &lt; b', 'a &gt; b'), {
    ok: true,
    content: page.replace('&lt;', '&gt;'),
    strategy: 'exact',
  })
  const notes = '# A\n```sh\nmake\n```\n\nmake\n'
  t.match(patch(notes, '```sh\nmake\n```\n', '```js\nrun()\n```\n'), {
    ok: true,
    content: '# A\n```js\nrun()\n```\n\nmake\n',
  })
  t.match(patch('a\nmake\n', '```sh\nmake\n```', '```js\nrun()\n```'), { ok: false })
  const prose = 'She said \u201Chi\u201D.\nHe left.\n'
  t.match(patch(prose, '  He left.', '  He said \u201Cno\u201D.'), {
    ok: true,
    content: prose.replace('He left', 'He said \u201Cno\u201D'),
  })
  t.end()
})

t.test('does not guess a final mark for a new line when both texts omit them', (t) => {
  const file = 'const a = 1;\nconst b = 2;\nconst c = 3;\n'
  const bare = file.replaceAll(';', '')
  t.match(patch(file, bare, bare.replace('b = 2', 'b = 20')), { ok: false, code: 'not_found' })
  t.match(
    patch(file, bare, file.replace('b = 2', 'b = 20')),
    { ok: true, content: file.replace('b = 2', 'b = 20') },
    'new_str has them',
  )
  t.end()
})
