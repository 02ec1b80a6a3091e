import t from 'tap'
import type { Event } from '#core'
import { createScreen, createTheme } from '#terminal'

/** What a terminal of so many columns gets for a text that comes in pieces. */
function streamed(pieces: readonly string[], columns: number, thinking: readonly string[] = []) {
  let text = ''
  const screen = createScreen({
    write: (more) => {
      text += more
    },
    theme: () => createTheme('none', 0),
    verbose: true,
    columns: () => columns,
  })
  const seen: string[] = []
  for (const one of thinking) screen.show({ type: 'thinking', text: one })
  for (const one of pieces) {
    screen.show({ type: 'delta', text: one })
    seen.push(text)
  }
  const reply: Event = { type: 'reply', number: 1, text: pieces.join(''), problem: null }
  screen.show(reply)
  screen.show({ type: 'note', text: 'end' })
  return { text: text.replace(/! end\n$/, ''), seen }
}

const TEXT = 'The parser reads the tokens, and the interpreter evaluates them afterwards.\n\nDone.'

t.test('a text that is streamed in the plain form ends its rows between words', async (t) => {
  const rows =
    'The parser reads\nthe tokens, and the\ninterpreter\nevaluates them\nafterwards.\n\nDone.\n'
  for (const size of [1, 3, 7, 200]) {
    const pieces = TEXT.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    t.equal(streamed(pieces, 20).text, rows, `pieces of ${size}`)
    t.equal(streamed(pieces, 0).text, `${TEXT}\n`, 'a pipe gets it as it is')
  }
  const { seen } = streamed(['The par', 'ser reads'], 20)
  t.same(seen, ['The', 'The parser'], 'a word is shown when it is whole')
})

t.test('Chinese is shown as it comes, and breaks between its signs', async (t) => {
  const { text, seen } = streamed(['解析器读取', '标记，然后求值。'], 12)
  t.equal(text, '解析器读取\n标记，然后\n求值。\n')
  t.match(seen[0], /^解析器读/)
})

t.test('a word that is longer than a row, and code, keep their rows', async (t) => {
  const path = '/a/path/that/is/longer/than/a/row.ts'
  t.equal(
    streamed(['see ', path, ' and then more of it'], 20).text,
    `see ${path}\nand then more of it\n`,
  )
  const code = '```\nconst sum = item.price * count + tax\n```\n'
  t.equal(streamed([...code], 20).text, code)
})

t.test('the answer begins on its own row below the thinking', async (t) => {
  t.equal(streamed(['He', 'llo'], 20, ['hm', ' so']).text, 'hm so\nHello\n')
  t.equal(streamed(['Hello'], 0, ['hm']).text, 'hm\nHello\n')
})
