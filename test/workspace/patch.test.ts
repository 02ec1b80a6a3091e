import fc from 'fast-check'
import t from 'tap'
import { applyPatch, applyPatches } from '#workspace'

t.test('row 142: replaces one place, also with safe differences', (t) => {
  const table: [string, string, string, string, string, string][] = [
    ['exact', 'a\nb\nc\n', 'b', 'B', 'a\nB\nc\n', 'exact'],
    ['several lines', 'a\nb\nc\n', 'a\nb\n', 'x\n', 'x\nc\n', 'exact'],
    ['deletes a line', 'a\nb\nc\n', 'b\n', '', 'a\nc\n', 'exact'],
    ['dollar signs stay', 'a\n', 'a', "$& $1 $'", "$& $1 $'\n", 'exact'],
    ['one line of a CRLF file', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n', 'exact'],
    ['lines of a CRLF file', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'x\n', 'x\r\nc\r\n', 'endings'],
    [
      'part of a line of a CRLF file',
      'f(\r\n  1)\r\n',
      '(\n  1',
      '(\n  2',
      'f(\r\n  2)\r\n',
      'endings',
    ],
    ['CRLF asked of an LF file', 'a\nb\n', 'a\r\nb\r\n', 'x\r\ny\r\n', 'x\ny\n', 'endings'],
    ['blanks at line ends', 'if x:  \n  y\t\nz\n', 'if x:\n  y\nz', 'w', 'w\n', 'lines'],
    ['blanks at line ends of the request', 'a\nb\n', 'a  \nb  ', 'c', 'c\n', 'lines'],
    ['no final newline stays so', 'a\nb', 'a\nb\n', 'c\n', 'c', 'lines'],
    ['a BOM stays', '\uFEFFa \nb\n', 'a\nb', 'c', '\uFEFFc\n', 'lines'],
    [
      'mixed endings: those of the place',
      'a \r\nb\r\nc\n',
      'a\nb',
      'x\ny',
      'x\r\ny\r\nc\n',
      'lines',
    ],
  ]
  for (const [name, content, old_str, new_str, expected, strategy] of table)
    t.same(
      applyPatch(content, { old_str, new_str }),
      { ok: true, content: expected, strategy },
      name,
    )
  t.end()
})

t.test('refusals say what to do and quote the file with line numbers', (t) => {
  const content = 'function a() {\n  return 1\n}\n\nfunction b() {\n  return 2\n}\n'
  const twice = applyPatch(content, { old_str: '}\n', new_str: '};\n' })
  t.match(twice, {
    ok: false,
    code: 'ambiguous',
    message: /2 places \(lines 3, 7\)/,
    candidates: [{ line: 3 }, { line: 7 }],
  })
  t.match(applyPatch(content, { old_str: '}\n', new_str: '};\n', replace_all: true }), {
    ok: true,
    content: content.replaceAll('}', '};'),
  })
  const near = applyPatch(content, { old_str: 'function b() {\n    return 3\n}', new_str: 'x' })
  t.match(near, {
    ok: false,
    code: 'not_found',
    candidates: [{ line: 5, text: 'function b() {\n  return 2\n}' }],
  })
  t.match(near.ok ? '' : near.message, /5\tfunction b\(\) \{\n6\t {2}return 2\n7\t\}/)
  const alike = applyPatch(content, { old_str: 'funktion b() {', new_str: 'x' })
  t.match(alike, { ok: false, code: 'not_found', candidates: [{ line: 5 }] })
  t.match(applyPatch(content, { old_str: 'zzzzz', new_str: 'x' }), {
    ok: false,
    code: 'not_found',
    candidates: [],
  })
  t.match(applyPatch(content, { old_str: '', new_str: 'x' }), { ok: false, code: 'empty' })
  t.match(applyPatch(content, { old_str: 'a', new_str: 'a' }), { ok: false, code: 'no_change' })
  t.match(applyPatch('a\nb\n', { old_str: 'a  ', new_str: 'a' }), { ok: false, code: 'no_change' })
  t.match(applyPatch('\n\n', { old_str: '  \n\t', new_str: 'x' }), { ok: false, code: 'not_found' })
  t.match(applyPatch('aaa', { old_str: 'aa', new_str: 'b' }), { ok: false, code: 'ambiguous' })
  t.match(applyPatch('aaa', { old_str: 'aa', new_str: 'b', replace_all: true }), {
    ok: true,
    content: 'ba',
  })
  t.match(applyPatch('a'.repeat(3_000_000), { old_str: 'a', new_str: 'b' }), {
    ok: false,
    message: /at least 1000/,
  })
  t.end()
})

t.test('row 144: applies several edits in order, or none of them', (t) => {
  t.match(
    applyPatches('a\nb\n', [
      { old_str: 'a', new_str: 'x' },
      { old_str: 'x\nb', new_str: 'y' },
    ]),
    { ok: true, content: 'y\n' },
  )
  t.match(
    applyPatches('a\nb\n', [
      { old_str: 'a', new_str: 'x' },
      { old_str: 'a', new_str: 'y' },
    ]),
    {
      ok: false,
      message: /^Edit 2 of 2: /,
    },
  )
  t.match(
    applyPatches('a', [
      { old_str: 'a', new_str: 'b' },
      { old_str: 'b', new_str: 'a' },
    ]),
    { ok: false, code: 'no_change' },
  )
  t.end()
})

t.test('property: exactly one block changes in any file', (t) => {
  const line = fc.constantFrom(
    'a',
    'b',
    '  a',
    'a  ',
    '',
    '}',
    'return x',
    '\treturn x ',
    'é',
    '日本',
    '$1',
  )
  const ending = fc.constantFrom('\n', '\r\n')
  const file = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    ending,
    bom: fc.boolean(),
    final: fc.boolean(),
  })
  const slice = fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 4 }))
  const unlike = fc.boolean()
  fc.assert(
    fc.property(file, slice, unlike, (shape, [at, height], trimmed) => {
      const from = at % shape.lines.length
      const block = shape.lines.slice(from, from + height)
      const content =
        (shape.bom ? '\uFEFF' : '') +
        shape.lines.join(shape.ending) +
        (shape.final ? shape.ending : '')
      const old_str = (trimmed ? block.map((one) => one.trimEnd()) : block).join('\n')
      const result = applyPatch(content, { old_str, new_str: 'NEW\nTWO' })
      if (!result.ok) return result.code !== 'no_change'
      const mark = `NEW${shape.ending}TWO`
      const cut = result.content.indexOf('NEW')
      const head = result.content.slice(0, cut)
      const rest = result.content.slice(cut)
      const uniform = content.includes('\n')
      const tail = uniform ? rest.slice(mark.length) : rest.slice(rest.indexOf('TWO') + 3)
      // The text around new_str is the text around one block that equals old_str.
      const gone = content.slice(head.length, content.length - tail.length)
      const bare = (text: string) =>
        text
          .split(/\r?\n/)
          .map((one) => one.trimEnd())
          .join('\n')
      return content.startsWith(head) && content.endsWith(tail) && bare(gone) === bare(old_str)
    }),
    { numRuns: 3000 },
  )
  t.end()
})

t.test(
  'reports an edit that is already done, when one of its new lines is in the file',
  async (t) => {
    const content = 'function add(a, b) {\r\n  return a + b\r\n}\r\nfoo()\r\nbar()\r\n'
    const again = applyPatch(content, {
      old_str: '  return a - b\n}',
      new_str: '  return a + b\n}',
    })
    t.match(again, {
      ok: false,
      code: 'not_found',
      message: /at line 2\. This edit is probably already done/,
    })
    t.same(again.ok === false && again.candidates, [{ line: 2, text: '  return a + b\n}' }])
    // The line that stays is in the file in any case.
    const lost = applyPatch(content, { old_str: 'fooo(1)\nbar()', new_str: 'bar()' })
    t.match(lost, { ok: false, code: 'not_found' })
    t.notMatch(lost.ok === false && lost.message, /already done/)
  },
)
