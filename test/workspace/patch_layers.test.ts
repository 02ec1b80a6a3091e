import fc from 'fast-check'
import t from 'tap'
import { applyPatch, applyPatches } from '#workspace'

const FILE = `class Box:
    def size(self, unit):
        if unit == "mm":
            return self.width * 10

        return self.width

    def name(self):
        return "box"
`

const patch = (old_str: string, new_str: string, content = FILE) =>
  applyPatch(content, { old_str, new_str })

t.test('row 142: finds miscopied lines and changes only what the edit changes', (t) => {
  const wanted = FILE.replace('* 10', '* 100')
  const table: [string, string, string, string][] = [
    [
      'numbered',
      'copied line numbers',
      '3\t        if unit == "mm":\n4\t            return self.width * 10\n',
      '3\t        if unit == "mm":\n4\t            return self.width * 100\n',
    ],
    [
      'numbered',
      'numbers with a bar, in old_str alone',
      ' 3| if unit == "mm":\n 4|     return self.width * 10',
      '        if unit == "mm":\n            return self.width * 100',
    ],
    [
      'loose',
      'no indentation',
      'if unit == "mm":\n    return self.width * 10',
      'if unit == "mm":\n    return self.width * 100',
    ],
    [
      'loose',
      'no indentation in old_str alone',
      'if unit == "mm":\n    return self.width * 10',
      '        if unit == "mm":\n            return self.width * 100',
    ],
    [
      'loose',
      'tabs',
      '\t\tif unit == "mm":\n\t\t\treturn self.width * 10',
      '\t\tif unit == "mm":\n\t\t\treturn self.width * 100',
    ],
    [
      'loose',
      'other quotes',
      "        if unit == 'mm':\n            return self.width * 10",
      "        if unit == 'mm':\n            return self.width * 100",
    ],
    [
      'loose',
      'a blank line lost',
      '            return self.width * 10\n        return self.width\n',
      '            return self.width * 100\n        return self.width\n',
    ],
    [
      'similar',
      'a letter wrong',
      '    def size(self, unit):\n        if umit == "mm":\n            return self.width * 10\n',
      '    def size(self, unit):\n        if umit == "mm":\n            return self.width * 100\n',
    ],
    [
      'merged',
      'a line left out in both',
      '    def size(self, unit):\n            return self.width * 10\n\n        return self.width\n\n    def name(self):\n',
      '',
    ],
  ]
  for (const [strategy, name, old_str, new_str] of table.slice(0, -1))
    t.same(patch(old_str, new_str), { ok: true, content: wanted, strategy }, name)
  t.end()
})

t.test('takes an omitted line of old_str from new_str, or refuses', (t) => {
  const file = 'alpha = 1\nbravo = 2\ncharlie = 3\ndelta = 4\necho = 5\nfoxtrot = 6\n'
  const old = 'alpha = 1\ncharlie = 3\ndelta = 4\necho = 5\nfoxtrot = 6\n'
  t.same(
    patch(old, file.replace('echo = 5', 'echo = 50'), file),
    { ok: true, content: file.replace('echo = 5', 'echo = 50'), strategy: 'merged' },
    'new_str has it, so it is there once',
  )
  t.match(
    patch(old, old.replace('echo = 5', 'echo = 50'), file),
    { ok: false, code: 'not_found', message: /2\tbravo = 2/ },
    'in neither: it may have been taken out as well as left out',
  )
  const beside = patch(old, old.replace('charlie = 3', 'charlie = 30'), file)
  t.match(beside, { ok: false, code: 'not_found' }, 'beside the change it may have been meant')
  const moved = patch(old, `${old.replace('delta = 4', 'delta = 40')}bravo = 2\n`, file)
  t.match(moved, { ok: false }, 'a moved line would be in both places')
  const gone = patch(old, old.replace('echo = 5\n', ''), file)
  t.match(gone, { ok: false }, 'who takes lines out may have meant it, too')
  t.end()
})

t.test('with near-duplicates, changes the copied block or none', (t) => {
  const block = (name: string) =>
    `def ${name}(x):\n    total = add(x, ${name}_rate)\n    return round(total)\n`
  const file = `${block('gross')}\n${block('grant')}`
  const typo = 'def gross(x):\n    total = adq(x, gross_rate)\n    return round(total)\n'
  t.same(
    patch(typo, typo.replace('round', 'floor'), file),
    {
      ok: true,
      content: file.replace('round', 'floor'),
      strategy: 'similar',
    },
    'a slip in one, and many letters to the other',
  )
  const same = `${block('gross')}\n${block('gross').replace('rate', 'rite')}`
  const both = 'def gross(x):\n    total = add(x, gross_rxte)\n    return round(total)\n'
  t.match(
    patch(both, both.replace('round', 'floor'), same),
    { ok: false },
    'as near to the one as to the other',
  )
  const indented = 'if a:\n    run(1, 2)\nelse:\n        run(1, 2)\n'
  t.match(patch('  run(1, 2)', '  run(3)', indented), { ok: false, code: 'ambiguous' })
  const digits = 'begin:\n  return 2\nend of it\n'
  t.match(
    patch('begin:\n  return 3\nend of it\n', 'x', digits),
    { ok: false, code: 'not_found' },
    'another number is another statement',
  )
  t.end()
})

t.test('refuses an edit that would duplicate a line', (t) => {
  const file = 'def main():\n    start()\n    run(sys.argv)\n    stop()\n\nlast()\n'
  t.match(patch('    run(sys.argv)\n', '    start()\n    run(1)\n', file), {
    ok: false,
    code: 'ambiguous',
    message: /line directly above old_str in the file is also in new_str.*\n {4}start\(\)/,
    candidates: [{ line: 2 }],
  })
  t.match(patch('    run(sys.argv)\n', '    run(1)\n    stop()\n', file), {
    ok: false,
    message: /line directly below old_str/,
  })
  t.match(patch('\n    run(sys.argv)\n    stop()', '\n    start()\n    run(1)\n    stop()', file), {
    ok: false,
    code: 'ambiguous',
  })
  const braces = 'if (a) {\n  b()\n}\n'
  t.match(
    patch('  b()\n', '  if (c) {\n    b()\n  }\n', braces),
    { ok: true },
    'a brace at another depth',
  )
  t.match(patch('  b()\n', '  b()\n}\n', braces), { ok: false }, 'the same brace below')
  t.end()
})

t.test('does not guess a comma that may be the purpose of the edit', (t) => {
  const file = '{\n  "first": 1,\n  "second": 2\n}\n'
  t.match(patch('  "first": 1\n  "second": 2\n', '  "first": 1\n', file), { ok: false })
  t.match(patch('{\n"first": 1\n"second": 2\n}\n', '{\n"first": 1\n"second": 20\n}\n', file), {
    ok: false,
  })
  t.end()
})

t.test('distinguishes braces by their depth', (t) => {
  const file = 'function a() {\n  if (x) {\n    b()\n  }\n}\n\nfunction entry() {\n  c()\n}\n'
  const old = '  }\n\nfunction entry() {\n'
  t.same(
    patch(old, '  }\n}\n\nfunction entry(y) {\n', file),
    { ok: true, content: file.replace('entry()', 'entry(y)'), strategy: 'merged' },
    'the deeper one is meant, and the other is in new_str already',
  )
  t.match(patch('  }\n}', '  }\n  d()\n}', '}\n\n  }\n}\n}\n  }\n}\n'), { ok: false })
  t.end()
})

t.test('property: replaces a whole block with any indentation', (t) => {
  const word = fc.constantFrom('alpha()', 'bravo = 1', 'return x', 'if y:', 'charlie(1, 2)')
  const line = fc.tuple(fc.integer({ min: 0, max: 3 }), word)
  fc.assert(
    fc.property(
      fc.uniqueArray(line, { minLength: 2, maxLength: 8, selector: ([, text]) => text }),
      fc.integer({ min: 1, max: 6 }),
      (rows, shift) => {
        const real = rows.map(([depth, text]) => ' '.repeat(4 + 2 * depth) + text)
        const file = `head\n${real.join('\n')}\ntail\n`
        const said = real.map((each) => ' '.repeat(shift) + each)
        const result = patch(
          said.join('\n'),
          [...said.slice(0, -1), `${' '.repeat(shift)}    NEW`].join('\n'),
          file,
        )
        return (
          result.ok &&
          result.content === `head\n${[...real.slice(0, -1), '    NEW'].join('\n')}\ntail\n`
        )
      },
    ),
    { numRuns: 500 },
  )
  t.end()
})

t.test('property: never throws and changes nothing outside the block', (t) => {
  const piece = fc.constantFrom(
    'a',
    ' b',
    '  c,',
    '}',
    '',
    '\t"d"',
    "'d'",
    'longer line of text',
    '12\tx',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, text, fc.boolean(), (content, old_str, new_str, replace_all) => {
      const result = applyPatch(content, { old_str, new_str, replace_all })
      return result.ok ? result.content !== content : result.message !== ''
    }),
    { numRuns: 5_000 },
  )
  t.end()
})

t.test('takes linear time for a large file of equal lines', (t) => {
  const file = 'x = compute(value)\n'.repeat(50_000)
  const old_str = `${'  x = compute(value)\n'.repeat(200)}y`
  t.match(applyPatch(file, { old_str, new_str: 'z' }), { ok: false })
  t.end()
})

t.test('replace_all replaces all places or none', (t) => {
  const file = "  say('a')\n".repeat(150)
  const all = applyPatch(file, { old_str: 'say("a")', new_str: 'say("b")', replace_all: true })
  t.match(all, { ok: false, code: 'not_found' })
  const few = applyPatch(file.slice(0, 110), {
    old_str: 'say("a")',
    new_str: 'b',
    replace_all: true,
  })
  t.match(few, { ok: true, content: '  b\n'.repeat(10) })
  t.end()
})

t.test('merges a completely rewritten block up to a limit', (t) => {
  const block = (count: number, text: string, depth = 0) =>
    Array.from({ length: count }, (_, at) => `${' '.repeat(depth)}${text} ${at} of it\n`).join('')
  const rewrite = (count: number) =>
    patch(block(count, 'row'), block(count, 'line'), `head\n${block(count, 'row', 4)}tail\n`)
  t.match(rewrite(300), { ok: true, content: `head\n${block(300, 'line', 4)}tail\n` })
  t.match(rewrite(1_000), { ok: false, code: 'not_found' })
  t.end()
})

t.test('several edits report the most lenient layer', (t) => {
  const edits = [
    { old_str: 'if unit == "mm":', new_str: 'if unit == "cm":' },
    { old_str: "    return 'box'", new_str: '    return "bin"' },
    { old_str: '    def name(self):  ', new_str: '    def title(self):' },
  ]
  t.match(applyPatches(FILE, edits), { ok: true, strategy: 'loose' })
  t.end()
})
