import t from 'tap'
import { applyPatch } from '#workspace'

const patch = (content: string, old_str: string, new_str: string) =>
  applyPatch(content, { old_str, new_str })

t.test('row 142: asks for an edge line that old_str omits', (t) => {
  const imports = "import { a } from './a.js'\nimport { type Command } from 'commander'\nrun()\n"
  const table: [string, string, string, string, RegExp][] = [
    [
      'new_str goes on with the line below',
      "export {\n  readSetting,\n} from './settings.js'\n",
      'export {\n  readSetting,\n',
      "export {\n  readSetting,\n} from './settings.js'\nexport { daysBefore } from './day.js'\n",
      /directly below old_str in the file is also in new_str/,
    ],
    [
      'new_str has the line above right before the first of old_str',
      '14.0.3 (now)\n====\nIt fixes.\n',
      '====\nIt fixes.\n',
      '14.1.0 (then)\n====\nIt adds.\n\n14.0.3 (now)\n====\nIt fixes.\n',
      /directly above old_str in the file is also in new_str/,
    ],
    [
      'new_str has the line above, with a word more',
      imports,
      'run()\n',
      "import { type Command, Option } from 'commander'\nrun()\n",
      /directly above old_str in the file is in new_str with other words/,
    ],
    [
      'new_str has the line below, broken in two',
      'begin()\nSee [the notes of the house](https://example.org/notes)\n',
      'begin()\n',
      'begin()\nSee [the notes of the house][notes].\n[notes]: https://example.org/notes\n',
      /directly below old_str in the file is in new_str with other words/,
    ],
    [
      'new_str begins with the two lines above',
      'import (\n\t"fmt"\n\t"math"\n\n\t"a/cache"\n)\n',
      '\n\t"a/cache"\n',
      '\t"fmt"\n\t"math"\n\n\t"a/batch"\n\t"a/cache"\n',
      /directly above old_str in the file is also in new_str/,
    ],
    [
      'an exit that would follow another exit',
      'def run(self):\n    if self.done:\n        raise Done("so it is")\n',
      'def run(self):\n    if self.done:\n',
      'def run(self):\n    if self.done:\n        raise Done(MESSAGE)\n',
      /directly below old_str in the file is in new_str with other words/,
    ],
    [
      'the bracket that closes what new_str closes itself',
      'pair = [\n    first,\n    second,\n]\nlast()\n',
      'pair = [\n    first,\n    second,\n',
      'pair = (\n    first,\n    second,\n)\n',
      /directly below old_str in the file would lose its counterpart/,
    ],
    [
      'the mark that begins a comment whose lines get another',
      '/**\n * Says it.\n * Twice.\n */\nsay()\n',
      ' * Says it.\n * Twice.\n',
      '/** How often. */\nconst TWO = 2\n\n/**\n * Says it so often.\n',
      /directly above old_str in the file would lose its counterpart/,
    ],
    [
      'the rest of a body whose head goes',
      'a: 1\nb:\n  run: |\n    make\n    make test\n',
      'a: 1\nb:\n  run: |\n    make\n',
      'a: 1\n',
      /directly below old_str in the file would lose the line that starts its block/,
    ],
    [
      'the head of a body that goes',
      'ci:\n  schedule: monthly\nrepos:\n  - one\n',
      '  schedule: monthly\nrepos:\n',
      'repos:\n',
      /directly above old_str in the file would have an empty block/,
    ],
  ]
  for (const [name, content, old_str, new_str, message] of table)
    t.match(patch(content, old_str, new_str), { ok: false, code: 'ambiguous', message }, name)
  t.end()
})

t.test('applies edits that only seem to omit an edge line', (t) => {
  const table: [string, string, string, string][] = [
    [
      'a function put in front of a brace',
      'function a() {\n  return 1\n}\n',
      '  return 1\n',
      '  return 1\n}\n\nfunction b() {\n  return 2\n',
    ],
    [
      'a case put between two that end alike',
      'case 1:\n  one()\n  break\ncase 3:\n  three()\n',
      'case 3:\n',
      'case 2:\n  two()\n  break\ncase 3:\n',
    ],
    [
      'an import beside one that is alike',
      "import { a } from './a.js'\nimport { c } from './c.js'\n",
      "import { c } from './c.js'\n",
      "import { b } from './b.js'\nimport { c } from './c.js'\n",
    ],
    [
      'the head of a body that stays gets another name',
      'if a:\n    one()\n    two()\n',
      'if a:\n    one()\n',
      'if b:\n    one()\n',
    ],
    [
      'a block put behind one that ends as the block above does',
      'if (a) {\n  return nil\n}\nvar b\n',
      '}\nvar b\n',
      '}\nvar b\nif (b) {\n  return nil\n}\nvar b2\n',
    ],
    ['a return under an if', 'if (a)\n  b()\nreturn 1\n', '  b()\n', '  return 2\n'],
    [
      'a list entry like its neighbour',
      '- { name: "3.9", python: "3.9" }\n- { name: "3.7", python: "3.7" }\n',
      '- { name: "3.7", python: "3.7" }\n',
      '- { name: "3.8", python: "3.8" }\n- { name: "3.7", python: "3.7" }\n',
    ],
    [
      'the first of a mapping goes, the second stays',
      'ci:\n  a: 1\n  b: 2\nd: 3\n',
      '  a: 1\n  b: 2\n',
      '  b: 2\n',
    ],
  ]
  for (const [name, content, old_str, new_str] of table)
    t.match(
      patch(content, old_str, new_str),
      { ok: true, content: content.replace(old_str, () => new_str), strategy: 'exact' },
      name,
    )
  t.end()
})

t.test('asks for the whole line when a block ends inside a line', (t) => {
  const file = 'def total(rows):\n    found = add(rows)\n    return round(found, 2)\n'
  const cut = 'def total(rows):\n    found = add(rows)\n    return rou'
  t.match(patch(file, cut, `${cut.replace('add', 'sum')}nd(found, 3)\n`), {
    ok: false,
    code: 'ambiguous',
    message:
      /ends in the middle of this line\. Copy the whole line into old_str:\nreturn round\(found, 2\)/,
  })
  t.match(patch(file, 'al(rows):\n    found = add(rows)\n', 'def total(some):\n'), {
    ok: false,
    message: /begins in the middle of this line.*\ndef total\(rows\):/,
  })
  t.match(patch(file, 'found = add(rows', 'found = sum(rows)'), { ok: false }, 'a bracket too many')
  const sides = 'x = {"a": [1]}\ny = {"a": [2], "b": [3]}\nz = 3\n'
  t.match(patch(sides, '}\nz = 3', '}\ny = {"a": [2], "b": [3]}\nz = 4'), { ok: false })
  t.same(
    patch(file, `${cut}`, cut.replace('add', 'sum')),
    { ok: true, content: file.replace('add', 'sum'), strategy: 'exact' },
    'both texts end at the same place in the line',
  )
  t.match(patch(file, 'round(found', 'floor(found'), { ok: true }, 'a part of one line is meant')
  t.match(patch('test_one()\n', 'test_', 'check_'), { ok: true })
  t.match(
    patch(
      '/**\n * Says it.\n * @returns it\n */\n',
      '\n * Says it.\n * @returns it',
      'const A = 1\n',
    ),
    { ok: false },
    'the new text would follow the comment mark',
  )
  t.end()
})

t.test('an omitted line does not make another place unique', (t) => {
  const file =
    'one = [\n  ("message", 1),\n  ("warning", 2),\n]\ntwo = [\n  ("message", 1),\n' +
    '  ("error", 1),\n  ("warning", 2),\n]\n'
  const old = '  ("message", 1),\n  ("warning", 2),\n]\n'
  const fresh = '  ("message", 1),\n  ("error", 1),\n  ("warning", 3),\n]\n'
  t.match(patch(file, old, fresh), {
    ok: false,
    code: 'ambiguous',
    message: /2 places \(lines 2, 6\)/,
  })
  t.match(patch(file, old, old.replace('2', '3')), { ok: true, strategy: 'exact' })
  const nested = 'a(\n    b(\n        limits=limits,\n    )\n)\n\nc(\n    limits=limits,\n)\n'
  t.match(
    patch(nested, '        limits=limits,\n)\n', '        limits=limits,\n    )\n)\nd()\n'),
    { ok: false, code: 'ambiguous' },
    'a bracket left out between two of its kind',
  )
  t.end()
})

t.test('brackets keep their depth when the lines around them do', (t) => {
  const file = 'begin({\n    message: /it/,\n  })\n})\n'
  t.match(
    patch(file, '    message: /it/,\n})\n', '    message: /it/,\n  })\n})\nmore()\n'),
    { ok: true, content: 'begin({\n    message: /it/,\n  })\n})\nmore()\n', strategy: 'merged' },
    'the outer one is meant',
  )
  const comment = '/// {\n///   {\n///     a\n///   }\n/// }\n/// ```\n'
  t.match(patch(comment, '///   }\n/// ```\n', '///   }\n/// }\n/// ``` b\n'), { ok: false })
  t.end()
})

t.test('two exchanged lines are not a typing error', (t) => {
  const file = "open('./place.js')\nanswer('./micro.js')\nanswer('./parse.js')\nconst last = 1\n"
  const swapped = "open('./place.js')\nanswer('./parse.js')\nanswer('./micro.js')\nconst last = 1\n"
  t.match(patch(file, swapped, swapped.replace('1', '2')), { ok: false, code: 'not_found' })
  t.end()
})
