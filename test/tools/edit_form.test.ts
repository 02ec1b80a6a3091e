import t from 'tap'
import { editForm } from '../../libs/tools/edit/edit_form.js'

const body = (name: string, lines: number) => [
  `export function ${name}(items) {`,
  ...Array.from({ length: lines - 2 }, (_, at) => `  const ${name}_${at} = items[${at}] + ${at}`),
  '}',
]
const FILE = ['// head', ...body('small', 12), '', ...body('large', 60), ''].join('\n')

function form(old_str: string, file = FILE, path = 'a.js') {
  return editForm({ path, before: Buffer.from(file) }, { old_str, new_str: 'x' })
}

t.test(
  'row 160: a short function is replaced whole, of a long one the lines that change',
  async (t) => {
    const wrong = (name: string) =>
      [`  const ${name}_3 = items[3] + 3`, `  const ${name}_4 = items[4] + WRONG`].join('\n')
    t.equal(
      form(wrong('small')),
      '"export function small(items)" has 12 lines: copy all of them, lines 2-13, into old_str.',
    )
    t.match(
      form(wrong('large')),
      /^"export function large\(items\)" has 60 lines: copy only the lines/,
    )
    t.equal(form('nothing like it\nanywhere here at all'), null, 'no such place')
    const python = [
      'import os',
      'class A:',
      ...body('x', 3).map(() => '    pass'),
      '    def go(self):',
    ]
    const lines = [
      '        first = self.one()',
      '        second = self.two()',
      '        return first',
    ]
    const end = ['', 'def last():', '    return 1']
    const text = [...python, ...lines, ...end].join('\n')
    t.match(
      form('        first = self.one()\n        second = self.too()', text, 'a.py'),
      /"def go\(self\):" has 4 lines: copy all of them, lines 6-9/,
    )
    t.equal(editForm({ path: 'a.js', before: null }, { old_str: 'a', new_str: 'b' }), null)
  },
)
