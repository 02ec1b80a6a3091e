import fc from 'fast-check'
import t from 'tap'
import { showControls } from '#core'
import { diffRows } from '../../libs/terminal/diff/diff_rows.js'
import { codePieces } from '../../libs/terminal/markdown/code_pieces.js'
import { createMarkdown } from '../../libs/terminal/markdown/markdown.js'
import { createMarkdownStream } from '../../libs/terminal/markdown/stream.js'
import { graphemes } from '../../libs/terminal/rows/columns.js'
import { rowText } from '../../libs/terminal/rows/row.js'
import { wrapText } from '../../libs/terminal/rows/wrap.js'
import { wrapLine } from '../../libs/terminal/rows/wrap_line.js'
import { firstSlow } from '../kit/long_texts.js'

const CHARS = 6_000
/** Wide, with marks, in pairs, drawn as `<0d>`; and what a grammar of C looks through again and again. */
const PARTS = ['修', 'é', '😀', '\r', 'a\n', '.\n', '!', '- ']
const SHOWN = { width: 80, mostLines: 80 }

const markdown = createMarkdown(() => false)
await markdown.render('```c\nint a;\n```', 80)

function inStream(text: string): void {
  const stream = createMarkdownStream(markdown)
  stream.add(text)
  stream.rows(80, 40)
}

const READERS: Record<string, (text: string) => unknown> = {
  'a changed line': (text) => diffRows(`@@ -1 +1 @@\n+${text.replaceAll('\n', ' ')}\n`, SHOWN),
  'a wrapped text': (text) => wrapText(text, 80),
  'a line of a message': (text) => wrapLine(text.replaceAll('\n', ' '), 80),
  'code of an answer': (text) => markdown.draftCode(text, 'c', 80),
  'an answer': (text) => markdown.draft(text, 80),
  'an answer that comes': inStream,
  'control characters': showControls,
}

t.test('long lines are shown in a time that grows with their length', async (t) => {
  for (const [name, read] of Object.entries(READERS))
    t.equal(
      firstSlow((text) => () => read(text), PARTS, CHARS),
      null,
      name,
    )
})

t.test(
  'what a person sees as one character is found in a long text as in a short one',
  async () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
    const part = fc.constantFrom(
      ...['修', 'a', ' ', '\u0301', '😀', '👨', '\u200d', '👩', '🏻', '🇩', '🇪', '\ud83d', '\udc00'],
      ...['한', 'ᄀ', 'ᅡ', 'ᆨ', 'क', '\u094d', 'ष', '\ufe0f', '\r', '\n', '\u{e0100}', '\u0600'],
    )
    const text = fc.array(part, { minLength: 200, maxLength: 600, size: 'max' })
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join('')
        const found = Array.from(segmenter.segment(whole), ({ segment }) => segment)
        return graphemes(whole).join('\0') === found.join('\0')
      }),
      { numRuns: 100 },
    )
  },
)

t.test('a letter with thousands of marks is one character', async (t) => {
  t.same(graphemes(`修a${'\u0301'.repeat(5_000)}b`).length, 3)
})

t.test('an answer of lists in lists is shown as it was written', async (t) => {
  for (const mark of ['- ', '1. ', '- > ', ' -']) {
    const evil = `${mark.repeat(2_000)} a`
    const rows = (await markdown.render(evil, 80)).map(rowText)
    t.equal(rows.join('').replaceAll(' ', ''), evil.replaceAll(' ', ''), mark)
  }
  t.same((await markdown.render('- '.repeat(30), 80)).map(rowText), ['─'.repeat(40)], 'a rule')
})

t.test('long code is coloured in pieces that are the code', async (t) => {
  const body = fc.array(fc.constantFrom('int a;', '', '  b();', '}', 'x'.repeat(300)), {
    maxLength: 400,
    size: 'max',
  })
  fc.assert(
    fc.property(body, (lines) => {
      const code = lines.join('\n')
      const pieces = codePieces(code)
      return pieces.join('\n') === code && pieces.every((piece) => piece.length <= 4_000)
    }),
  )
  const code = `${'a();\n'.repeat(500)}\n${'b();\n'.repeat(600)}`
  t.match(codePieces(code)[1], /^b\(\);/, 'a piece ends where a blank line is')
})
